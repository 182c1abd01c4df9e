// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/textures/extremes.hpp"

#include "gpu/device/current_device.hpp"
#include "gpu/kinds/form/pointwise.cuh"
#include "gpu/kinds/textures/rolling.cuh"

#include <cuda_pipeline.h>

// Large squares: the greatest sample of a window along each row, and of these along each column. After M. van
// Herk, A fast algorithm for local minimum and maximum filters on rectangular and octagonal kernels, 1992.
// There a segment is as long as a window. Here it has a fixed length, and a window consists of the end of one
// segment, whole segments, and the beginning of another one. So a thread keeps a segment in registers, for
// windows of any length.
//
// A first kernel stores for each 32 samples of a row what all windows that begin there have in common. The
// second one reads the samples at both ends of each window again, finds the greatest samples along rows, and
// at once those along columns. So the steps share no picture in memory: two reads of the
// samples and one write of the result are all its traffic.

namespace burin::gpu::extremes {

namespace {

constexpr int segment = 16;
/// Windows along rows are found for segments of this length, which are as wide as the strips below.
constexpr int rowSegment = 32;
static_assert(rowSegment == 2 * segment && rowSegment == lanes);

/// How windows lie on segments. A window that starts at sample a of segment s ends in segment s + whole, at
/// sample a + rest; or in the next one if that is too far. \pre 2 radius >= rowSegment
struct WindowSegments {
    int whole;
    int rest;  ///< an even number

    explicit WindowSegments(int radius) : whole(2 * radius / segment), rest(2 * radius % segment) {}
    /// The number of segments that the windows of one segment lie in.
    [[nodiscard]] __host__ __device__ int segments() const { return whole + 2; }
    /// From a window's first sample to its last one.
    [[nodiscard]] __device__ int length() const { return whole * segment + rest; }
};

/// The number of segments in a row of a result.
constexpr std::int64_t rowSegments(std::int64_t width) {
    return (width + rowSegment - 1) / rowSegment;
}

/// What every sample beats.
template <Extreme which>
constexpr float leastOf = which == Extreme::greatest ? -INFINITY : INFINITY;

/// The greater of two samples; the lesser one, if the least samples are wanted. The names and comments below
/// speak of the greatest ones.
template <Extreme which>
__device__ inline float greater(float a, float b) {
    return which == Extreme::greatest ? fmaxf(a, b) : fminf(a, b);
}

// Along rows. A block finds what the windows of each segment of a part of a row have in common.

constexpr int rowThreads = 256;
constexpr int rowSegmentsOfBlock = 512;
constexpr int pairsOfSegment = segment / 2;
constexpr int quadsAtOnce = 6;  ///< vectors that a thread has under way

/// Shared memory of a block.
struct RowPlan {
    int segments;  ///< segments of 16 samples that the block reads

    __host__ __device__ RowPlan(const WindowSegments& windows, std::int64_t wanted)
        : segments(2 * static_cast<int>(min(std::int64_t{rowSegmentsOfBlock}, wanted)) + windows.segments() -
                   1) {}
    [[nodiscard]] std::size_t bytes() const {
        return static_cast<std::size_t>(segments * (pairsOfSegment + 2)) * sizeof(float);
    }
};

/// Reads a vector past the first cache.
__device__ inline float4 readOnce(const float4* from) {
    float4 v;
    asm("ld.global.nc.L1::no_allocate.v4.f32 {%0, %1, %2, %3}, [%4];"
        : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
        : "l"(from));
    return v;
}

/// Stores the greater sample of each pair of a row, by all threads of the block.
template <Extreme which, bool vectors>
__device__ inline void storePairs(const float* from, int count, float* pairs) {
    const auto thread = static_cast<int>(threadIdx.x);
    const int quads = vectors ? count / 4 : 0;
    for (int begin = thread; begin < quads; begin += quadsAtOnce * rowThreads) {
        float4 v[quadsAtOnce];
#pragma unroll
        for (int k = 0; k < quadsAtOnce; ++k)
            v[k] = readOnce(reinterpret_cast<const float4*>(from) + min(begin + k * rowThreads, quads - 1));
#pragma unroll
        for (int k = 0; k < quadsAtOnce; ++k) {
            const int q = begin + k * rowThreads;
            if (q < quads)
                reinterpret_cast<float2*>(pairs)[q] =
                    make_float2(greater<which>(v[k].x, v[k].y), greater<which>(v[k].z, v[k].w));
        }
    }
    for (int pair = 2 * quads + thread; pair < (count + 1) / 2; pair += rowThreads)
        pairs[pair] = greater<which>(from[2 * pair], from[min(2 * pair + 1, count - 1)]);
}

/// The greatest of the first `count` pairs of a segment.
template <Extreme which>
__device__ inline float greatestOfPairs(const float* pairs, int count) {
    float greatest = leastOf<which>;
#pragma unroll
    for (int q = 0; q < pairsOfSegment; q += 4) {
        const float4 four = *reinterpret_cast<const float4*>(pairs + q);
        if (q < count) greatest = greater<which>(greatest, four.x);
        if (q + 1 < count) greatest = greater<which>(greatest, four.y);
        if (q + 2 < count) greatest = greater<which>(greatest, four.z);
        if (q + 3 < count) greatest = greater<which>(greatest, four.w);
    }
    return greatest;
}

/// \param common  has a sample for each segment of a row of the result
template <Extreme which, bool vectors>
__global__ void __launch_bounds__(rowThreads)
    alongRows(ConstDeviceSamples in, DeviceSamples common, WindowSegments windows, int blocksOfRow) {
    extern __shared__ float4 memory[];
    const RowPlan plan(windows, common.width);
    auto* const pairs = reinterpret_cast<float*>(memory);
    float* const greatestOf = pairs + plan.segments * pairsOfSegment;  // greatest sample of 16
    float* const greatestOfFour = greatestOf + plan.segments;          // and of the three segments after it
    const auto thread = static_cast<int>(threadIdx.x);
    // The last rows first, so that the first ones are still in the cache when the columns begin.
    const std::int64_t y = in.height - 1 - blockIdx.x / blocksOfRow;
    const std::int64_t first = std::int64_t{blockIdx.x % blocksOfRow} * rowSegmentsOfBlock;
    const auto wanted = static_cast<int>(min(common.width - first, std::int64_t{rowSegmentsOfBlock}));
    const std::int64_t needed = std::int64_t{2 * wanted + windows.segments() - 1} * segment;
    const auto count = static_cast<int>(min(in.width - first * rowSegment, needed));
    storePairs<which, vectors>(in.row(y) + first * rowSegment, count, pairs);
    __syncthreads();
    const int read = count / segment;
    for (int s = thread; s < read; s += rowThreads)
        greatestOf[s] = greatestOfPairs<which>(pairs + s * pairsOfSegment, pairsOfSegment);
    __syncthreads();
    for (int s = thread; s + 3 < read; s += rowThreads)
        greatestOfFour[s] = greater<which>(greater<which>(greatestOf[s], greatestOf[s + 1]),
                                           greater<which>(greatestOf[s + 2], greatestOf[s + 3]));
    __syncthreads();
    const int between = windows.whole - 2;  // the 16 samples that all windows of a segment share
    for (int s = thread; s < wanted; s += rowThreads) {
        const int begin = 2 * s + 2;
        float greatest = greatestOfPairs<which>(pairs + (begin + between) * pairsOfSegment, windows.rest / 2);
        if (between < 4) {
            for (int k = 0; k < between; ++k)
                greatest = greater<which>(greatest, greatestOf[begin + k]);
        } else {
            for (int k = 0; k < between - 4; k += 4)
                greatest = greater<which>(greatest, greatestOfFour[begin + k]);
            greatest = greater<which>(greatest, greatestOfFour[begin + between - 4]);
        }
        common.row(y)[first + s] = greatest;
    }
}

template <Extreme which>
void launchRows(cudaStream_t cudaStream, ConstDeviceSamples in, DeviceSamples common,
                const WindowSegments& windows) {
    const std::int64_t blocksOfRow = (common.width + rowSegmentsOfBlock - 1) / rowSegmentsOfBlock;
    const std::size_t bytes = RowPlan(windows, common.width).bytes();
    const auto kernel = in.aligned(16) ? alongRows<which, true> : alongRows<which, false>;
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)));
    kernel<<<static_cast<unsigned>(blocksOfRow * in.height), rowThreads, bytes, cudaStream>>>(
        in, common, windows, static_cast<int>(blocksOfRow));
    check(cudaGetLastError());
}

// Along columns. A block walks down strips, a column for each lane of a warp. Half of its warps read rows and
// find the greatest samples along them. The other half finds the greatest of those along columns, one round
// later. Between them is a ring of segments in shared memory.

constexpr int mostWarpsOfHalf = 16;
constexpr int warpsOfHalfForFewStrips = 12;
constexpr int leastWarpsOfHalf = 4;

__device__ inline int laneOf() {
    return static_cast<int>(threadIdx.x) % lanes;
}
__device__ inline int warpsOfHalf() {
    return static_cast<int>(blockDim.x) / (2 * lanes);
}
/// The number of this warp in its half.
__device__ inline int warpOf() {
    return static_cast<int>(threadIdx.x) / lanes % warpsOfHalf();
}
/// Waits for the other warps of the half that finds the greatest samples along columns.
__device__ inline void awaitColumnWarps() {
    asm volatile("bar.sync 1, %0;" ::"r"(warpsOfHalf() * lanes) : "memory");
}
/// Waits for the end of a round in both halves. They wait at different places of the program. PTX allows
/// that;
/// __syncthreads() and the sanitizer's racecheck and synccheck expect a single place.
__device__ inline void awaitRound() {
    asm volatile("bar.sync 0;" ::: "memory");
}

/// Shared memory of a block: the segments that windows still need, and those that are being filled.
struct Ring {
    static constexpr int slotSamples = segment * lanes;

    int slots;
    float* samples;
    float* greatestOf;      ///< greatest sample of each column of a segment
    float* greatestOfFour;  ///< greatest sample of a segment and the three before it

    __device__ Ring(const WindowSegments& windows, float4* memory)
        : slots(slotsFor(windows, warpsOfHalf())),
          samples(reinterpret_cast<float*>(memory)),
          greatestOf(samples + slots * slotSamples),
          greatestOfFour(greatestOf + slots * lanes) {}
    [[nodiscard]] static __host__ __device__ int slotsFor(const WindowSegments& windows, int warps) {
        return windows.segments() - 1 + 2 * warps;
    }
    [[nodiscard]] static std::size_t bytes(const WindowSegments& windows, int warps) {
        return static_cast<std::size_t>(slotsFor(windows, warps) * (slotSamples + 2 * lanes)) * sizeof(float);
    }
    /// The slot that lies `by` after or before another. \pre by <= slots
    [[nodiscard]] __device__ int after(int slot, int by) const {
        return slot + by < slots ? slot + by : slot + by - slots;
    }
    [[nodiscard]] __device__ int before(int slot, int by) const {
        return slot >= by ? slot - by : slot - by + slots;
    }
};

/// A part of a strip that a block walks down.
struct StripWalk {
    std::int64_t x;
    int y;
    int wanted;  ///< segments of the result
};

/// The samples that a lane reads of a segment of rows: four neighbouring columns of every fourth row. Eight
/// lanes read a row of the strip.
///
/// \tparam vectors  whether rows start at multiples of 16 bytes
template <Extreme which, bool vectors>
class RowWindows {
  public:
    __device__ RowWindows(ConstDeviceSamples in, ConstDeviceSamples common, std::int64_t strip,
                          std::int64_t width, const WindowSegments& windows)
        : begin_(in.data + strip + laneOf() % lanesOfRow * 4),
          end_(begin_ + windows.length()),
          common_(common.data + strip / rowSegment),
          stride_(static_cast<int>(in.stride)),
          commonStride_(static_cast<int>(common.stride)),
          lastRow_(static_cast<int>(in.height - 1)) {
        const std::int64_t left = width - strip - laneOf() % lanesOfRow * 4;
        // No window ends beyond the picture. Windows may begin up to a segment beyond the result.
        if (left < 1) end_ = begin_;
        last_ = static_cast<int>(min(max(left - 1, std::int64_t{0}), std::int64_t{3}));
    }

    /// Begins to read 16 rows, without a branch, so that all loads are in flight at once.
    __device__ void read(int firstRow) {
        const int y = min(firstRow + laneOf() / lanesOfRow, lastRow_);
        const float* const begin = begin_ + std::int64_t{y} * stride_;
        const float* const end = end_ + std::int64_t{y} * stride_;
        const float* const common = common_ + std::int64_t{y} * commonStride_;
        const int rows = lastRow_ - y;
#pragma unroll
        for (int i = 0; i < steps; ++i) {
            const int down = min(i * rowsAtOnce, rows);
            commons_[i] = __ldg(common + down * commonStride_);
            readFour(begin + down * stride_, begins_[i]);
            readEnd(end + down * stride_, ends_[i]);
        }
    }
    /// Stores the greatest sample of each window along the rows that were read, and the greatest of each
    /// column.
    ///
    /// \param to          16 rows of the strip
    /// \param greatestOf  a row of it
    __device__ void store(float* to, float* greatestOf) const {
        float greatest[4];
#pragma unroll
        for (int i = 0; i < steps; ++i) {
            float found[4];
            findAlong(i, found);
            reinterpret_cast<float4*>(to)[i * lanes + laneOf()] =
                make_float4(found[0], found[1], found[2], found[3]);
#pragma unroll
            for (int k = 0; k < 4; ++k)
                greatest[k] = i == 0 ? found[k] : greater<which>(greatest[k], found[k]);
        }
#pragma unroll
        for (int other = lanesOfRow; other < lanes; other *= 2) {
#pragma unroll
            for (int k = 0; k < 4; ++k)
                greatest[k] = greater<which>(greatest[k], __shfl_xor_sync(~0U, greatest[k], other));
        }
        if (laneOf() < lanesOfRow)
            reinterpret_cast<float4*>(greatestOf)[laneOf()] =
                make_float4(greatest[0], greatest[1], greatest[2], greatest[3]);
    }

  private:
    static constexpr int lanesOfRow = lanes / 4;
    static constexpr int rowsAtOnce = lanes / lanesOfRow;
    static constexpr int steps = segment / rowsAtOnce;

    static __device__ void readFour(const float* from, float (&to)[4]) {
        if constexpr (vectors) {
            const float4 v = __ldg(reinterpret_cast<const float4*>(from));
            to[0] = v.x, to[1] = v.y, to[2] = v.z, to[3] = v.w;
        } else {
#pragma unroll
            for (int k = 0; k < 4; ++k)
                to[k] = __ldg(from + k);
        }
    }
    /// Windows end at even columns, but not always at a multiple of four.
    __device__ void readEnd(const float* from, float (&to)[4]) const {
        if constexpr (vectors) {
            const float2 a = __ldg(reinterpret_cast<const float2*>(from));
            const float2 b = __ldg(reinterpret_cast<const float2*>(from + last_ / 2 * 2));
            to[0] = a.x, to[1] = a.y, to[2] = b.x, to[3] = b.y;
        } else {
#pragma unroll
            for (int k = 0; k < 4; ++k)
                to[k] = __ldg(from + min(k, last_));
        }
    }
    /// The greatest samples of the windows that begin at the lane's columns in one of its rows.
    __device__ void findAlong(int i, float (&found)[4]) const {
        const int part = laneOf() % lanesOfRow;
        float before[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            found[k] = begins_[i][k];
            before[k] = ends_[i][k];
        }
#pragma unroll
        for (int k = 2; k >= 0; --k)
            found[k] = greater<which>(found[k], found[k + 1]);
#pragma unroll
        for (int k = 1; k < 4; ++k)
            before[k] = greater<which>(before[k], before[k - 1]);
        const float common = greater<which>(
            commons_[i], greater<which>(ofLanesAfter(found[0], part), ofLanesBefore(before[3], part)));
#pragma unroll
        for (int k = 0; k < 4; ++k)
            found[k] = greater<which>(greater<which>(found[k], before[k]), common);
    }
    /// The greatest of the numbers of the lanes after this one, among the eight of a row.
    [[nodiscard]] static __device__ float ofLanesAfter(float number, int part) {
        float one = __shfl_down_sync(~0U, number, 1);
        if (part > 6) one = leastOf<which>;
        number = greater<which>(number, one);
        float two = __shfl_down_sync(~0U, number, 2);
        if (part > 5) two = leastOf<which>;
        const float four = __shfl_down_sync(~0U, greater<which>(number, two), 4);
        const float found = greater<which>(one, two);
        return part < 4 ? greater<which>(found, four) : found;
    }
    [[nodiscard]] static __device__ float ofLanesBefore(float number, int part) {
        float one = __shfl_up_sync(~0U, number, 1);
        if (part < 1) one = leastOf<which>;
        number = greater<which>(number, one);
        float two = __shfl_up_sync(~0U, number, 2);
        if (part < 2) two = leastOf<which>;
        const float four = __shfl_up_sync(~0U, greater<which>(number, two), 4);
        const float found = greater<which>(one, two);
        return part > 3 ? greater<which>(found, four) : found;
    }

    const float* begin_;   ///< the first samples of the windows in row 0
    const float* end_;     ///< their last samples
    const float* common_;  ///< what they have in common
    int stride_;
    int commonStride_;
    int lastRow_;
    int last_;  ///< the last of the lane's columns in the result, 0 to 3
    float begins_[steps][4];
    float ends_[steps][4];
    float commons_[steps];
};

/// Fills the ring, a segment of each warp in a round.
template <Extreme which, bool vectors>
__device__ inline void fillRing(const StripWalk& walk, const Ring& ring, ConstDeviceSamples in,
                                ConstDeviceSamples common, std::int64_t width,
                                const WindowSegments& windows) {
    const int all = walk.wanted + windows.segments() - 1;
    const int warps = warpsOfHalf();
    RowWindows<which, vectors> rows(in, common, walk.x, width, windows);
    int s = warpOf();
    int slot = s;  // slot of segment s
    rows.read(walk.y + s * segment);
    for (; s - warpOf() < all; s += warps, slot = ring.after(slot, warps)) {
        rows.store(ring.samples + slot * Ring::slotSamples, ring.greatestOf + slot * lanes);
        rows.read(walk.y + (s + warps) * segment);
        awaitRound();
    }
}

/// Each warp computes a segment at a time.
template <Extreme which>
__device__ inline void walkDown(const StripWalk& walk, const Ring& ring, DeviceSamples out,
                                const WindowSegments& windows) {
    const int all = walk.wanted + windows.segments() - 1;
    const int warps = warpsOfHalf();
    const float* const samples = ring.samples + laneOf();
    const float* const greatestOf = ring.greatestOf + laneOf();
    float* const greatestOfFour = ring.greatestOfFour + laneOf();
    const std::int64_t x = walk.x + laneOf();
    const bool inside = x < out.width;
    const int height = static_cast<int>(out.height);
    int slot = warpOf();  // slot of segment s
    for (int s = warpOf(); s - warpOf() < all; s += warps, slot = ring.after(slot, warps)) {
        awaitRound();
        if (s >= 3) {
            const auto before = [&](int k) { return greatestOf[ring.before(slot, k) * lanes]; };
            greatestOfFour[slot * lanes] =
                greater<which>(greater<which>(before(0), before(1)), greater<which>(before(2), before(3)));
        }
        awaitColumnWarps();
        const int first = s - (windows.segments() - 1);  // its windows end in segment s at the latest
        if (first < 0 || first >= walk.wanted) continue;
        const int firstSlot = ring.before(slot, windows.segments() - 1);
        const int lastSlot = ring.before(slot, 1);
        // What all windows have in common
        float greatest = leastOf<which>;
        const int between = windows.whole - 1;
        if (between < 4) {
            for (int k = 1; k <= between; ++k)
                greatest = greater<which>(greatest, greatestOf[ring.after(firstSlot, k) * lanes]);
        } else {
            int at = ring.before(slot, 2);
            for (int k = between; k > 4; k -= 4, at = ring.before(at, 4))
                greatest = greater<which>(greatest, greatestOfFour[at * lanes]);
            greatest = greater<which>(greatest, greatestOfFour[ring.after(firstSlot, 4) * lanes]);
        }
        const float* const last = samples + lastSlot * Ring::slotSamples;
#pragma unroll
        for (int i = 0; i < segment - 2; i += 2) {
            if (i < windows.rest)  // it is even
                greatest = greater<which>(greatest, greater<which>(last[i * lanes], last[(i + 1) * lanes]));
        }
        float of[segment];
        const float* const from = samples + firstSlot * Ring::slotSamples;
#pragma unroll
        for (int a = 0; a < segment; ++a)
            of[a] = from[a * lanes];
#pragma unroll
        for (int a = segment - 2; a >= 0; --a)
            of[a] = greater<which>(of[a], of[a + 1]);
        const int y = walk.y + first * segment;
        float* to = out.row(y) + x;
        const float* const ends = last + windows.rest * lanes;
        if (slot > 0 && y + segment <= height) {
#pragma unroll
            for (int a = 0; a < segment; ++a, to += out.stride) {
                greatest = greater<which>(greatest, ends[a * lanes]);
                if (inside) __stcs(to, greater<which>(of[a], greatest));
            }
            continue;
        }
        // Windows end in two segments. The ring ends between these, or the result ends.
        const int turn = segment - windows.rest;
        const float* const mine = samples + slot * Ring::slotSamples - turn * lanes;
#pragma unroll
        for (int a = 0; a < segment; ++a, to += out.stride) {
            greatest = greater<which>(greatest, (a < turn ? ends : mine)[a * lanes]);
            if (inside && y + a < height) __stcs(to, greater<which>(of[a], greatest));
        }
    }
}

/// Each block walks down whole strips, side by side with the others, so that what a window begins with is
/// still in the cache when another one ends with it. The strips that are left are divided evenly among the
/// blocks.
template <Extreme which, bool vectors>
__global__ void __launch_bounds__(2 * lanes * mostWarpsOfHalf, 1)
    alongColumns(ConstDeviceSamples in, ConstDeviceSamples common, DeviceSamples out,
                 WindowSegments windows) {
    extern __shared__ float4 memory[];
    const Ring ring(windows, memory);
    const std::int64_t strips = (out.width + lanes - 1) / lanes;
    const std::int64_t ofStrip = (out.height + segment - 1) / segment;
    const std::int64_t whole = strips / gridDim.x * gridDim.x;
    const std::int64_t left = (strips - whole) * ofStrip;
    std::int64_t next = left * blockIdx.x / gridDim.x;
    const std::int64_t end = left * (blockIdx.x + 1) / gridDim.x;
    std::int64_t strip = blockIdx.x;
    while (strip < whole || next < end) {
        StripWalk walk{strip * lanes, 0, static_cast<int>(ofStrip)};
        if (strip < whole) {
            strip += gridDim.x;
        } else {
            const std::int64_t top = next % ofStrip;
            const std::int64_t wanted = min(end - next, ofStrip - top);
            walk = {(whole + next / ofStrip) * lanes, static_cast<int>(top * segment),
                    static_cast<int>(wanted)};
            next += wanted;
        }
        if (static_cast<int>(threadIdx.x) < warpsOfHalf() * lanes) {
            walkDown<which>(walk, ring, out, windows);
        } else {
            fillRing<which, vectors>(walk, ring, in, common, out.width, windows);
        }
        __syncthreads();
    }
}

/// The warps of half a block; 0 if not even a small ring fits in shared memory.
///
/// \param strips  of the result. Few of them are divided into walks that are too short for many warps.
int warpsOfHalfFor(const WindowSegments& windows, std::int64_t strips) {
    int warps = strips < processors() ? warpsOfHalfForFewStrips : mostWarpsOfHalf;
    while (warps > 0 && Ring::bytes(windows, warps) > mostSharedBytes())
        warps -= leastWarpsOfHalf;
    return warps;
}

template <Extreme which>
void launchColumns(cudaStream_t cudaStream, ConstDeviceSamples in, ConstDeviceSamples common,
                   DeviceSamples out, const WindowSegments& windows) {
    const auto kernel = in.aligned(16) ? alongColumns<which, true> : alongColumns<which, false>;
    const std::int64_t strips = rowSegments(out.width);
    const int warps = warpsOfHalfFor(windows, strips);
    const std::size_t bytes = Ring::bytes(windows, warps);
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)));
    const std::int64_t all = strips * ((out.height + segment - 1) / segment);
    // Each walk first reads a window without a result, so no walk is shorter than that.
    const std::int64_t blocks =
        std::clamp<std::int64_t>(all / windows.segments(), 1, std::int64_t{processors()});
    kernel<<<static_cast<unsigned>(blocks), 2 * lanes * warps, bytes, cudaStream>>>(in, common, out, windows);
    check(cudaGetLastError());
}

}  // namespace

std::size_t squareScratchBytes(const Size& out, int radius) {
    if (radius <= mostTiledSquare) return 0;
    return DeviceScratch::padded(alignedBytes<float>(rowSegments(out.width), out.height + 2 * radius));
}

void square(cudaStream_t cudaStream, Extreme which, ConstDeviceSamples padded, DeviceSamples out, int radius,
            DeviceScratch& scratch) {
    if (radius <= mostRolledSquare) return rolledSquare(cudaStream, which, padded, out, radius);
    if (radius <= mostTiledSquare) return tiledSquare(cudaStream, which, padded, out, radius);
    if (out.width <= 0 || out.height <= 0) return;
    const WindowSegments windows(radius);
    if (warpsOfHalfFor(windows, 1) == 0) return wideShape(cudaStream, which, padded, out, radius, false);
    const DeviceSamples common = scratch.samples<float>(rowSegments(out.width), padded.height);
    const auto run = [&](auto constant) {
        constexpr Extreme extreme = decltype(constant)::value;
        launchRows<extreme>(cudaStream, padded, common, windows);
        launchColumns<extreme>(cudaStream, padded, common, out, windows);
    };
    if (which == Extreme::greatest) return run(std::integral_constant<Extreme, Extreme::greatest>{});
    run(std::integral_constant<Extreme, Extreme::least>{});
}

}  // namespace burin::gpu::extremes
