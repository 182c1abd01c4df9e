// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How the kernels for small windows read and write. A thread reads neighbouring samples of a row as vectors,
// and the threads are placed so that these are aligned wherever a view starts.

#include "gpu/device/view.hpp"
#include "gpu/kinds/methods/median_network.cuh"

#include <cstdint>
#include <type_traits>

namespace burin::gpu::median {

inline constexpr int blockWidth = 32;
inline constexpr int blockHeight = 4;  ///< the usual number of rows of threads

/// How the samples of a row are packed into values. The i-th value holds sample i; with bytes it also holds
/// sample i + width, so that `width` values and their shared surroundings fill a thread's row.
template <class Sample, int width>
struct Packing;

template <>
struct Packing<float, 4> {
    using Value = float;
    static constexpr int samples = 4;  ///< samples per thread and row
    /// The number of samples that loadVectors() reads.
    [[nodiscard]] static constexpr int read(int count) { return count; }

    /// Loads `count` values. \pre `row` is aligned to `samples` samples
    template <int count>
    __device__ __forceinline__ static void loadVectors(const float* row, Value (&out)[count]) {
        static_assert(count % 2 == 0);
#pragma unroll
        for (int i = 0; i + 4 <= count; i += 4) {
            const float4 v = __ldg(reinterpret_cast<const float4*>(row + i));
            out[i] = v.x, out[i + 1] = v.y, out[i + 2] = v.z, out[i + 3] = v.w;
        }
        if constexpr (count % 4 == 2) {
            const float2 v = __ldg(reinterpret_cast<const float2*>(row + count - 2));
            out[count - 2] = v.x, out[count - 1] = v.y;
        }
    }
    /// Like the function above, from any address; values before sample `first` and after `last` are
    /// arbitrary.
    template <int count>
    __device__ __forceinline__ static void load(const float* row, int first, int last, Value (&out)[count]) {
#pragma unroll
        for (int i = 0; i < count; ++i)
            out[i] = __ldg(row + min(max(i, first), last));
    }
    __device__ __forceinline__ static void storeVector(float* row, const RegisterList<Value, 4>& in) {
        __stcs(reinterpret_cast<float4*>(row), make_float4(in.at[0], in.at[1], in.at[2], in.at[3]));
    }
    /// Stores only samples `first` to `end`.
    __device__ __forceinline__ static void store(float* row, int first, int end,
                                                 const RegisterList<Value, 4>& in) {
#pragma unroll
        for (int i = 0; i < samples; ++i) {
            if (i >= first && i < end) row[i] = in.at[i];
        }
    }
};

template <int width>
struct Packing<std::uint8_t, width> {
    using Value = BytePair;
    using Vector = std::conditional_t<width == 8, uint4, uint2>;
    static constexpr int samples = 2 * width;
    static constexpr int vectorWords = width / 2;
    [[nodiscard]] static constexpr int words(int count) { return (count + width + 3) / 4; }
    [[nodiscard]] static constexpr int read(int count) { return 4 * words(count); }

    /// Bytes i and i + width of `words`, each repeated in its half: 257 * sample.
    template <int count, int number>
    __device__ __forceinline__ static void unpack(const std::uint32_t (&words)[number], Value (&out)[count]) {
#pragma unroll
        for (int i = 0; i < count; ++i) {
            const unsigned byte = i % 4;
            out[i].bits = __byte_perm(words[i / 4], words[(i + width) / 4], 0x4400 + 0x1111 * byte);
        }
    }
    template <int count>
    __device__ __forceinline__ static void loadVectors(const std::uint8_t* row, Value (&out)[count]) {
        constexpr int number = words(count);
        std::uint32_t loaded[number];
#pragma unroll
        for (int i = 0; i + vectorWords <= number; i += vectorWords) {
            const Vector v = __ldg(reinterpret_cast<const Vector*>(row + 4 * i));
            loaded[i] = v.x, loaded[i + 1] = v.y;
            if constexpr (width == 8) loaded[i + 2] = v.z, loaded[i + 3] = v.w;
        }
#pragma unroll
        for (int i = number / vectorWords * vectorWords; i < number; ++i)
            loaded[i] = __ldg(reinterpret_cast<const std::uint32_t*>(row + 4 * i));
        unpack(loaded, out);
    }
    /// Like the function above, from any address. Reads only words that contain at least one of the row's
    /// samples `first` to `last`; values outside of these are arbitrary.
    template <int count>
    __device__ __forceinline__ static void load(const std::uint8_t* row, int first, int last,
                                                Value (&out)[count]) {
        const auto misfit = static_cast<int>(reinterpret_cast<std::uintptr_t>(row) % 4);
        const auto* aligned = reinterpret_cast<const std::uint32_t*>(row - misfit);
        std::uint32_t loaded[words(count)];
        const auto word = [=](int i) {
            return __ldg(aligned + min(max(4 * i, misfit + first), misfit + last) / 4);
        };
        std::uint32_t next = word(0);
#pragma unroll
        for (int i = 0; i < words(count); ++i) {
            const std::uint32_t left = next;
            next = word(i + 1);
            loaded[i] = __funnelshift_r(left, next, static_cast<unsigned>(8 * misfit));
        }
        unpack(loaded, out);
    }
    /// Word i of a row of samples.
    template <int i>
    __device__ __forceinline__ static std::uint32_t word(const RegisterList<Value, width>& in) {
        constexpr int first = 4 * i % width;
        constexpr unsigned half = 4 * i < width ? 0x0040 : 0x0062;
        const std::uint32_t low = __byte_perm(in.at[first].bits, in.at[first + 1].bits, half);
        const std::uint32_t high = __byte_perm(in.at[first + 2].bits, in.at[first + 3].bits, half);
        return __byte_perm(low, high, 0x5410);
    }
    __device__ __forceinline__ static Vector packed(const RegisterList<Value, width>& in) {
        if constexpr (width == 8) {
            return make_uint4(word<0>(in), word<1>(in), word<2>(in), word<3>(in));
        } else {
            return make_uint2(word<0>(in), word<1>(in));
        }
    }
    __device__ __forceinline__ static void storeVector(std::uint8_t* row,
                                                       const RegisterList<Value, width>& in) {
        __stcs(reinterpret_cast<Vector*>(row), packed(in));
    }
    __device__ __forceinline__ static void store(std::uint8_t* row, int first, int end,
                                                 const RegisterList<Value, width>& in) {
#pragma unroll
        for (int i = 0; i < samples; ++i) {
            const std::uint32_t value = in.at[i % width].bits >> (i < width ? 0 : 16);
            if (i >= first && i < end) row[i] = static_cast<std::uint8_t>(value);
        }
    }
};

/// Where threads start so that they read aligned parts of the rows of `padded`.
struct Alignment {
    int lead;     ///< samples to the left of the first output
    bool loads;   ///< whether all padded rows are aligned there
    bool stores;  ///< whether the output rows are aligned too

    template <class Sample>
    Alignment(DeviceView<const Sample> padded, DeviceView<Sample> out, std::size_t bytes) {
        const std::size_t misfit = reinterpret_cast<std::uintptr_t>(padded.data) % bytes;
        lead = static_cast<int>(misfit / sizeof(Sample));
        padded.data -= lead;
        out.data -= lead;
        loads = padded.aligned(bytes);
        stores = out.aligned(bytes);
    }
};

/// The tile of one thread: `width` values in each of `height` rows, and the samples under their windows.
template <class Sample, int radius, int width, int height>
class ThreadTile {
  public:
    using Packed = Packing<Sample, width>;
    using Value = typename Packed::Value;
    static constexpr int columns = width + 2 * radius;  ///< values under the windows
    static constexpr int rows = height + 2 * radius;

    __device__ ThreadTile(DeviceView<const Sample> padded, DeviceView<Sample> out, Alignment alignment)
        : padded_(padded),
          out_(out),
          alignment_(alignment),
          x_(static_cast<int>(blockIdx.x * blockWidth + threadIdx.x) * Packed::samples - alignment.lead),
          y_(static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y) * height) {}

    /// Whether the tile contains no output.
    [[nodiscard]] __device__ bool empty() const { return x_ >= out_.width || y_ >= out_.height; }
    /// Whether all samples that vectors would read exist and are aligned.
    [[nodiscard]] __device__ bool readsVectors() const {
        return alignment_.loads && x_ >= 0 && x_ + Packed::read(columns) <= padded_.width &&
               y_ + rows <= padded_.height;
    }
    template <bool vectors>
    __device__ __forceinline__ void load(Value (&samples)[rows][columns]) const {
        const int last = static_cast<int>(padded_.width) - 1 - x_;
#pragma unroll
        for (int j = 0; j < rows; ++j) {
            if (vectors) {
                Packed::loadVectors(padded_.row(y_ + j) + x_, samples[j]);
            } else {
                const int y = min(y_ + j, static_cast<int>(padded_.height) - 1);
                Packed::load(padded_.row(y) + x_, -x_, last, samples[j]);
            }
        }
    }
    /// Writes row j of the medians, except beyond the outputs.
    __device__ __forceinline__ void store(int j, const RegisterList<Value, width>& medians) const {
        if (y_ + j >= out_.height) return;
        Sample* row = out_.row(y_ + j) + x_;
        if (alignment_.stores && x_ >= 0 && x_ + Packed::samples <= out_.width) {
            Packed::storeVector(row, medians);
        } else {
            Packed::store(row, -x_, static_cast<int>(out_.width) - x_, medians);
        }
    }

  private:
    DeviceView<const Sample> padded_;
    DeviceView<Sample> out_;
    Alignment alignment_;
    int x_;  ///< place of the first sample, in the frame of the outputs
    int y_;
};

/// Blocks of `block` threads, each with a tile of samples x height, that cover the outputs.
template <class Sample>
[[nodiscard]] dim3 blocksOver(DeviceView<Sample> out, int lead, int samples, int height,
                              dim3 block = {blockWidth, blockHeight}) {
    const int across = static_cast<int>(block.x) * samples;
    const int down = static_cast<int>(block.y) * height;
    return {static_cast<unsigned>((out.width + lead + across - 1) / across),
            static_cast<unsigned>((out.height + down - 1) / down)};
}

}  // namespace burin::gpu::median
