// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The kernel that contains the sorting networks.

#include "gpu/device/check.hpp"
#include "gpu/device/residency.hpp"
#include "gpu/kinds/methods/median_packing.cuh"

namespace burin::gpu::median {

/// Warps of a block for kernels whose instructions do not fit the instruction cache: all warps that a
/// multiprocessor holds. In one block they start together and fetch the same instructions at about the same
/// time. In two blocks they may drift apart, and then take a fifth longer.
inline constexpr int warpsInStep = 8;

/// The samples under width x height windows of side^2 samples, and their medians.
template <class T, int side, int width, int height>
struct Windows {
    using Value = T;
    const T (&samples)[height + side - 1][width + side - 1];
    RegisterList<T, width> (&medians)[height];

    template <int x, int y>
    __device__ __forceinline__ T sample() const {
        return samples[y][x];
    }
    template <int x, int y>
    __device__ __forceinline__ void store(T median) const {
        medians[y].at[x] = median;
    }
};

/// Medians of (2 * radius + 1)^2 samples, 4 x height values a thread, with `blocks` blocks of `warps` warps
/// on a multiprocessor.
template <class Sample, int radius, int height, int blocks, int warps>
__global__ void __launch_bounds__(blockWidth* warps, blocksThatFit(blockWidth* warps, blocks))
    tilesKernel(DeviceView<const Sample> padded, DeviceView<Sample> out, Alignment alignment) {
    using Tile = ThreadTile<Sample, radius, 4, height>;
    using Value = typename Tile::Value;
    const Tile tile(padded, out, alignment);
    if (tile.empty()) return;
    Value samples[Tile::rows][Tile::columns];
    if (tile.readsVectors()) {
        tile.template load<true>(samples);
    } else {
        tile.template load<false>(samples);
    }
    constexpr int side = 2 * radius + 1;
    RegisterList<Value, 4> result[height];
    medians<side, 0, 0, 4, height>(Windows<Value, side, 4, height>{samples, result});
#pragma unroll
    for (int j = 0; j < height; ++j)
        tile.store(j, result[j]);
}

/// \pre padded is larger than out by 2 * radius samples on each axis
template <int radius, int height, int blocks, int warps = blockHeight, class Sample>
void tiledMedian(cudaStream_t cudaStream, DeviceView<const Sample> padded, DeviceView<Sample> out) {
    constexpr int samples = Packing<Sample, 4>::samples;
    constexpr dim3 block(blockWidth, warps);
    const Alignment alignment(padded, out, samples * sizeof(Sample));
    tilesKernel<Sample, radius, height, blocks, warps>
        <<<blocksOver(out, alignment.lead, samples, height, block), block, 0, cudaStream>>>(padded, out,
                                                                                            alignment);
    check(cudaGetLastError());
}

}  // namespace burin::gpu::median
