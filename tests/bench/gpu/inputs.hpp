// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the benchmarks compute from: functions of the place that are the same on both sides.

#include "core/geometry/rect.hpp"
#include "gpu/device/view.hpp"

#include <cuda_runtime_api.h>

#include <cstdint>

namespace burin::bench {

[[nodiscard]] BURIN_BOTH inline std::uint32_t scrambled(std::int64_t x, std::int64_t y) {
    auto h = static_cast<std::uint32_t>(x) * 0x9E3779B1U ^ static_cast<std::uint32_t>(y) * 0x85EBCA77U;
    h ^= h >> 16;
    h *= 0x7FEB352DU;
    h ^= h >> 15;
    h *= 0x846CA68BU;
    return h ^ (h >> 16);
}

/// Multiples of 2^-16 from 0 up to 1: no mean of a few of them is so small that it counts as dust.
struct Noise {
    [[nodiscard]] BURIN_BOTH float operator()(std::int64_t x, std::int64_t y) const {
        return static_cast<float>(scrambled(x, y) >> 16) * 0x1p-16F;
    }
};
struct NoiseBytes {
    [[nodiscard]] BURIN_BOTH std::uint8_t operator()(std::int64_t x, std::int64_t y) const {
        return static_cast<std::uint8_t>(scrambled(x, y) >> 24);
    }
};

enum class White { sparse, discs, dense };

/// A mask of 0 and 255: one sample of a thousand, a disc of 60 to 160 px in each 400 x 400, or every other
/// sample.
struct Mask {
    White white;

    [[nodiscard]] BURIN_BOTH std::uint8_t operator()(std::int64_t x, std::int64_t y) const {
        return isWhite(x, y) ? 255 : 0;
    }

  private:
    [[nodiscard]] BURIN_BOTH bool isWhite(std::int64_t x, std::int64_t y) const {
        if (white == White::sparse) return scrambled(x, y) < 4294967U;
        if (white == White::dense) return scrambled(x, y) < 0x80000000U;
        const std::uint32_t h = scrambled(x / 400, y / 400);
        const std::int64_t dx = x % 400 - 170 - h % 60;
        const std::int64_t dy = y % 400 - 170 - (h >> 6) % 60;
        const std::int64_t radius = 60 + (h >> 12) % 100;
        return dx * dx + dy * dy < radius * radius;
    }
};

/// Sets every sample to the input at its place, `at` being that of the first one.
void fill(cudaStream_t stream, const Noise& input, Point at, gpu::DeviceView<float> out);
void fill(cudaStream_t stream, const NoiseBytes& input, Point at, gpu::DeviceView<std::uint8_t> out);
void fill(cudaStream_t stream, const Mask& input, Point at, gpu::DeviceView<std::uint8_t> out);

/// What any kernel is held against: streams of 16-byte vectors.
/// \pre both are 16-byte aligned; bytes is a multiple of 16
void streamOut(cudaStream_t stream, std::byte* to, std::size_t bytes);
void streamThrough(cudaStream_t stream, const std::byte* from, std::byte* to, std::size_t bytes);
/// Reads `once` bytes and writes them again and again until all `bytes` are set.
void streamRepeated(cudaStream_t stream, const std::byte* from, std::size_t once, std::byte* to,
                    std::size_t bytes);

}  // namespace burin::bench
