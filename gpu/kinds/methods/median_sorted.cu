// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/device/check.hpp"
#include "gpu/kinds/methods/median_methods.hpp"

#include <cub/block/block_radix_sort.cuh>

#include <cstdint>

// Medians of wide windows, after J. Suomela, Median Filtering is Equivalent to Sorting, 2014. A block sorts
// the samples under a square of windows once. A window's median is the place in the sorted list before which
// half of its samples lie. Medians of neighbouring windows are close to each other, so each search starts in
// the middle of the list.
//
// A warp searches for the medians of a patch of 8 x 4 windows, one for each lane. It processes 32 samples of
// the list at a time. Each lane computes, for its sample, a 32-bit word of the windows that contain it.
// Transposing these words gives, for each window, the word of the samples that it contains.

namespace burin::gpu::median {

namespace {

constexpr int side = 32;  ///< windows of a block on each axis
constexpr int lanes = 32;
constexpr int residentThreads = 1024;  ///< on a multiprocessor, limited by registers
constexpr unsigned everyLane = 0xFFFFFFFFU;
constexpr int patchWidth = 8;
constexpr int patchHeight = 4;
constexpr int patches = side * side / lanes;
constexpr int largestRegion = side + 2 * 31;

/// The sample as an unsigned number with the same order.
__device__ std::uint32_t ordered(float sample) {
    const std::uint32_t bits = __float_as_uint(sample);
    return bits ^ (bits >> 31 != 0 ? 0xFFFFFFFFU : 0x80000000U);
}
__device__ std::uint32_t ordered(std::uint8_t sample) {
    return sample;
}
__device__ void assign(float& sample, std::uint32_t ordered) {
    sample = __uint_as_float(ordered ^ (ordered >> 31 != 0 ? 0x80000000U : 0xFFFFFFFFU));
}
__device__ void assign(std::uint8_t& sample, std::uint32_t ordered) {
    sample = static_cast<std::uint8_t>(ordered);
}

/// The samples that a block sorts: a square that contains all of its windows.
struct Region {
    int window;             ///< samples on each axis of a window
    int width;              ///< samples on each axis of the region
    std::uint32_t inverse;  ///< 2^20 / width

    explicit Region(int radius)
        : window(2 * radius + 1),
          width(side + 2 * radius),
          inverse(((1U << 20) + static_cast<unsigned>(width) - 1) / static_cast<unsigned>(width)) {}

    /// i / width. \pre i <= 98 * 94, for which the result is exact
    [[nodiscard]] __device__ int rowOf(int i) const {
        return static_cast<int>(static_cast<std::uint32_t>(i) * inverse >> 20);
    }
    /// The number of set bits among the `window` bits that start at bit `lane`, in a row of `width` bits.
    [[nodiscard]] __device__ int countFrom(int lane, const std::uint32_t* bits) const {
        const std::uint32_t low = __funnelshift_r(bits[0], bits[1], lane);
        const std::uint32_t high = __funnelshift_r(bits[1], bits[2], lane);
        return window < 32 ? __popc(low & ((1U << window) - 1))
                           : __popc(low) + __popc(high & ((1U << (window - 32)) - 1));
    }
};

/// A place in the region: 256 * row + column.
using Place = std::uint16_t;
constexpr Place nowhere = 0xFFFF;

/// The sorted samples in shared memory.
template <int size>
struct SortedList {
    std::uint32_t samples[size];  ///< samples as ordered numbers
    Place places[size];
    std::uint32_t before[largestRegion][3];    ///< one bit for each sample: set if it is in the first half
    std::uint8_t counts[largestRegion][side];  ///< set bits among the `window` bits from each column on
};

/// The threads of a block, the samples that each of them sorts, and their shared memory.
template <int threads_, int items_>
struct SortingBlock {
    static constexpr int threads = threads_;
    static constexpr int items = items_;
    using List = SortedList<threads * items>;
    using Sort = cub::BlockRadixSort<std::uint32_t, threads, items, Place>;
    union Shared {
        typename Sort::TempStorage sorting;
        List list;
    };
};

/// Bits from `begin` up to but not including `end`.
struct BitRange {
    int begin;
    int end;
};

/// The smallest range that contains every bit that differs between any two samples.
__device__ BitRange differingBits(std::uint32_t differences) {
    __shared__ std::uint32_t all;
    if (threadIdx.x == 0) all = 0;
    __syncthreads();
    for (int step = lanes / 2; step > 0; step /= 2)
        differences |= __shfl_xor_sync(everyLane, differences, step);
    if (threadIdx.x % lanes == 0) atomicOr(&all, differences);
    __syncthreads();
    if (all == 0) return {0, 1};
    return {__ffs(static_cast<int>(all)) - 1, 32 - __clz(static_cast<int>(all))};
}

/// Loads the region with its upper left at (left, top) of `padded`, and sorts it. Beyond the view, the last
/// row and column are repeated.
template <class Block, class Sample>
__device__ void sortRegion(DeviceView<const Sample> padded, int left, int top, const Region& region,
                           typename Block::Shared& shared) {
    std::uint32_t samples[Block::items];
    Place places[Block::items];
    const std::uint32_t first = ordered(padded.row(top)[left]);
    std::uint32_t differences = 0;
#pragma unroll
    for (int i = 0; i < Block::items; ++i) {
        const int n = i * Block::threads + static_cast<int>(threadIdx.x);
        const int y = region.rowOf(n);
        const int x = n - y * region.width;
        samples[i] = everyLane;
        places[i] = nowhere;
        if (y >= region.width) continue;
        const Sample* row = padded.row(min(top + y, static_cast<int>(padded.height) - 1));
        samples[i] = ordered(row[min(left + x, static_cast<int>(padded.width) - 1)]);
        places[i] = static_cast<Place>(y << 8 | x);
        differences |= samples[i] ^ first;
    }
    const BitRange bits = differingBits(differences);
    typename Block::Sort(shared.sorting).SortBlockedToStriped(samples, places, bits.begin, bits.end);
    __syncthreads();
#pragma unroll
    for (int i = 0; i < Block::items; ++i) {
        const int n = i * Block::threads + static_cast<int>(threadIdx.x);
        shared.list.samples[n] = samples[i];
        shared.list.places[n] = places[i];
    }
    __syncthreads();
}

/// Counts the samples among the first `half` of the list, in each row of the region and for each column of
/// windows.
template <class Block>
__device__ void countBefore(typename Block::List& list, int half, const Region& region) {
    const int thread = static_cast<int>(threadIdx.x);
    for (int i = thread; i < 3 * region.width; i += Block::threads)
        list.before[i / 3][i % 3] = 0;
    __syncthreads();
    for (int i = thread; i < half; i += Block::threads) {
        const int y = list.places[i] >> 8;
        const int x = list.places[i] & 0xFF;
        if (y < region.width) atomicOr(&list.before[y][x / 32], 1U << (x % 32));
    }
    __syncthreads();
    for (int i = thread; i < region.width * side; i += Block::threads) {
        const int y = i / side;
        list.counts[y][i % side] = static_cast<std::uint8_t>(region.countFrom(i % side, list.before[y]));
    }
    __syncthreads();
}

/// A patch of windows; the first window's samples start at (x, y) of the region.
class Patch {
  public:
    __device__ Patch(int number, int window)
        : x_(number % (side / patchWidth) * patchWidth),
          y_(number / (side / patchWidth) * patchHeight),
          window_(window) {}

    /// The start of the lane's window.
    [[nodiscard]] __device__ int column(int lane) const { return x_ + lane % patchWidth; }
    [[nodiscard]] __device__ int row(int lane) const { return y_ + lane / patchWidth; }

    /// The windows that contain the sample at a place: one byte for each row of windows, with one bit for
    /// each column.
    [[nodiscard]] __device__ std::uint32_t windowsWith(Place place) const {
        const int dx = (place & 0xFF) - x_;
        const int dy = (place >> 8) - y_;
        const std::uint32_t columns =
            shiftedRight(0xFF, max(patchWidth - 1 - dx, 0)) & shiftedLeft(0xFF, max(dx - (window_ - 1), 0));
        const std::uint32_t rows = shiftedRight(0x01010101, 8 * max(patchHeight - 1 - dy, 0)) &
                                   shiftedLeft(0x01010101, 8 * max(dy - (window_ - 1), 0));
        return columns * rows;
    }

  private:
    /// Shifts that give 0 if they exceed the word's length.
    [[nodiscard]] __device__ static std::uint32_t shiftedRight(std::uint32_t word, int by) {
        return __funnelshift_rc(word, 0, static_cast<unsigned>(by));
    }
    [[nodiscard]] __device__ static std::uint32_t shiftedLeft(std::uint32_t word, int by) {
        return __funnelshift_lc(0, word, static_cast<unsigned>(by));
    }

    int x_;
    int y_;
    int window_;
};

/// Transposes 32 x 32 bits, one row in each lane.
class Transposition {
  public:
    __device__ explicit Transposition(int lane) {
#pragma unroll
        for (int i = 0; i < 5; ++i) {
            const int step = 16 >> i;
            const std::uint32_t lower = everyLane / ((1U << step) + 1);
            turns_[i] = (lane & step) != 0 ? 32 - step : step;
            kept_[i] = (lane & step) != 0 ? ~lower : lower;
        }
    }
    __device__ std::uint32_t operator()(std::uint32_t word) const {
#pragma unroll
        for (int i = 0; i < 5; ++i) {
            const std::uint32_t other = __shfl_xor_sync(everyLane, word, 16 >> i);
            word = (word & kept_[i]) | (__funnelshift_l(other, other, turns_[i]) & ~kept_[i]);
        }
        return word;
    }

  private:
    std::uint32_t turns_[5];
    std::uint32_t kept_[5];
};

/// The position of the set bit with exactly `before` set bits below it.
__device__ int placeOfBit(std::uint32_t set, int before) {
    int place = 0;
#pragma unroll
    for (int width = 16; width > 0; width /= 2) {
        const int lower = __popc(set & ((1U << width) - 1));
        if (before < lower) continue;
        before -= lower;
        set >>= width;
        place += width;
    }
    return place;
}

/// Searches for the medians of patches of windows.
template <class List>
class MedianSearch {
  public:
    __device__ MedianSearch(const List& list, const Region& region)
        : list_(list),
          window_(region.window),
          wanted_(region.window * region.window / 2),
          lane_(static_cast<int>(threadIdx.x) % lanes),
          transposed_(lane_) {}

    /// The median of the lane's window. Group `start` of 32 samples is the first one after the first half of
    /// the list.
    __device__ std::uint32_t median(const Patch& patch, int start) const {
        const int half = countInFirstHalf(patch);
        std::uint32_t found = 0;  // the window's samples in the group with the median,
        int group = 0;            // the index of that group,
        int skipped = 0;          // and the number of the window's samples before it
        bool open = half <= wanted_;
        const bool backwards = !open;
        int before = half;
        for (int g = start; __any_sync(everyLane, open); ++g) {
            const std::uint32_t set = samplesOf(g, patch);
            const int after = before + __popc(set);
            if (open && after > wanted_) found = set, group = g, skipped = before, open = false;
            before = after;
        }
        open = backwards;
        before = half;
        for (int g = start - 1; __any_sync(everyLane, open); --g) {
            const std::uint32_t set = samplesOf(g, patch);
            before -= __popc(set);
            if (open && before <= wanted_) found = set, group = g, skipped = before, open = false;
        }
        return list_.samples[group * lanes + placeOfBit(found, wanted_ - skipped)];
    }

  private:
    [[nodiscard]] __device__ int countInFirstHalf(const Patch& patch) const {
        const std::uint8_t* counts = &list_.counts[patch.row(lane_)][patch.column(lane_)];
        int count = 0;
        for (int i = 0; i < window_; ++i)
            count += counts[i * side];
        return count;
    }
    /// The samples of a group that the lane's window contains, as bits.
    [[nodiscard]] __device__ std::uint32_t samplesOf(int group, const Patch& patch) const {
        return transposed_(patch.windowsWith(list_.places[group * lanes + lane_]));
    }

    const List& list_;
    int window_;
    int wanted_;  ///< number of a window's samples before its median
    int lane_;
    Transposition transposed_;
};

template <class Block, class Sample>
__global__ void __launch_bounds__(Block::threads, residentThreads / Block::threads)
    sortedKernel(DeviceView<const Sample> padded, DeviceView<Sample> out, Region region) {
    extern __shared__ __align__(16) unsigned char memory[];
    auto& shared = *reinterpret_cast<typename Block::Shared*>(memory);
    const int left = static_cast<int>(blockIdx.x) * side;
    const int top = static_cast<int>(blockIdx.y) * side;
    sortRegion<Block>(padded, left, top, region, shared);
    const int start = region.width * region.width / (2 * lanes);
    countBefore<Block>(shared.list, start * lanes, region);
    const MedianSearch<typename Block::List> search(shared.list, region);
    const int lane = static_cast<int>(threadIdx.x) % lanes;
    for (int i = static_cast<int>(threadIdx.x) / lanes; i < patches; i += Block::threads / lanes) {
        const Patch patch(i, region.window);
        const std::uint32_t median = search.median(patch, start);
        const int x = left + patch.column(lane);
        const int y = top + patch.row(lane);
        if (x < out.width && y < out.height) assign(out.row(y)[x], median);
    }
}

template <int threads, int items, class Sample>
void launch(cudaStream_t cudaStream, DeviceView<const Sample> padded, DeviceView<Sample> out, int radius) {
    using Shape = SortingBlock<threads, items>;
    constexpr std::size_t bytes = sizeof(typename Shape::Shared);
    const dim3 blocks(static_cast<unsigned>((out.width + side - 1) / side),
                      static_cast<unsigned>((out.height + side - 1) / side));
    check(cudaFuncSetAttribute(sortedKernel<Shape, Sample>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(bytes)));
    sortedKernel<Shape><<<blocks, threads, bytes, cudaStream>>>(padded, out, Region(radius));
    check(cudaGetLastError());
}

/// Uses the shortest list that holds the region.
template <class Sample>
void launch(cudaStream_t cudaStream, DeviceView<const Sample> padded, DeviceView<Sample> out, int radius) {
    const int width = side + 2 * radius;
    const int samples = width * width;
    if (samples <= 256 * 8) return launch<256, 8>(cudaStream, padded, out, radius);
    if (samples <= 256 * 9) return launch<256, 9>(cudaStream, padded, out, radius);
    if (samples <= 256 * 10) return launch<256, 10>(cudaStream, padded, out, radius);
    if (samples <= 256 * 12) return launch<256, 12>(cudaStream, padded, out, radius);
    if (samples <= 512 * 7) return launch<512, 7>(cudaStream, padded, out, radius);
    if (samples <= 512 * 8) return launch<512, 8>(cudaStream, padded, out, radius);
    if (samples <= 512 * 10) return launch<512, 10>(cudaStream, padded, out, radius);
    if (samples <= 512 * 12) return launch<512, 12>(cudaStream, padded, out, radius);
    if (samples <= 1024 * 7) return launch<1024, 7>(cudaStream, padded, out, radius);
    if (samples <= 1024 * 8) return launch<1024, 8>(cudaStream, padded, out, radius);
    return launch<1024, 9>(cudaStream, padded, out, radius);
}

}  // namespace

void sortedMedian(cudaStream_t cudaStream, DeviceView<const float> padded, DeviceView<float> out,
                  int radius) {
    launch(cudaStream, padded, out, radius);
}

void sortedMedian(cudaStream_t cudaStream, DeviceView<const std::uint8_t> padded,
                  DeviceView<std::uint8_t> out, int radius) {
    launch(cudaStream, padded, out, radius);
}

}  // namespace burin::gpu::median
