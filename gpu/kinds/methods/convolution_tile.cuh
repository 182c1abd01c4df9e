// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The common part of the convolution kernels: how samples get into shared memory and how sums are written.

#include "gpu/kinds/form/pointwise.cuh"

#include <cuda_pipeline.h>
#include <cstddef>
#include <cstdint>

namespace burin::gpu::convolution {

/// Starts to copy `rows` rows of `quads` times four samples, from column x, row y of `source` on, into shared
/// memory. Samples outside of `source` become 0. place(row, quad) returns the 16-byte aligned destination of
/// four samples.
///
/// All threads of the block must take part. The samples are available after waitForTile().
/// \pre vectors: the rows of `source` are 16-byte aligned and x is a multiple of 4
template <class Place>
__device__ inline void startTile(ConstDeviceSamples source, std::int64_t x, std::int64_t y, int rows,
                                 int quads, bool vectors, Place place) {
    for (int i = static_cast<int>(threadIdx.x); i < rows * quads; i += static_cast<int>(blockDim.x)) {
        const int row = i / quads;
        const int quad = i - row * quads;
        const std::int64_t left = y + row < source.height ? source.width - (x + 4 * quad) : 0;
        const int valid = left < 0 ? 0 : left < 4 ? static_cast<int>(left) : 4;
        const float* const from = valid > 0 ? source.row(y + row) + x + 4 * quad : source.data;
        float* const to = place(row, quad);
        if (vectors && valid % 4 == 0) {  // all four or none: memory after a row may be uninitialised
            __pipeline_memcpy_async(to, from, 16, static_cast<std::size_t>(16 - 4 * valid));
        } else {
            for (int k = 0; k < 4; ++k)
                __pipeline_memcpy_async(to + k, k < valid ? from + k : source.data, 4, k < valid ? 0 : 4);
        }
    }
    __pipeline_commit();
}

/// Like startTile(), for a tile of 32 or more quads inside a source with aligned rows. A warp copies whole
/// rows, which takes few instructions.
template <int threads, int rows, int quads>
__device__ inline void startWholeTile(const float* from, std::ptrdiff_t stride,
                                      float (&tile)[rows][4 * quads]) {
    constexpr int warps = threads / 32;
    const int warp = static_cast<int>(threadIdx.x) / 32;
    const int lane = static_cast<int>(threadIdx.x) % 32;
    const float* row = from + warp * stride + 4 * lane;
#pragma unroll
    for (int first = 0; first < rows; first += warps, row += warps * stride) {
        if (first + warps <= rows || first + warp < rows)
            __pipeline_memcpy_async(&tile[first + warp][4 * lane], row, 16);
    }
    constexpr int rest = quads - 32;
    for (int i = static_cast<int>(threadIdx.x); i < rows * rest; i += threads) {
        const int column = 4 * (32 + i % rest);
        __pipeline_memcpy_async(&tile[i / rest][column], from + i / rest * stride + column, 16);
    }
    __pipeline_commit();
}

__device__ inline void waitForTile() {
    __pipeline_wait_prior(0);
    __syncthreads();
}

/// Loads `count` times four floats from 16-byte aligned memory.
template <int count>
__device__ inline void loadQuads(const float* from, float (&to)[4 * count]) {
#pragma unroll
    for (int q = 0; q < count; ++q) {
        const float4 quad = *reinterpret_cast<const float4*>(from + 4 * q);
        to[4 * q] = quad.x, to[4 * q + 1] = quad.y, to[4 * q + 2] = quad.z, to[4 * q + 3] = quad.w;
    }
}

/// Writes four neighbours of a row from column x on, except those beyond the row's end. Marks them as not to
/// be read again soon.
__device__ inline void storeQuad(DeviceSamples out, std::int64_t x, std::int64_t y, bool vectors,
                                 const float* sums, float limit) {
    if (y >= out.height) return;
    float* const to = out.row(y) + x;
    if (vectors && x + 4 <= out.width) {
        __stcs(reinterpret_cast<float4*>(to), make_float4(swept(sums[0], limit), swept(sums[1], limit),
                                                          swept(sums[2], limit), swept(sums[3], limit)));
        return;
    }
    for (int k = 0; k < 4; ++k) {
        if (x + k < out.width) to[k] = swept(sums[k], limit);
    }
}

/// Writes a warp's 256 neighbours of a row, eight from each lane, from column x on, except those beyond the
/// row's end.
///
/// If none is beyond it, pairs of lanes first swap quads, so that each store fills whole sectors of 32 bytes.
/// All lanes take part, with the same x and y.
__device__ inline void storeEights(DeviceSamples out, std::int64_t x, std::int64_t y, bool vectors,
                                   const float (&sums)[8], float limit) {
    const int lane = static_cast<int>(threadIdx.x) % 32;
    if (!vectors || x + 256 > out.width) {
        storeQuad(out, x + 8 * lane, y, vectors, sums, limit);
        storeQuad(out, x + 8 * lane + 4, y, vectors, sums + 4, limit);
        return;
    }
    if (y >= out.height) return;
    const bool odd = lane % 2 == 1;
    float first[4];
    float second[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        const float kept = swept(odd ? sums[4 + k] : sums[k], limit);
        const float given = swept(odd ? sums[k] : sums[4 + k], limit);
        const float taken = __shfl_xor_sync(~0U, given, 1);
        first[k] = odd ? taken : kept;
        second[k] = odd ? kept : taken;
    }
    auto* const to = reinterpret_cast<float4*>(out.row(y) + x) + lane / 2 * 4 + lane % 2;
    __stcs(to, make_float4(first[0], first[1], first[2], first[3]));
    __stcs(to + 2, make_float4(second[0], second[1], second[2], second[3]));
}

/// Allows `kernel` to be launched with `bytes` of shared memory.
template <class Kernel>
void allowSharedMemory(Kernel kernel, std::size_t bytes) {
    if (bytes > 48 * 1024) {
        check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                   static_cast<int>(bytes)));
    }
}

inline unsigned blocksFor(std::int64_t samples, std::int64_t ofBlock) {
    return static_cast<unsigned>((samples + ofBlock - 1) / ofBlock);
}

}  // namespace burin::gpu::convolution
