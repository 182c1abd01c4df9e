// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Windows of 3 x 3. With sorted columns, the median of nine samples is the median of three: the largest
// minimum, the median of the middles, and the smallest maximum. Some cards order three values in one
// instruction.

#include "gpu/device/check.hpp"
#include "gpu/device/residency.hpp"
#include "gpu/kinds/methods/median_packing.cuh"

namespace burin::gpu::median {

__device__ inline float lesser(float a, float b, float c) {
    return fminf(fminf(a, b), c);
}
__device__ inline float greater(float a, float b, float c) {
    return fmaxf(fmaxf(a, b), c);
}
__device__ inline BytePair lesser(BytePair a, BytePair b, BytePair c) {
    return {__vimin3_u16x2(a.bits, b.bits, c.bits)};
}
__device__ inline BytePair greater(BytePair a, BytePair b, BytePair c) {
    return {__vimax3_u16x2(a.bits, b.bits, c.bits)};
}
template <class T>
__device__ inline T middle(T a, T b, T c) {
    return greater(lesser(a, b), lesser(greater(a, b), c));
}

/// The medians of a row of windows, from the sorted columns.
template <class T, int count>
__device__ __forceinline__ RegisterList<T, count> mediansOfColumns(
    const RegisterList<T, 3> (&columns)[count + 2]) {
    RegisterList<T, count> result;
#pragma unroll
    for (int i = 0; i < count; ++i) {
        const RegisterList<T, 3>& a = columns[i];
        const RegisterList<T, 3>& b = columns[i + 1];
        const RegisterList<T, 3>& c = columns[i + 2];
        result.at[i] = middle(greater(a.at[0], b.at[0], c.at[0]), middle(a.at[1], b.at[1], c.at[1]),
                              lesser(a.at[2], b.at[2], c.at[2]));
    }
    return result;
}

template <bool vectors, class Sample, int width, int height>
__device__ __forceinline__ void mediansOfThree(const ThreadTile<Sample, 1, width, height>& tile) {
    using Tile = ThreadTile<Sample, 1, width, height>;
    using Value = typename Tile::Value;
    Value samples[Tile::rows][Tile::columns];
    tile.template load<vectors>(samples);
#pragma unroll
    for (int y = 0; y < height; y += 2) {  // two rows of windows share two rows of samples
        RegisterList<Value, 3> upper[width + 2];
        RegisterList<Value, 3> lower[width + 2];
#pragma unroll
        for (int x = 0; x < width + 2; ++x) {
            const Value above = samples[y][x];
            const Value below = samples[y + 3][x];
            const Value low = lesser(samples[y + 1][x], samples[y + 2][x]);
            const Value high = greater(samples[y + 1][x], samples[y + 2][x]);
            upper[x] = {{lesser(low, above), greater(low, lesser(high, above)), greater(high, above)}};
            lower[x] = {{lesser(low, below), greater(low, lesser(high, below)), greater(high, below)}};
        }
        tile.store(y, mediansOfColumns<Value, width>(upper));
        tile.store(y + 1, mediansOfColumns<Value, width>(lower));
    }
}

/// Medians of 3 x 3 samples, width x height values a thread, with `blocks` blocks on a multiprocessor.
template <class Sample, int width, int height, int blocks>
__global__ void __launch_bounds__(blockWidth* blockHeight, blocksThatFit(blockWidth* blockHeight, blocks))
    threeKernel(DeviceView<const Sample> padded, DeviceView<Sample> out, Alignment alignment) {
    const ThreadTile<Sample, 1, width, height> tile(padded, out, alignment);
    if (tile.empty()) return;
    if (tile.readsVectors()) {
        mediansOfThree<true>(tile);
    } else {
        mediansOfThree<false>(tile);
    }
}

/// \pre padded is larger than out by 2 samples on each axis
template <int width, int height, int blocks, class Sample>
void medianOfThree(cudaStream_t cudaStream, DeviceView<const Sample> padded, DeviceView<Sample> out) {
    constexpr int samples = Packing<Sample, width>::samples;
    const Alignment alignment(padded, out, samples * sizeof(Sample));
    threeKernel<Sample, width, height, blocks>
        <<<blocksOver(out, alignment.lead, samples, height), dim3(blockWidth, blockHeight), 0, cudaStream>>>(
            padded, out, alignment);
    check(cudaGetLastError());
}

}  // namespace burin::gpu::median
