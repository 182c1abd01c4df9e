// SPDX-License-Identifier: GPL-3.0-or-later

// The distances along the rows are stored, so that each is computed once, even if the windows of many columns
// read it. The window along the columns grows from the rows themselves, and ends when no farther row can be
// nearer. A row is skipped if none of the white samples in its 64 columns is near enough.

#include "gpu/kinds/methods/profile.cuh"

#include <algorithm>

namespace burin::gpu::profile {

namespace {

constexpr int warps = 8;
/// Groups of 64 columns that a warp processes in a row: one word for each lane.
constexpr int chunksOfWarp = lanes / 2;
/// Steps of the window in each direction whose rows are checked together, each by one lane, and processed
/// together.
constexpr int stepsOfLook = lanes / 2;
constexpr int stepsOfGroup = 4;

/// Two squares in the halves of a word. One instruction adds or compares both.
struct NarrowSquares {
    using Distances = std::uint16_t;  ///< two bytes
    std::uint32_t halves;

    /// The largest distance for which a row's square plus the window's at its far end fits a half.
    static constexpr int largestDistance = 173;
    static_assert(largestDistance * largestDistance +
                      (largestDistance + rowsOfWarp - 1) * (largestDistance + rowsOfWarp - 1) <
                  0x10000);

    static __device__ NarrowSquares both(int square) { return {static_cast<unsigned>(square) * 0x10001U}; }
    static __device__ NarrowSquares of(Distances distances) {
        const std::uint32_t low = distances & 0xFFU;
        const std::uint32_t high = distances & 0xFF00U;
        return {low * low + high * high};
    }
    static __device__ Distances join(unsigned left, unsigned right) {
        return static_cast<Distances>(left | right << 8);
    }
    __device__ void take(NarrowSquares row, NarrowSquares step) {
        halves = __viaddmin_u16x2(row.halves, step.halves, halves);
    }
    __device__ void raise(NarrowSquares other) { halves = __vmaxu2(halves, other.halves); }
    [[nodiscard]] __device__ int left() const { return static_cast<int>(halves & 0xFFFF); }
    [[nodiscard]] __device__ int right() const { return static_cast<int>(halves >> 16); }
};

struct WideSquares {
    using Distances = std::uint32_t;  ///< two halves
    int squares[2];

    static __device__ WideSquares both(int square) { return {{square, square}}; }
    static __device__ WideSquares of(Distances distances) {
        const int low = static_cast<int>(distances & 0xFFFF);
        const int high = static_cast<int>(distances >> 16);
        return {{low * low, high * high}};
    }
    static __device__ Distances join(unsigned left, unsigned right) { return left | right << 16; }
    __device__ void take(WideSquares row, WideSquares step) {
        squares[0] = __viaddmin_s32(row.squares[0], step.squares[0], squares[0]);
        squares[1] = __viaddmin_s32(row.squares[1], step.squares[1], squares[1]);
    }
    __device__ void raise(WideSquares other) {
        squares[0] = max(squares[0], other.squares[0]);
        squares[1] = max(squares[1], other.squares[1]);
    }
    [[nodiscard]] __device__ int left() const { return squares[0]; }
    [[nodiscard]] __device__ int right() const { return squares[1]; }
};

/// The distances along the rows of the mask and of the output, at most D.
template <class Distances>
struct RowDistances {
    Distances* pairs = nullptr;  ///< row by row; for columns `lane` and `lane` + 32 of each warp's 64
    /// The smallest distance in each group of 64 columns: all rows of the first group, then all rows of the
    /// next.
    std::uint16_t* nearest = nullptr;
    int top;
    int rows;
    int chunks;  ///< groups of 64 columns

    RowDistances(std::int64_t maskTop, std::int64_t maskRows, Size out)
        : top(static_cast<int>(std::min<std::int64_t>(maskTop, 0))),
          rows(static_cast<int>(std::max(maskTop + maskRows, roundedUp(out.height, rowsOfWarp)) - top)),
          chunks(static_cast<int>(roundedUp(out.width, columnsOfWarp) / columnsOfWarp)) {}

    static std::int64_t roundedUp(std::int64_t number, std::int64_t step) {
        return (number + step - 1) / step * step;
    }
    [[nodiscard]] std::size_t count() const {
        return static_cast<std::size_t>(rows) * static_cast<std::size_t>(chunks);
    }
    [[nodiscard]] std::size_t pairBytes() const { return count() * lanes * sizeof(Distances); }
    [[nodiscard]] std::size_t nearestBytes() const { return count() * sizeof(std::uint16_t); }
    [[nodiscard]] __device__ Distances* pairsOf(int row, int chunk) const {
        return pairs + (static_cast<std::size_t>(row) * static_cast<unsigned>(chunks) +
                        static_cast<unsigned>(chunk)) *
                           lanes;
    }
    [[nodiscard]] __device__ std::uint16_t* nearestOf(int row, int chunk) const {
        return nearest + static_cast<std::size_t>(chunk) * static_cast<unsigned>(rows) +
               static_cast<unsigned>(row);
    }
};

/// The distance to the nearest white column in some neighbouring words of a row; `farthest` if no column is
/// white. Each lane has one word, and lane 0 has the nearest. The highest bit of a word is its nearest
/// column.
__device__ unsigned distanceToWords(std::uint32_t word, unsigned farthest) {
    const unsigned white = __ballot_sync(allLanes, word != 0);
    if (white == 0) return farthest;
    const int first = __ffs(static_cast<int>(white)) - 1;
    return static_cast<unsigned>(first * wordBits + 1) + zerosAbove(__shfl_sync(allLanes, word, first));
}

/// The distance from the first column of each lane's word to the nearest white column before it.
/// \param outside  that distance from the first lane's word
__device__ unsigned distanceBefore(std::uint32_t word, unsigned outside, int lane) {
    constexpr int none = -(1 << 20);
    const int last = word != 0 ? lane * wordBits + wordBits - 1 - static_cast<int>(zerosAbove(word)) : none;
    int before = __shfl_up_sync(allLanes, last, 1);
    if (lane == 0) before = -static_cast<int>(outside);
#pragma unroll
    for (int step = 1; step < lanes; step *= 2)
        before = max(before, __shfl_up_sync(allLanes, before, step));
    return static_cast<unsigned>(lane * wordBits - before);
}

/// Exchanges the numbers of the lanes in reverse order.
__device__ unsigned mirrored(unsigned number) {
    return __shfl_xor_sync(allLanes, number, lanes - 1);
}

/// One word of a row and the distances around it.
struct alignas(16) WordSurroundings {
    std::uint32_t word;
    std::uint32_t reversed;
    unsigned left;   ///< distance from the word's first column to the nearest white column before it
    unsigned right;  ///< distance from the word's last column to the nearest white column after it

    /// The distance from the lane's column of the word.
    [[nodiscard]] __device__ unsigned distance(int lane, unsigned farthest) const {
        const unsigned inside = zerosAbove(word << (wordBits - 1 - lane) | reversed << lane);
        const auto column = static_cast<unsigned>(lane);
        return min(min(inside, farthest), min(left + column, right + (wordBits - 1 - column)));
    }
};

/// The surroundings of a lane's word.
__device__ WordSurroundings surroundings(const WhiteBits& bits, int row, int firstWord, int lane,
                                         int distanceMax) {
    const std::uint32_t word = bits.word(row, firstWord + lane);
    const std::uint32_t reversed = __brev(word);
    const bool reached = lane * wordBits < distanceMax;
    const std::uint32_t before = reached ? bits.word(row, firstWord - 1 - lane) : 0;
    const std::uint32_t after = reached ? bits.word(row, firstWord + lanes + lane) : 0;
    const auto farthest = static_cast<unsigned>(distanceMax);
    const unsigned left = distanceToWords(before, farthest);
    const unsigned right = distanceToWords(__brev(after), farthest);
    return {word, reversed, distanceBefore(word, left, lane),
            mirrored(distanceBefore(mirrored(reversed), right, lane))};
}

template <class Squares>
__global__ void __launch_bounds__(warps* lanes)
    rowsKernel(WhiteBits bits, RowDistances<typename Squares::Distances> distances, int distanceMax) {
    __shared__ WordSurroundings ofBlock[warps][lanes];
    const int lane = static_cast<int>(threadIdx.x);
    const int row = static_cast<int>(blockIdx.y) * warps + static_cast<int>(threadIdx.y);
    if (row >= distances.rows) return;
    const int firstChunk = static_cast<int>(blockIdx.x) * chunksOfWarp;
    const int chunks = min(chunksOfWarp, distances.chunks - firstChunk);
    WordSurroundings* words = ofBlock[threadIdx.y];
    words[lane] = surroundings(bits, distances.top + row, 2 * firstChunk, lane, distanceMax);
    __syncwarp();
    const auto farthest = static_cast<unsigned>(distanceMax);
#pragma unroll 4
    for (int i = 0; i < chunks; ++i) {
        const unsigned left = words[2 * i].distance(lane, farthest);
        const unsigned right = words[2 * i + 1].distance(lane, farthest);
        distances.pairsOf(row, firstChunk + i)[lane] = Squares::join(left, right);
    }
    if (lane >= chunks) return;
    const WordSurroundings& first = words[2 * lane];
    const WordSurroundings& second = words[2 * lane + 1];
    const unsigned around = min(min(first.left, second.right), farthest);
    *distances.nearestOf(row, firstChunk + lane) =
        static_cast<std::uint16_t>((first.word | second.word) != 0 ? 0 : around);
}

/// The largest number in the warp.
__device__ unsigned largestOfWarp(unsigned number) {
#if __CUDA_ARCH__ >= 800
    return __reduce_max_sync(allLanes, number);
#else
    for (int step = lanes / 2; step > 0; step /= 2)
        number = max(number, __shfl_xor_sync(allLanes, number, step));
    return number;
#endif
}

/// The smallest squared distances of a warp's 64 columns and rowsOfWarp rows.
template <class Squares>
struct WarpStrip {
    using Distances = typename Squares::Distances;
    const RowDistances<Distances>& rows;
    int chunk;
    int lane;
    int first;  ///< the first row, relative to the first of `rows`
    Squares least[rowsOfWarp];

    /// Places outside of the output get the distance 0, so that they need no further work.
    __device__ void begin(const DeviceSamples& out, int y, int distanceMax) {
        const int x = chunk * columnsOfWarp + lane;
        const Squares none = Squares::both(0);
        const Squares farthest = Squares::both(distanceMax * distanceMax);
#pragma unroll
        for (int r = 0; r < rowsOfWarp; ++r)
            least[r] = x < out.width && y + r < out.height ? farthest : none;
    }

    [[nodiscard]] __device__ bool stored(int row) const {
        return row >= 0 && row < rows.rows;
    }

    __device__ void takeOwnRows() {
#pragma unroll
        for (int k = 0; k < rowsOfWarp; ++k) {
            const Squares row = Squares::of(rows.pairsOf(first + k, chunk)[lane]);
#pragma unroll
            for (int r = 0; r < rowsOfWarp; ++r)
                least[r].take(row, Squares::both((k - r) * (k - r)));
        }
    }

    /// The smallest square that this lane's row, `step` or more rows before the first or after the last, can
    /// give for any place.
    [[nodiscard]] __device__ int leastOfRow(int step, int distanceMax) const {
        const int distance = step + lane % stepsOfLook;
        const int row = lane < stepsOfLook ? first - distance : first + rowsOfWarp - 1 + distance;
        if (distance > distanceMax || row < 0 || row >= rows.rows) return distanceMax * distanceMax;
        const int nearest = *rows.nearestOf(row, chunk);
        return distance * distance + nearest * nearest;
    }

    /// Processes the rows whose bit is set, among stepsOfGroup rows that begin `step` rows before the first
    /// row, and the same number of rows after the last one.
    __device__ void takeRows(int step, unsigned before, unsigned after) {
        Squares steps[rowsOfWarp + stepsOfGroup - 1];
        Distances above[stepsOfGroup] = {};
        Distances below[stepsOfGroup] = {};
#pragma unroll
        for (int i = 0; i < stepsOfGroup; ++i) {
            if (before >> i & 1) above[i] = rows.pairsOf(first - step - i, chunk)[lane];
            if (after >> i & 1) below[i] = rows.pairsOf(first + rowsOfWarp - 1 + step + i, chunk)[lane];
        }
#pragma unroll
        for (int i = 0; i < rowsOfWarp + stepsOfGroup - 1; ++i)
            steps[i] = Squares::both((step + i) * (step + i));
#pragma unroll
        for (int i = 0; i < stepsOfGroup; ++i) {
            if (before >> i & 1) {
                const Squares row = Squares::of(above[i]);
#pragma unroll
                for (int r = 0; r < rowsOfWarp; ++r)
                    least[r].take(row, steps[i + r]);
            }
            if (after >> i & 1) {
                const Squares row = Squares::of(below[i]);
#pragma unroll
                for (int r = 0; r < rowsOfWarp; ++r)
                    least[r].take(row, steps[i + rowsOfWarp - 1 - r]);
            }
        }
    }

    /// The largest square of all places of the warp.
    [[nodiscard]] __device__ int largest() const {
        Squares both = least[0];
#pragma unroll
        for (int r = 1; r < rowsOfWarp; ++r)
            both.raise(least[r]);
        return static_cast<int>(largestOfWarp(static_cast<unsigned>(max(both.left(), both.right()))));
    }
};

template <class Squares>
__global__ void __launch_bounds__(warps* lanes)
    columnsKernel(RowDistances<typename Squares::Distances> rows, ProfileTable table, DeviceSamples out) {
    const int lane = static_cast<int>(threadIdx.x);
    const int chunk = static_cast<int>(blockIdx.x);
    const int y = (static_cast<int>(blockIdx.y) * warps + static_cast<int>(threadIdx.y)) * rowsOfWarp;
    if (y >= out.height) return;
    WarpStrip<Squares> strip{rows, chunk, lane, y - rows.top, {}};
    strip.begin(out, y, table.distanceMaxPx);
    strip.takeOwnRows();
    int largest = strip.largest();
    for (int step = 1; step * step < largest; step += stepsOfLook) {
        const int leastOfRow = strip.leastOfRow(step, table.distanceMaxPx);
#pragma unroll 1
        for (int i = 0; i < stepsOfLook; i += stepsOfGroup) {
            constexpr unsigned group = (1U << stepsOfGroup) - 1;
            const unsigned worth = __ballot_sync(allLanes, leastOfRow < largest) >> i;
            const unsigned before = worth & group;
            const unsigned after = worth >> stepsOfLook & group;
            if ((before | after) == 0) continue;
            strip.takeRows(step + i, before, after);
            largest = strip.largest();
        }
    }
    storeRows(out, chunk * columnsOfWarp, lane, y, [&](int r) {
        return make_float2(__ldg(table.values + strip.least[r].left()),
                           __ldg(table.values + strip.least[r].right()));
    });
}

template <class Squares>
void run(cudaStream_t cudaStream, const WhiteBits& bits, const ProfileTable& table, DeviceSamples out,
         DeviceScratch& scratch) {
    using Distances = typename Squares::Distances;
    RowDistances<Distances> rows(bits.top, bits.rows, {out.width, out.height});
    rows.pairs = reinterpret_cast<Distances*>(scratch.allocate(rows.pairBytes()));
    rows.nearest = reinterpret_cast<std::uint16_t*>(scratch.allocate(rows.nearestBytes()));
    const dim3 threads(lanes, warps);
    const auto chunks = static_cast<unsigned>(rows.chunks);
    const dim3 rowBlocks((chunks + chunksOfWarp - 1) / chunksOfWarp,
                         static_cast<unsigned>((rows.rows + warps - 1) / warps));
    rowsKernel<Squares><<<rowBlocks, threads, 0, cudaStream>>>(bits, rows, table.distanceMaxPx);
    check(cudaGetLastError());
    constexpr int rowsOfBlock = warps * rowsOfWarp;
    const dim3 columnBlocks(chunks, static_cast<unsigned>((out.height + rowsOfBlock - 1) / rowsOfBlock));
    columnsKernel<Squares><<<columnBlocks, threads, 0, cudaStream>>>(rows, table, out);
    check(cudaGetLastError());
}

template <class Squares>
std::size_t bytesOf(const Rect& mask, Size out) {
    const RowDistances<typename Squares::Distances> rows(mask.y, mask.height, out);
    return DeviceScratch::padded(rows.pairBytes()) + DeviceScratch::padded(rows.nearestBytes());
}

}  // namespace

void farProfile(cudaStream_t cudaStream, const WhiteBits& bits, const ProfileTable& table, DeviceSamples out,
                DeviceScratch& scratch) {
    if (table.distanceMaxPx <= NarrowSquares::largestDistance)
        return run<NarrowSquares>(cudaStream, bits, table, out, scratch);
    run<WideSquares>(cudaStream, bits, table, out, scratch);
}

std::size_t farScratchBytes(std::int64_t distanceMaxPx, const Rect& mask, Size out) {
    return distanceMaxPx <= NarrowSquares::largestDistance ? bytesOf<NarrowSquares>(mask, out)
                                                           : bytesOf<WideSquares>(mask, out);
}

}  // namespace burin::gpu::profile
