// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The inputs of the benchmarks: functions of the position, the same on host and device.

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

/// Multiples of 2^-16 in [0, 1): no mean of a few of them is small enough to count as dust.
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

/// A paraboloid as wide as a square of `side`. Its heights, in (0, 1), differ a little by place. They are
/// multiples of 2^-16, because formulas of real numbers are not rounded alike on host and device.
struct Dome {
    std::int64_t side;

    [[nodiscard]] BURIN_BOTH float operator()(std::int64_t x, std::int64_t y) const {
        const std::int64_t dx = 2 * x + 1 - side;
        const std::int64_t dy = 2 * y + 1 - side;
        const std::int64_t height = side * side - dx * dx - dy * dy;
        if (height <= 0) return 0;
        return static_cast<float>(1 + height * 60000 / (side * side) + (scrambled(x, y) >> 23)) * 0x1p-16F;
    }
};

/// Slow hills of 400 to 1000 px in [0, 1], whose places depend on the seed. Multiples of 2^-16, like Dome.
struct Hills {
    std::int64_t seed;

    [[nodiscard]] BURIN_BOTH float operator()(std::int64_t x, std::int64_t y) const {
        const std::int64_t first = wave(3 * x + y + 77 * seed, 1200);
        const std::int64_t second = wave(2 * y - x * seed, 1800);
        return static_cast<float>((first + second) / 2) * 0x1p-16F;
    }

  private:
    /// A parabola up and one down, from 0 to 65,536.
    [[nodiscard]] BURIN_BOTH static std::int64_t wave(std::int64_t at, std::int64_t period) {
        const std::int64_t phase = (at % period + period) % period;
        const std::int64_t half = period / 2;
        const std::int64_t within = phase % half;
        const std::int64_t arch = within * (half - within) * 131'072 / (half * half);
        return phase < half ? 32'768 + arch : 32'768 - arch;
    }
};

enum class White { sparse, discs, dense };

/// A mask of 0 and 255: one sample in a thousand, a disc of 60 to 160 px in each 400 x 400, or every other
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

/// Sets every sample of `out` to the input at its position; `at` is the position of the first sample.
void fill(cudaStream_t cudaStream, const Noise& input, Point at, gpu::DeviceView<float> out);
void fill(cudaStream_t cudaStream, const Hills& input, Point at, gpu::DeviceView<float> out);
void fill(cudaStream_t cudaStream, const Dome& input, Point at, gpu::DeviceView<float> out);
void fill(cudaStream_t cudaStream, const NoiseBytes& input, Point at, gpu::DeviceView<std::uint8_t> out);
void fill(cudaStream_t cudaStream, const Mask& input, Point at, gpu::DeviceView<std::uint8_t> out);

/// The reference for every kernel: streams of 16-byte vectors.
/// \pre both are 16-byte aligned; bytes is a multiple of 16
void streamOut(cudaStream_t cudaStream, std::byte* to, std::size_t bytes);
void streamThrough(cudaStream_t cudaStream, const std::byte* from, std::byte* to, std::size_t bytes);
/// Reads `once` bytes and writes them repeatedly until all `bytes` are set.
void streamRepeated(cudaStream_t cudaStream, const std::byte* from, std::size_t once, std::byte* to,
                    std::size_t bytes);

}  // namespace burin::bench
