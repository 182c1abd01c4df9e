// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/textures/rolling.cuh"

// Squares of middle sizes. A block reads a tile, finds the greatest samples of windows along its rows, in
// place, and then along its columns, so that no intermediate picture is needed. Windows are divided into
// segments as in sliding.cu, and a thread walks along a line with three segments in registers.

namespace burin::gpu::extremes {

namespace {

constexpr int segment = 16;
/// The number of samples behind a segment that the windows of the segment reach.
constexpr int margin = 2 * segment;
/// The segments across the result of a tile.
constexpr int segmentsAcross = 6;
constexpr int segmentsDown = 5;
constexpr int tileWidth = segmentsAcross * segment;
constexpr int tileHeight = segmentsDown * segment;
/// The columns that a tile reads.
constexpr int columns = tileWidth + margin;
constexpr int rows = tileHeight + margin;
/// Rows in shared memory are a vector longer, so that neighbouring lanes read different banks.
constexpr int pitch = columns + 4;
/// One thread for each row.
constexpr int tiledThreads = rows;
constexpr std::size_t tileBytes = sizeof(float) * rows * pitch;

/// The greatest samples of the windows that start in the first `count` segments of a line.
///
/// \param read   read(s, samples): segment s
/// \param write  write(s, samples): the greatest samples of the windows that start in segment s
template <int radius, int count, class Read, class Write>
__device__ inline void greatestAlong(Read read, Write write) {
    // A window that starts at sample a of a segment ends at sample a + rest of the next one.
    constexpr int rest = 2 * radius - segment;
    static_assert(rest >= 0 && rest < segment);
    float mine[segment];
    float next[segment];
    float beyond[segment];
    read(0, mine);
    read(1, next);
#pragma unroll
    for (int s = 0; s < count; ++s) {
        read(s + 2, beyond);
#pragma unroll
        for (int a = segment - 2; a >= 0; --a)
            mine[a] = fmaxf(mine[a], mine[a + 1]);
        float greatest = next[0];
#pragma unroll
        for (int i = 1; i <= rest; ++i)
            greatest = fmaxf(greatest, next[i]);
#pragma unroll
        for (int a = 0; a < segment; ++a) {
            const int end = a + rest;
            if (a > 0)
                greatest = fmaxf(greatest, end < segment ? next[end % segment] : beyond[end % segment]);
            mine[a] = fmaxf(mine[a], greatest);
        }
        write(s, mine);
#pragma unroll
        for (int a = 0; a < segment; ++a) {
            mine[a] = next[a];
            next[a] = beyond[a];
        }
    }
}

/// Reads a tile of the neighbourhood, except what lies outside of the neighbourhood.
__device__ inline void readTile(float* tile, const ConstDeviceSamples& padded, std::int64_t x, std::int64_t y,
                                bool vectors) {
    constexpr int quads = columns / 4;
    const auto width = static_cast<int>(min(padded.width - x, std::int64_t{columns}));
    const auto height = static_cast<int>(min(padded.height - y, std::int64_t{rows}));
    for (int i = static_cast<int>(threadIdx.x); i < quads * height; i += tiledThreads) {
        const int row = i / quads;
        const int column = 4 * (i - row * quads);
        const float* const from = padded.row(y + row) + x + column;
        float* const to = tile + row * pitch + column;
        if (vectors && column + 4 <= width) {
            __pipeline_memcpy_async(to, from, 16);
            continue;
        }
        for (int k = 0; k < 4 && column + k < width; ++k)
            __pipeline_memcpy_async(to + k, from + k, 4);
    }
    __pipeline_commit();
    __pipeline_wait_prior(0);
}

template <int radius>
__global__ void __launch_bounds__(tiledThreads)
    tiledKernel(ConstDeviceSamples padded, DeviceSamples out, std::uint32_t mask, bool vectors) {
    extern __shared__ float4 memory[];
    auto* const tile = reinterpret_cast<float*>(memory);
    const auto thread = static_cast<int>(threadIdx.x);
    const std::int64_t left = std::int64_t{blockIdx.x} * tileWidth;
    const std::int64_t top = std::int64_t{blockIdx.y} * tileHeight;
    readTile(tile, padded, left, top, vectors);
    __syncthreads();

    auto* const row = reinterpret_cast<float4*>(tile + thread * pitch);
    greatestAlong<radius, segmentsAcross>(
        [&](int s, float(&samples)[segment]) {
#pragma unroll
            for (int q = 0; q < segment / 4; ++q) {
                const float4 quad = row[s * segment / 4 + q];
                samples[4 * q] = turned(quad.x, mask);
                samples[4 * q + 1] = turned(quad.y, mask);
                samples[4 * q + 2] = turned(quad.z, mask);
                samples[4 * q + 3] = turned(quad.w, mask);
            }
        },
        [&](int s, const float(&samples)[segment]) {
#pragma unroll
            for (int q = 0; q < segment / 4; ++q)
                row[s * segment / 4 + q] =
                    make_float4(samples[4 * q], samples[4 * q + 1], samples[4 * q + 2], samples[4 * q + 3]);
        });
    __syncthreads();

    if (thread >= tileWidth || left + thread >= out.width) return;
    const float* const column = tile + thread;
    float* to = out.row(top) + left + thread;
    const auto height = static_cast<int>(min(out.height - top, std::int64_t{tileHeight}));
    greatestAlong<radius, segmentsDown>(
        [&](int s, float(&samples)[segment]) {
#pragma unroll
            for (int i = 0; i < segment; ++i)
                samples[i] = column[(s * segment + i) * pitch];
        },
        [&](int s, const float(&samples)[segment]) {
#pragma unroll
            for (int i = 0; i < segment; ++i) {
                if (s * segment + i < height) __stcs(to, turned(samples[i], mask));
                to += out.stride;
            }
        });
}

template <int radius>
void launchTiled(cudaStream_t cudaStream, Extreme which, ConstDeviceSamples padded, DeviceSamples out) {
    const auto kernel = tiledKernel<radius>;
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(tileBytes)));
    const dim3 tiles(static_cast<unsigned>((out.width + tileWidth - 1) / tileWidth),
                     static_cast<unsigned>((out.height + tileHeight - 1) / tileHeight));
    kernel<<<tiles, tiledThreads, tileBytes, cudaStream>>>(padded, out, signMask(which), padded.aligned(16));
    check(cudaGetLastError());
}

}  // namespace

void tiledSquare(cudaStream_t cudaStream, Extreme which, ConstDeviceSamples padded, DeviceSamples out,
                 int radius) {
    if (out.width <= 0 || out.height <= 0) return;
    withRadius<mostTiledSquare - mostRolledSquare>(radius - mostRolledSquare, [&](auto more) {
        launchTiled<mostRolledSquare + decltype(more)::value>(cudaStream, which, padded, out);
    });
}

}  // namespace burin::gpu::extremes
