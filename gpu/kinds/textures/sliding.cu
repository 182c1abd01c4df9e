// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/textures/extremes.hpp"

#include "gpu/kinds/form/pointwise.cuh"
#include "gpu/kinds/textures/rolling.cuh"

#include <cuda_pipeline.h>

// Large squares: the greatest sample of a window along each row, and then along each column. After M. van
// Herk, A fast algorithm for local minimum and maximum filters on rectangular and octagonal kernels, 1992,
// with segments of 16 samples instead of a window's length: a window is the end of one segment, whole
// segments, and the beginning of another one. So a thread keeps a segment in registers, for windows of any
// length.

namespace burin::gpu::extremes {

namespace {

constexpr int segment = 16;

/// How windows lie on segments. A window that starts at sample a of segment s ends in segment s + whole, at
/// sample a + rest; or in the next one if that is too far. \pre 2 radius >= segment
struct Windows {
    int whole;
    int rest;

    explicit Windows(int radius) : whole(2 * radius / segment), rest(2 * radius % segment) {}
    /// Segments that windows of one segment lie in.
    [[nodiscard]] __host__ __device__ int segments() const { return whole + 2; }
};

/// The greatest samples of the windows that start in one segment, in `samples`, which holds that segment.
///
/// \param between  the greatest sample of the segments 1, ..., whole - 1
/// \param last     at(i): sample i of segment `whole`
/// \param beyond   at(i): sample i of the segment after it
template <class Last, class Beyond>
__device__ inline void greatestOfWindows(const Windows& windows, float between, Last last, Beyond beyond,
                                         float (&samples)[segment]) {
#pragma unroll
    for (int a = segment - 2; a >= 0; --a)
        samples[a] = fmaxf(samples[a], samples[a + 1]);
    float greatest = between;
    const int turn = segment - windows.rest;  // from this sample on, windows end in the segment beyond
#pragma unroll
    for (int i = 0; i < segment; ++i) {
        if (i <= windows.rest) greatest = fmaxf(greatest, last(i));
    }
#pragma unroll
    for (int a = 0; a < segment; ++a) {
        if (a > 0 && a < turn) greatest = fmaxf(greatest, last(a + windows.rest));
        if (a >= turn) greatest = fmaxf(greatest, beyond(a - turn));
        samples[a] = fmaxf(samples[a], greatest);
    }
}

constexpr int rowThreads = 128;
constexpr int rowOutputs = rowThreads * segment;
/// Segments in shared memory are a vector longer, so that neighbouring lanes read different banks.
constexpr int rowSegment = segment + 4;
constexpr int rowStages = 2;

/// Along rows: a block computes `rowOutputs` samples of several rows, one after the other. Changes signs.
__global__ void __launch_bounds__(rowThreads)
    alongRows(ConstDeviceSamples in, DeviceSamples out, Windows windows, std::uint32_t mask, int rowsOfBlock,
              bool vectors) {
    extern __shared__ float4 memory[];
    const int thread = static_cast<int>(threadIdx.x);
    const int segments = rowThreads + windows.segments() - 1;
    float* const greatestOf = reinterpret_cast<float*>(memory);  // of each segment
    float* const stages = greatestOf + (segments + 3) / 4 * 4;
    const int stageSize = segments * rowSegment;
    const std::int64_t x = std::int64_t{blockIdx.x} * rowOutputs;
    const std::int64_t y = std::int64_t{blockIdx.y} * rowsOfBlock;
    const auto rows = static_cast<int>(out.height - y < rowsOfBlock ? out.height - y : rowsOfBlock);
    const std::int64_t left = in.width - x;
    const int samples = static_cast<int>(left < segments * segment ? left : segments * segment);
    const auto start = [&](int row) {
        if (row < rows) {
            const float* const from = in.row(y + row) + x;
            float* const to = stages + row % rowStages * stageSize;
            const int quads = vectors ? samples / 4 : 0;
            for (int i = thread; i < quads; i += rowThreads)
                __pipeline_memcpy_async(to + i / 4 * rowSegment + i % 4 * 4, from + 4 * i, 16);
            for (int i = 4 * quads + thread; i < samples; i += rowThreads)
                __pipeline_memcpy_async(to + i / segment * rowSegment + i % segment, from + i, 4);
        }
        __pipeline_commit();
    };
    start(0);
    for (int row = 0; row < rows; ++row) {
        start(row + 1);
        __pipeline_wait_prior(1);
        __syncthreads();
        float* const stage = stages + row % rowStages * stageSize;
        float mine[segment];
        for (int s = thread; s < segments; s += rowThreads) {
            const auto* const quads = reinterpret_cast<const float4*>(stage + s * rowSegment);
            float greatest = -INFINITY;
#pragma unroll
            for (int q = 0; q < segment / 4; ++q) {
                const float4 quad = quads[q];
                const float four[] = {turned(quad.x, mask), turned(quad.y, mask), turned(quad.z, mask),
                                      turned(quad.w, mask)};
#pragma unroll
                for (int k = 0; k < 4; ++k) {
                    if (s == thread) mine[4 * q + k] = four[k];
                    greatest = fmaxf(greatest, four[k]);
                }
            }
            greatestOf[s] = greatest;
        }
        __syncthreads();
        float between = -INFINITY;
        for (int s = 1; s < windows.whole; ++s)
            between = fmaxf(between, greatestOf[thread + s]);
        const float* const last = stage + (thread + windows.whole) * rowSegment;
        greatestOfWindows(
            windows, between, [&](int i) { return turned(last[i], mask); },
            [&](int i) { return turned(last[rowSegment + i], mask); }, mine);
        __syncthreads();
        auto* const quads = reinterpret_cast<float4*>(stage + thread * rowSegment);
#pragma unroll
        for (int q = 0; q < segment / 4; ++q)
            quads[q] = make_float4(mine[4 * q], mine[4 * q + 1], mine[4 * q + 2], mine[4 * q + 3]);
        __syncthreads();
        float* const to = out.row(y + row) + x;
#pragma unroll
        for (int i = thread; i < rowOutputs / 4; i += rowThreads) {
            const auto* const quad = reinterpret_cast<const float4*>(stage + i / 4 * rowSegment) + i % 4;
            if (x + 4 * i + 4 <= out.width) {
                reinterpret_cast<float4*>(to)[i] = *quad;  // rows of scratch memory are aligned
            } else {
                const float four[] = {quad->x, quad->y, quad->z, quad->w};
                for (int k = 0; k < 4; ++k) {
                    if (x + 4 * i + k < out.width) to[4 * i + k] = four[k];
                }
            }
        }
        __syncthreads();
    }
}

constexpr int columnWarps = 8;

/// Along columns: a block walks down 32 columns, and each of its warps computes a segment at a time. Shared
/// memory holds the segments that windows still need, and those that are on their way. Changes signs back.
__global__ void __launch_bounds__(lanes* columnWarps)
    alongColumns(ConstDeviceSamples in, DeviceSamples out, Windows windows, std::uint32_t mask,
                 int segmentsOfBlock) {
    extern __shared__ float4 memory[];
    const int lane = static_cast<int>(threadIdx.x) % lanes;
    const int warp = static_cast<int>(threadIdx.x) / lanes;
    const int kept = windows.segments() - 1 + 2 * columnWarps;
    float* const ring = reinterpret_cast<float*>(memory);
    float* const greatestOf = ring + kept * segment * lanes;
    const std::int64_t x = std::int64_t{blockIdx.x} * lanes + lane;
    const std::int64_t y = std::int64_t{blockIdx.y} * segmentsOfBlock * segment;
    const bool inside = x < in.width;
    const std::int64_t rowsLeft = out.height - y;
    const auto wanted = static_cast<int>(rowsLeft < std::int64_t{segmentsOfBlock} * segment
                                             ? (rowsLeft + segment - 1) / segment
                                             : segmentsOfBlock);
    const int all = wanted + windows.segments() - 1;
    const auto start = [&](int s) {
        if (s < all && inside) {
            float* const to = ring + s % kept * segment * lanes + lane;
            const float* from = in.row(y + std::int64_t{s} * segment) + x;
            const std::int64_t rows = in.height - (y + std::int64_t{s} * segment);
#pragma unroll
            for (int i = 0; i < segment; ++i, from += in.stride) {
                if (i < rows) __pipeline_memcpy_async(to + i * lanes, from, 4);
            }
        }
        __pipeline_commit();
    };
    start(warp);
    for (int s = warp; s - warp < all; s += columnWarps) {
        start(s + columnWarps);
        __pipeline_wait_prior(1);
        float* const mine = ring + s % kept * segment * lanes + lane;
        if (s < all) {
            float greatest = mine[0];
#pragma unroll
            for (int i = 1; i < segment; ++i)
                greatest = fmaxf(greatest, mine[i * lanes]);
            greatestOf[s % kept * lanes + lane] = greatest;
        }
        __syncthreads();
        const int first = s - (windows.segments() - 1);  // its windows end in segment s at the latest
        if (first >= 0 && first < wanted) {
            float samples[segment];
            const float* const from = ring + first % kept * segment * lanes + lane;
#pragma unroll
            for (int i = 0; i < segment; ++i)
                samples[i] = from[i * lanes];
            float between = -INFINITY;
            int slot = first % kept;
            for (int k = 1; k < windows.whole; ++k) {
                slot = slot + 1 == kept ? 0 : slot + 1;
                between = fmaxf(between, greatestOf[slot * lanes + lane]);
            }
            const float* const last = ring + (s - 1) % kept * segment * lanes + lane;
            greatestOfWindows(
                windows, between, [&](int i) { return last[i * lanes]; },
                [&](int i) { return mine[i * lanes]; }, samples);
            const std::int64_t row = y + std::int64_t{first} * segment;
            float* to = out.row(row) + x;
#pragma unroll
            for (int i = 0; i < segment; ++i, to += out.stride) {
                if (inside && row + i < out.height) __stcs(to, turned(samples[i], mask));
            }
        }
        __syncthreads();  // the oldest segments may be overwritten
    }
}

}  // namespace

std::size_t squareScratchBytes(const Size& out, int radius) {
    if (radius <= mostTiledSquare) return 0;
    return DeviceScratch::padded(alignedBytes<float>(out.width, out.height + 2 * radius));
}

void square(cudaStream_t cudaStream, Extreme which, ConstDeviceSamples padded, DeviceSamples out, int radius,
            DeviceScratch& scratch) {
    if (radius <= mostRolledSquare) return rolledSquare(cudaStream, which, padded, out, radius);
    if (radius <= mostTiledSquare) return tiledSquare(cudaStream, which, padded, out, radius);
    if (out.width <= 0 || out.height <= 0) return;
    const Windows windows(radius);
    const std::size_t columnBytes =
        static_cast<std::size_t>((windows.segments() - 1 + 2 * columnWarps) * (segment + 1) * lanes) *
        sizeof(float);
    int device = 0;
    int sharedBytes = 0;
    check(cudaGetDevice(&device));
    check(cudaDeviceGetAttribute(&sharedBytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
    if (columnBytes > static_cast<std::size_t>(sharedBytes))
        return wideShape(cudaStream, which, padded, out, radius, false);
    const DeviceSamples rows = scratch.samples<float>(out.width, out.height + 2 * radius);
    const std::uint32_t mask = signMask(which);
    const auto allow = [](auto kernel, std::size_t bytes) {
        check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                   static_cast<int>(bytes)));
    };
    const auto blocksFor = [](std::int64_t count, std::int64_t ofBlock) {
        return static_cast<unsigned>((count + ofBlock - 1) / ofBlock);
    };
    const int segments = rowThreads + windows.segments() - 1;
    const std::size_t rowBytes =
        static_cast<std::size_t>((segments + 3) / 4 * 4 + rowStages * segments * rowSegment) * sizeof(float);
    const auto rowsOfBlock = static_cast<int>(std::max<std::int64_t>(
        std::clamp<std::int64_t>(rows.height * blocksFor(rows.width, rowOutputs) / 4000, 1, 16),
        rows.height / 65535 + 1));
    allow(alongRows, rowBytes);
    alongRows<<<dim3(blocksFor(rows.width, rowOutputs), blocksFor(rows.height, rowsOfBlock)), rowThreads,
                rowBytes, cudaStream>>>(padded, rows, windows, mask, rowsOfBlock, padded.aligned(16));
    check(cudaGetLastError());
    const std::int64_t across = blocksFor(out.width, lanes);
    const std::int64_t all = (out.height + segment - 1) / segment;
    // Each walk first reads a window without a result. Many walks leave no multiprocessor idle at the end.
    const auto segmentsOfBlock = static_cast<int>(std::max<std::int64_t>(
        std::max<std::int64_t>(all * across / 3000, 6 * windows.segments()), all / 65535 + 1));
    allow(alongColumns, columnBytes);
    alongColumns<<<dim3(static_cast<unsigned>(across), blocksFor(all, segmentsOfBlock)), lanes * columnWarps,
                   columnBytes, cudaStream>>>(rows, out, windows, mask, segmentsOfBlock);
    check(cudaGetLastError());
}

}  // namespace burin::gpu::extremes
