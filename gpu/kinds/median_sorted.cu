// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/median_methods.hpp"

#include "gpu/device/check.hpp"

#include <cub/block/block_radix_sort.cuh>

#include <algorithm>
#include <cstdint>

// Medians of wide windows, after J. Suomela, Median Filtering is Equivalent to Sorting, 2014: a block sorts
// the samples under a square of windows once. A window's median is where half of its samples lie before it in
// the sorted list; as medians of neighbours lie near one another, each search starts in the middle of the
// list.
//
// A warp searches for a row of 32 windows, a lane for each. It takes 32 samples of the list at a time: a lane
// says of its sample to which windows it belongs, in a word of 32 bits; transposed, these words say of each
// window which of the samples it has.

namespace burin::gpu::median {

namespace {

constexpr int side = 32;  ///< windows of a block on each axis, and lanes of a warp
constexpr int threads = 512;
constexpr int warps = threads / side;
constexpr unsigned everyLane = 0xFFFFFFFFU;
constexpr int largestRadius = 31;
constexpr int largestRegion = side + 2 * largestRadius;

/// An unsigned number in the order of the samples.
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

/// Which samples a block sorts, and where its windows lie among them.
struct Region {
    int radius;
    int window;             ///< samples on each axis of a window
    int width;              ///< samples on each axis of the region
    std::uint32_t inverse;  ///< of `width`, times 2^20

    explicit Region(int radius_)
        : radius(radius_),
          window(2 * radius_ + 1),
          width(side + 2 * radius_),
          inverse(((1U << 20) + static_cast<unsigned>(width) - 1) / static_cast<unsigned>(width)) {}

    /// i / width. \pre i <= 94 * 94, for which it is exact
    [[nodiscard]] __device__ int rowOf(int i) const {
        return static_cast<int>(static_cast<std::uint32_t>(i) * inverse >> 20);
    }
    /// Which of the 32 windows of a row have samples of column x, a bit for each.
    [[nodiscard]] __device__ std::uint32_t windowsAt(int x) const {
        return everyLane >> (side - 1 - min(x, side - 1)) & everyLane << max(x - window + 1, 0);
    }
    /// How many of the `window` bits from bit `lane` on are set, of a row of `width` bits.
    [[nodiscard]] __device__ int countFrom(int lane, const std::uint32_t* bits) const {
        const std::uint32_t low = __funnelshift_r(bits[0], bits[1], lane);
        const std::uint32_t high = __funnelshift_r(bits[1], bits[2], lane);
        return window < 32 ? __popc(low & ((1U << window) - 1))
                           : __popc(low) + __popc(high & ((1U << (window - 32)) - 1));
    }
};

/// A place in the region: row and column, 8 bits each.
using Place = std::uint16_t;
constexpr Place nowhere = 0xFFFF;

/// The sorted samples in shared memory.
template <int items>
struct SortedList {
    static constexpr int size = threads * items;
    std::uint32_t samples[size];  ///< as ordered numbers
    Place places[size];
    std::uint32_t before[largestRegion]
                        [3];  ///< a bit for each sample: whether it is in the list's first half
    std::uint8_t counts[largestRegion][side];  ///< how many of the `window` bits from each lane on are set
};

template <int items>
using Sort = cub::BlockRadixSort<std::uint32_t, threads, items, Place, 4>;

template <int items>
union Shared {
    typename Sort<items>::TempStorage sorting;
    SortedList<items> list;
};

/// The bits in which any two samples of the block differ: from the lowest to one beyond the highest.
struct BitRange {
    int begin;
    int end;
};

__device__ BitRange differingBits(std::uint32_t differences) {
    __shared__ std::uint32_t all;
    if (threadIdx.x == 0) all = 0;
    __syncthreads();
    for (int step = side / 2; step > 0; step /= 2)
        differences |= __shfl_xor_sync(everyLane, differences, step);
    if (threadIdx.x % side == 0) atomicOr(&all, differences);
    __syncthreads();
    if (all == 0) return {0, 1};
    return {__ffs(static_cast<int>(all)) - 1, 32 - __clz(static_cast<int>(all))};
}

/// Loads the region whose upper left is (left, top) of `padded`, and sorts it. Beyond the view its last row
/// and column are repeated.
template <int items, class Sample>
__device__ void sortRegion(DeviceView<const Sample> padded, int left, int top, const Region& region,
                           Shared<items>& shared) {
    std::uint32_t samples[items];
    Place places[items];
    const std::uint32_t first = ordered(padded.row(top)[left]);
    std::uint32_t differences = 0;
#pragma unroll
    for (int i = 0; i < items; ++i) {
        const int n = i * threads + static_cast<int>(threadIdx.x);
        const int y = region.rowOf(n);
        const int x = n - y * region.width;
        samples[i] = everyLane;
        places[i] = nowhere;
        if (y >= region.width) continue;
        const Sample* row = padded.row(min(static_cast<std::int64_t>(top + y), padded.height - 1));
        samples[i] = ordered(row[min(static_cast<std::int64_t>(left + x), padded.width - 1)]);
        places[i] = static_cast<Place>(y << 8 | x);
        differences |= samples[i] ^ first;
    }
    const BitRange bits = differingBits(differences);
    Sort<items>(shared.sorting).SortBlockedToStriped(samples, places, bits.begin, bits.end);
    __syncthreads();
#pragma unroll
    for (int i = 0; i < items; ++i) {
        const int n = i * threads + static_cast<int>(threadIdx.x);
        shared.list.samples[n] = samples[i];
        shared.list.places[n] = places[i];
    }
}

/// Counts in each row of the region, and for each column of windows, the samples among the list's first
/// `half`.
template <int items>
__device__ void countBefore(SortedList<items>& list, int half, const Region& region) {
    const int thread = static_cast<int>(threadIdx.x);
    for (int i = thread; i < 3 * region.width; i += threads)
        list.before[i / 3][i % 3] = 0;
    __syncthreads();
    for (int i = thread; i < half; i += threads) {
        const int y = list.places[i] >> 8;
        const int x = list.places[i] & 0xFF;
        if (y < region.width) atomicOr(&list.before[y][x / 32], 1U << (x % 32));
    }
    __syncthreads();
    for (int y = thread / side; y < region.width; y += warps) {
        const int lane = thread % side;
        list.counts[y][lane] = static_cast<std::uint8_t>(region.countFrom(lane, list.before[y]));
    }
    __syncthreads();
}

/// Exchanges rows and columns of 32 x 32 bits, a row for each lane.
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

/// The place of the set bit that has `before` set bits below it.
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

/// The search for the medians of a row of windows, a lane for each.
template <int items>
class Search {
  public:
    __device__ Search(const SortedList<items>& list, const Region& region)
        : list_(list), region_(region), lane_(static_cast<int>(threadIdx.x) % side), transposed_(lane_) {}

    /// The median of the lane's window in row y, of which `count` samples lie before group `start` of 32.
    __device__ std::uint32_t median(int y, int start, int count) const {
        const int wanted = region_.window * region_.window / 2;
        std::uint32_t found = 0;  // the window's samples in the group with the median,
        int group = 0;            // which group that is,
        int skipped = 0;          // and how many of the window come before it
        bool open = count <= wanted;
        const bool backwards = !open;
        int before = count;
        for (int g = start; __any_sync(everyLane, open); ++g) {
            const std::uint32_t set = samplesOf(g, y);
            const int after = before + __popc(set);
            if (open && after > wanted) found = set, group = g, skipped = before, open = false;
            before = after;
        }
        open = backwards;
        before = count;
        for (int g = start - 1; __any_sync(everyLane, open); --g) {
            const std::uint32_t set = samplesOf(g, y);
            before -= __popc(set);
            if (open && before <= wanted) found = set, group = g, skipped = before, open = false;
        }
        return list_.samples[group * side + placeOfBit(found, wanted - skipped)];
    }
    /// How many samples of the lane's window in row y are in the list's first half.
    __device__ int countOf(int y) const {
        int count = 0;
        for (int i = 0; i < region_.window; ++i)
            count += list_.counts[y + i][lane_];
        return count;
    }

  private:
    /// Which samples of a group the lane's window has.
    __device__ std::uint32_t samplesOf(int group, int y) const {
        const int place = list_.places[group * side + lane_];
        const bool inside = static_cast<unsigned>((place >> 8) - y) < static_cast<unsigned>(region_.window);
        return transposed_(inside ? region_.windowsAt(place & 0xFF) : 0);
    }

    const SortedList<items>& list_;
    Region region_;
    int lane_;
    Transposition transposed_;
};

template <int items, class Sample>
__global__ void __launch_bounds__(threads)
    sortedKernel(DeviceView<const Sample> padded, DeviceView<Sample> out, Region region) {
    extern __shared__ __align__(16) unsigned char memory[];
    auto& shared = *reinterpret_cast<Shared<items>*>(memory);
    const int left = static_cast<int>(blockIdx.x) * side;
    const int top = static_cast<int>(blockIdx.y) * side;
    sortRegion<items>(padded, left, top, region, shared);
    const int start = region.width * region.width / (2 * side);
    __syncthreads();
    countBefore(shared.list, start * side, region);
    const Search<items> search(shared.list, region);
    const int x = left + static_cast<int>(threadIdx.x) % side;
    for (int y = static_cast<int>(threadIdx.x) / side; y < side; y += warps) {
        if (top + y >= out.height) break;
        const std::uint32_t median = search.median(y, start, search.countOf(y));
        if (x < out.width) assign(out.row(top + y)[x], median);
    }
}

template <int items, class Sample>
void launch(cudaStream_t stream, DeviceView<const Sample> padded, DeviceView<Sample> out, int radius) {
    const dim3 blocks(static_cast<unsigned>((out.width + side - 1) / side),
                      static_cast<unsigned>((out.height + side - 1) / side));
    constexpr std::size_t bytes = sizeof(Shared<items>);
    check(cudaFuncSetAttribute(sortedKernel<items, Sample>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(bytes)));
    sortedKernel<items><<<blocks, threads, bytes, stream>>>(padded, out, Region(radius));
    check(cudaGetLastError());
}

/// Takes the shortest list that the region fits into.
template <class Sample>
void launch(cudaStream_t stream, DeviceView<const Sample> padded, DeviceView<Sample> out, int radius) {
    const int width = side + 2 * radius;
    const int items = (width * width + threads - 1) / threads;
    if (items <= 5) return launch<5>(stream, padded, out, radius);
    if (items <= 6) return launch<6>(stream, padded, out, radius);
    if (items <= 8) return launch<8>(stream, padded, out, radius);
    if (items <= 12) return launch<12>(stream, padded, out, radius);
    return launch<18>(stream, padded, out, radius);
}

}  // namespace

void sortedMedian(cudaStream_t stream, DeviceView<const float> padded, DeviceView<float> out, int radius) {
    launch(stream, padded, out, radius);
}

void sortedMedian(cudaStream_t stream, DeviceView<const std::uint8_t> padded, DeviceView<std::uint8_t> out,
                  int radius) {
    launch(stream, padded, out, radius);
}

}  // namespace burin::gpu::median
