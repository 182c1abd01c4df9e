// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/textures/extremes.hpp"

#include "gpu/device/current_device.hpp"
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
struct WindowSegments {
    int whole;
    int rest;

    explicit WindowSegments(int radius) : whole(2 * radius / segment), rest(2 * radius % segment) {}
    /// The number of segments that the windows of one segment lie in.
    [[nodiscard]] __host__ __device__ int segments() const { return whole + 2; }
    /// The number of segments that lie wholly in all windows of one segment.
    [[nodiscard]] __device__ int between() const { return whole - 1; }
};

/// Samples next to each other, which are read and stored as one vector.
template <int count>
struct alignas(sizeof(float) * count) Samples {
    float of[count];
};

template <int count>
__device__ inline Samples<count> greater(Samples<count> a, const Samples<count>& b) {
#pragma unroll
    for (int k = 0; k < count; ++k)
        a.of[k] = fmaxf(a.of[k], b.of[k]);
    return a;
}

/// The greatest of `count` numbers. \pre count > 0
///
/// \param one   one(k): number k
/// \param four  four(k): the greatest of the numbers k, ..., k + 3
template <class One, class Four>
__device__ inline auto greatestOfMany(int count, One one, Four four) {
    auto greatest = count < 4 ? one(count - 1) : four(count - 4);
    if (count < 4) {
        for (int k = 0; k < count - 1; ++k)
            greatest = greater(greatest, one(k));
    } else {
        for (int k = 0; k < count - 4; k += 4)
            greatest = greater(greatest, four(k));
    }
    return greatest;
}

// Along rows. Neighbouring blocks compute neighbouring parts of a row, one part each, because memory is
// fastest if everything that is read and written at a time lies close together.

constexpr int mostRowThreads = 160;
constexpr int rowBlocksAtOnce = 6;  ///< blocks of a multiprocessor
/// Segments in shared memory are a vector longer, so that neighbouring lanes read different banks.
constexpr int rowSegment = segment + 4;

/// Shared memory of a block whose threads compute a segment each.
struct RowPlan {
    int segments;  ///< segments that the block reads
    int maxima;    ///< room for the maxima of segments, in whole vectors

    __host__ __device__ RowPlan(int threads, const WindowSegments& windows)
        : segments(threads + windows.segments() - 1), maxima((segments + 3) / 4 * 4) {}
    [[nodiscard]] std::size_t bytes() const {
        return static_cast<std::size_t>(2 * maxima + segments * rowSegment) * sizeof(float);
    }
};

/// Reads the first `count` samples of a segment.
template <int count>
__device__ inline void readSegment(const float* from, std::uint32_t mask, float (&to)[segment]) {
#pragma unroll
    for (int q = 0; q < (count + 3) / 4; ++q) {
        const float4 quad = reinterpret_cast<const float4*>(from)[q];
        to[4 * q] = turned(quad.x, mask);
        to[4 * q + 1] = turned(quad.y, mask);
        to[4 * q + 2] = turned(quad.z, mask);
        to[4 * q + 3] = turned(quad.w, mask);
    }
}

__device__ inline float greatestOfSegment(const float (&samples)[segment]) {
    float greatest = samples[0];
#pragma unroll
    for (int i = 1; i < segment; ++i)
        greatest = fmaxf(greatest, samples[i]);
    return greatest;
}

/// Queues the copy of `count` samples of a row to segments in shared memory, by all threads of the block.
__device__ inline void startRow(const float* from, int count, float* to, bool vectors) {
    const auto thread = static_cast<int>(threadIdx.x);
    const auto threads = static_cast<int>(blockDim.x);
    const int quads = vectors ? count / 4 : 0;
    for (int i = thread; i < quads; i += threads)
        __pipeline_memcpy_async(to + i / 4 * rowSegment + i % 4 * 4, from + 4 * i, 16);
    for (int i = 4 * quads + thread; i < count; i += threads)
        __pipeline_memcpy_async(to + i / segment * rowSegment + i % segment, from + i, 4);
    __pipeline_commit();
}

/// A block computes a segment of a row for each of its threads. Changes signs.
///
/// \tparam rest  windows.rest, so that all samples that a thread reads are in registers
template <int rest>
__global__ void __launch_bounds__(mostRowThreads, rowBlocksAtOnce)
    alongRows(ConstDeviceSamples in, DeviceSamples out, WindowSegments windows, std::uint32_t mask,
              int blocksOfRow, bool vectors) {
    extern __shared__ float4 memory[];
    const auto thread = static_cast<int>(threadIdx.x);
    const auto threads = static_cast<int>(blockDim.x);
    const RowPlan plan(threads, windows);
    auto* const greatestOf = reinterpret_cast<float*>(memory);  // greatest sample of each segment
    float* const greatestOfFour = greatestOf + plan.maxima;     // greatest sample of each segment and the
                                                                // three after it
    float* const samples = greatestOfFour + plan.maxima;
    const int outputs = threads * segment;
    const auto y = static_cast<std::int64_t>(blockIdx.x / blocksOfRow);
    const std::int64_t x = (blockIdx.x - y * blocksOfRow) * outputs;
    const auto count = static_cast<int>(min(in.width - x, std::int64_t{plan.segments * segment}));
    startRow(in.row(y) + x, count, samples, vectors);
    __pipeline_wait_prior(0);
    __syncthreads();

    float mine[segment];
    readSegment<segment>(samples + thread * rowSegment, mask, mine);
    greatestOf[thread] = greatestOfSegment(mine);
    for (int s = threads + thread; s < plan.segments; s += threads) {
        float others[segment];
        readSegment<segment>(samples + s * rowSegment, mask, others);
        greatestOf[s] = greatestOfSegment(others);
    }
    __syncthreads();
    for (int s = thread; s + 3 < plan.segments; s += threads)
        greatestOfFour[s] =
            fmaxf(fmaxf(greatestOf[s], greatestOf[s + 1]), fmaxf(greatestOf[s + 2], greatestOf[s + 3]));
    __syncthreads();

    float last[segment];
    float beyond[segment];
    const float* const end = samples + (thread + windows.whole) * rowSegment;
    readSegment<segment>(end, mask, last);
    readSegment<rest>(end + rowSegment, mask, beyond);
    const int next = thread + 1;
    float greatest = greatestOfMany(
                         windows.between(), [&](int k) { return Samples<1>{{greatestOf[next + k]}}; },
                         [&](int k) { return Samples<1>{{greatestOfFour[next + k]}}; })
                         .of[0];
#pragma unroll
    for (int a = segment - 2; a >= 0; --a)
        mine[a] = fmaxf(mine[a], mine[a + 1]);
#pragma unroll
    for (int i = 0; i < rest; ++i)
        greatest = fmaxf(greatest, last[i]);
#pragma unroll
    for (int a = 0; a < segment; ++a) {
        greatest =
            fmaxf(greatest, a + rest < segment ? last[(a + rest) % segment] : beyond[(a + rest) % segment]);
        mine[a] = fmaxf(mine[a], greatest);
    }
    __syncthreads();
    auto* const to = reinterpret_cast<float4*>(samples + thread * rowSegment);
#pragma unroll
    for (int q = 0; q < segment / 4; ++q)
        to[q] = make_float4(mine[4 * q], mine[4 * q + 1], mine[4 * q + 2], mine[4 * q + 3]);
    __syncthreads();
    // Rows of scratch memory are aligned, and longer than their samples by up to a vector.
    auto* const row = reinterpret_cast<float4*>(out.row(y) + x);
    const auto quads = static_cast<int>(min((out.width - x + 3) / 4, std::int64_t{outputs / 4}));
    for (int i = thread; i < quads; i += threads)
        row[i] = reinterpret_cast<const float4*>(samples + i / 4 * rowSegment)[i % 4];
}

template <int rest>
void launchRows(cudaStream_t cudaStream, ConstDeviceSamples in, DeviceSamples out,
                const WindowSegments& windows, std::uint32_t mask) {
    const std::int64_t segments = (out.width + segment - 1) / segment;
    const std::int64_t blocksOfRow = (segments + mostRowThreads - 1) / mostRowThreads;
    // Equal parts of whole warps
    const std::int64_t warps = ((segments + blocksOfRow - 1) / blocksOfRow + lanes - 1) / lanes;
    const auto threads = static_cast<int>(warps * lanes);
    const std::size_t bytes = RowPlan(threads, windows).bytes();
    check(cudaFuncSetAttribute(alongRows<rest>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(bytes)));
    alongRows<rest><<<static_cast<unsigned>(blocksOfRow * out.height), threads, bytes, cudaStream>>>(
        in, out, windows, mask, static_cast<int>(blocksOfRow), in.aligned(16));
    check(cudaGetLastError());
}

// Along columns. A block walks down strips of columns. Shared memory holds the segments that windows still
// need, and those that are on their way.

constexpr int columnWarps = 8;

/// Shared memory of a block. \tparam columns  per lane
template <int columns>
struct Ring {
    static constexpr int pitch = lanes * columns;

    int slots;  ///< room for this many segments
    Samples<columns>* samples;
    Samples<columns>* greatestOf;      ///< greatest sample of each segment
    Samples<columns>* greatestOfFour;  ///< greatest sample of each segment and the three before it

    __device__ Ring(const WindowSegments& windows, float4* memory)
        : slots(slotsFor(windows)),
          samples(reinterpret_cast<Samples<columns>*>(memory) + threadIdx.x % lanes),
          greatestOf(samples + slots * segment * lanes),
          greatestOfFour(greatestOf + slots * lanes) {}
    [[nodiscard]] static __host__ __device__ int slotsFor(const WindowSegments& windows) {
        return windows.segments() - 1 + 2 * columnWarps;
    }
    [[nodiscard]] static std::size_t bytes(const WindowSegments& windows) {
        return static_cast<std::size_t>(slotsFor(windows) * (segment + 2) * pitch) * sizeof(float);
    }
    /// The slot that lies `by` after or before another. \pre by <= slots
    [[nodiscard]] __device__ int after(int slot, int by) const {
        return slot + by < slots ? slot + by : slot + by - slots;
    }
    [[nodiscard]] __device__ int before(int slot, int by) const {
        return slot >= by ? slot - by : slot - by + slots;
    }
    /// The samples of the lane in a slot, `lanes` apart.
    [[nodiscard]] __device__ Samples<columns>* in(int slot) const { return samples + slot * segment * lanes; }
    /// The samples of all lanes in a row of a slot.
    [[nodiscard]] __device__ float* row(int slot, int y) const {
        return reinterpret_cast<float*>(in(slot)-threadIdx.x % lanes) + y * pitch;
    }
};

/// A part of a strip that a block walks down.
struct StripWalk {
    std::int64_t x;  ///< column of the lane
    std::int64_t y;
    int wanted;  ///< segments of the result
};

template <int columns>
__device__ inline void storeColumns(float* to, const Samples<columns>& samples, std::int64_t left,
                                    std::uint32_t mask) {
    if constexpr (columns == 2) {
        if (left >= 2) {
            __stcs(reinterpret_cast<float2*>(to),
                   make_float2(turned(samples.of[0], mask), turned(samples.of[1], mask)));
            return;
        }
    }
    if (left >= 1) __stcs(to, turned(samples.of[0], mask));
}

/// Each warp computes a segment at a time. Changes signs back.
template <int columns>
__device__ inline void walkDown(const StripWalk& walk, const Ring<columns>& ring, ConstDeviceSamples in,
                                DeviceSamples out, const WindowSegments& windows, std::uint32_t mask) {
    const int warp = static_cast<int>(threadIdx.x) / lanes;
    const int all = walk.wanted + windows.segments() - 1;
    const std::int64_t columnsLeft = out.width - walk.x;
    // A warp copies whole vectors, past the first cache, so its lanes copy samples for each other.
    constexpr int vectors = Ring<columns>::pitch / 4;  // of a row
    constexpr int rowsAtOnce = lanes / vectors;
    const int lane = static_cast<int>(threadIdx.x) % lanes;
    const std::int64_t column = walk.x - lane * columns + lane % vectors * 4;  // of the first copied sample
    const auto start = [&](int s, int slot) {
        if (s < all && column < out.width) {
            float* const to = ring.row(slot, lane / vectors) + lane % vectors * 4;
            const std::int64_t y = walk.y + std::int64_t{s} * segment + lane / vectors;
            const float* from = in.row(y) + column;
            const std::int64_t rows = in.height - y;
#pragma unroll
            for (int i = 0; i < segment; i += rowsAtOnce, from += rowsAtOnce * in.stride) {
                if (i < rows) __pipeline_memcpy_async(to + i * Ring<columns>::pitch, from, 16);
            }
        }
        __pipeline_commit();
    };
    // The next segment of a warp takes the slot of the first segment that its windows needed. Another warp
    // may read that slot too, until the next barrier, if a round of all warps has as many segments as a
    // window.
    const bool early = windows.segments() > columnWarps + 1;
    int slot = warp;  // slot of segment s
    start(warp, slot);
    for (int s = warp; s - warp < all; s += columnWarps, slot = ring.after(slot, columnWarps)) {
        const int nextSlot = ring.after(slot, columnWarps);
        if (early) {
            __syncwarp();
            start(s + columnWarps, nextSlot);
            __pipeline_wait_prior(1);
        } else {
            __pipeline_wait_prior(0);
        }
        __syncwarp();
        const Samples<columns>* const mine = ring.in(slot);
        Samples<columns> greatest{};
        if (s < all) {
            greatest = mine[0];
#pragma unroll
            for (int i = 1; i < segment; ++i)
                greatest = greater(greatest, mine[i * lanes]);
            ring.greatestOf[slot * lanes] = greatest;
        }
        __syncthreads();
        if (!early) start(s + columnWarps, nextSlot);
        if (s >= 3 && s < all) {
            const auto before = [&](int k) { return ring.greatestOf[ring.before(slot, k) * lanes]; };
            ring.greatestOfFour[slot * lanes] =
                greater(greater(greatest, before(1)), greater(before(2), before(3)));
        }
        __syncthreads();
        const int first = s - (windows.segments() - 1);  // its windows end in segment s at the latest
        if (first >= 0 && first < walk.wanted) {
            const int firstSlot = ring.before(slot, windows.segments() - 1);
            greatest = greatestOfMany(
                windows.between(),
                [&](int k) { return ring.greatestOf[ring.after(firstSlot, k + 1) * lanes]; },
                [&](int k) { return ring.greatestOfFour[ring.after(firstSlot, k + 4) * lanes]; });
            Samples<columns> samples[segment];
            const Samples<columns>* const from = ring.in(firstSlot);
#pragma unroll
            for (int i = 0; i < segment; ++i)
                samples[i] = from[i * lanes];
#pragma unroll
            for (int a = segment - 2; a >= 0; --a)
                samples[a] = greater(samples[a], samples[a + 1]);
            const Samples<columns>* const last = ring.in(ring.before(slot, 1));
#pragma unroll
            for (int i = 0; i < segment - 1; ++i) {
                if (i < windows.rest) greatest = greater(greatest, last[i * lanes]);
            }
            // From this sample on, windows end in the segment of this warp.
            const int turn = segment - windows.rest;
            const std::int64_t y = walk.y + std::int64_t{first} * segment;
            float* to = out.row(y) + walk.x;
#pragma unroll
            for (int a = 0; a < segment; ++a, to += out.stride) {
                greatest =
                    greater(greatest, a < turn ? last[(a + windows.rest) * lanes] : mine[(a - turn) * lanes]);
                if (y + a < out.height) storeColumns(to, greater(samples[a], greatest), columnsLeft, mask);
            }
        }
    }
    __syncthreads();
}

/// The segments of all strips, one strip after the other, are divided evenly among the blocks.
template <int columns>
__global__ void __launch_bounds__(lanes* columnWarps)
    alongColumns(ConstDeviceSamples in, DeviceSamples out, WindowSegments windows, std::uint32_t mask) {
    extern __shared__ float4 memory[];
    const Ring<columns> ring(windows, memory);
    const std::int64_t strips = (out.width + ring.pitch - 1) / ring.pitch;
    const std::int64_t ofStrip = (out.height + segment - 1) / segment;
    std::int64_t next = strips * ofStrip * blockIdx.x / gridDim.x;
    const std::int64_t end = strips * ofStrip * (blockIdx.x + 1) / gridDim.x;
    while (next < end) {
        const std::int64_t strip = next / ofStrip;
        const std::int64_t top = next - strip * ofStrip;
        const auto wanted = static_cast<int>(min(end - next, ofStrip - top));
        const std::int64_t x = strip * ring.pitch + threadIdx.x % lanes * columns;
        walkDown(StripWalk{x, top * segment, wanted}, ring, in, out, windows, mask);
        next += wanted;
    }
}

template <int columns>
void launchColumns(cudaStream_t cudaStream, ConstDeviceSamples in, DeviceSamples out,
                   const WindowSegments& windows, std::uint32_t mask) {
    const auto kernel = alongColumns<columns>;
    const std::size_t bytes = Ring<columns>::bytes(windows);
    int resident = 0;
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)));
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, lanes * columnWarps, bytes));
    const std::int64_t strips = (out.width + Ring<columns>::pitch - 1) / Ring<columns>::pitch;
    const std::int64_t all = strips * ((out.height + segment - 1) / segment);
    // Each walk first reads a window without a result, so no walk is shorter than that.
    const std::int64_t blocks = std::clamp<std::int64_t>(all / windows.segments(), 1,
                                                         std::int64_t{processors()} * std::max(resident, 1));
    kernel<<<static_cast<unsigned>(blocks), lanes * columnWarps, bytes, cudaStream>>>(in, out, windows, mask);
    check(cudaGetLastError());
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
    const WindowSegments windows(radius);
    const std::size_t sharedBytes = mostSharedBytes();
    if (Ring<1>::bytes(windows) > sharedBytes)
        return wideShape(cudaStream, which, padded, out, radius, false);
    const DeviceSamples rows = scratch.samples<float>(out.width, out.height + 2 * radius);
    const std::uint32_t mask = signMask(which);
    withRadius<segment / 2>(windows.rest / 2 + 1, [&](auto half) {  // windows.rest is even
        launchRows<2 * (decltype(half)::value - 1)>(cudaStream, padded, rows, windows, mask);
    });
    // Wider strips read more of each row at a time.
    if (Ring<2>::bytes(windows) <= sharedBytes && out.aligned(sizeof(Samples<2>)))
        return launchColumns<2>(cudaStream, rows, out, windows, mask);
    launchColumns<1>(cudaStream, rows, out, windows, mask);
}

}  // namespace burin::gpu::extremes
