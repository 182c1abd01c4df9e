// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/measuring/summed_heights.hpp"

#include "core/kernels/measuring/height_kernels.hpp"
#include "gpu/device/check.hpp"

#include <algorithm>
#include <cstring>

namespace burin::gpu {

namespace {

constexpr int blockSide = static_cast<int>(HeightsTarget::blockSide);
/// The parts of a sum. \see HeightKernels
constexpr int parts = 8;
/// Cells of a row that are either all shallow or computed like steep ones. \see HeightRowSums::excess
constexpr int cellsTogether = 512;
constexpr int threads = 128;
constexpr unsigned everyLane = 0xFFFFFFFFU;
constexpr std::size_t bins = static_cast<std::size_t>(HeightKernels::bins);
/// A table holds the samples of a block.
static_assert(HeightsTarget::blockSide * HeightsTarget::blockSide <= HeightKernels::mostSamples);
/// The sums of blocks start after the number of filled bins.
constexpr std::size_t sumsOffset = 64;

/// \see HeightKernels::clamp
__device__ inline float clampedDepth(float sample) {
    const float v = sample > 0.0F ? sample : 0.0F;
    return v < 1.0F ? v : 1.0F;
}

/// The sum of the eight parts that the lanes of a row hold, in the order of HeightKernels. All lanes get it.
__device__ inline double joinedParts(unsigned lanes, double part) {
    part += __shfl_xor_sync(lanes, part, 1);
    part += __shfl_xor_sync(lanes, part, 2);
    return part + __shfl_xor_sync(lanes, part, 4);
}

__device__ inline double squaredSlope(double from, double to, double factor) {
    const double d = to - from;
    return d * d * factor;
}

/// The bits of __dsqrt_rn(x) by the same steps, but without its branch for tiny and huge numbers, so that
/// four roots of a cell run side by side. \pre 1 <= x < 2^1000
__device__ inline double rootFromOne(double x) {
    double guess = 0;
    asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(guess) : "d"(x));
    const double error = __fma_rn(x, -(guess * guess), 1.0);
    const double inverse = __fma_rn(__fma_rn(error, 0.375, 0.5), error * guess, guess);
    const double root = x * inverse;
    return __fma_rn(__fma_rn(root, -root, x), 0.5 * inverse, root);
}

/// The samples at the corners of a cell, as they were computed.
struct CellSamples {
    float here, right, below, belowRight;
};

/// The squared slopes along the four sides of a cell.
struct CellSides {
    double upper, lower, left, right;

    __device__ CellSides(const CellSamples& samples, const SlopeFactors& factors) {
        const double a = clampedDepth(samples.here);
        const double b = clampedDepth(samples.right);
        const double c = clampedDepth(samples.below);
        const double e = clampedDepth(samples.belowRight);
        upper = squaredSlope(a, b, factors.x);
        lower = squaredSlope(c, e, factors.x);
        left = squaredSlope(a, c, factors.y);
        right = squaredSlope(b, e, factors.y);
    }
    /// The upper half of the greatest number. No number is negative, so halves compare like the numbers.
    [[nodiscard]] __device__ int greatestHalf() const {
        return max(max(__double2hiint(upper), __double2hiint(lower)),
                   max(__double2hiint(left), __double2hiint(right)));
    }
    /// The sum of `f` over the four corners, in the order of HeightRowSums::excess.
    template <class Function>
    [[nodiscard]] __device__ double overCorners(Function f) const {
        return (f(upper + left) + f(lower + right)) + (f(upper + right) + f(lower + left));
    }
};

/// The upper half of 2^-10. Sides of this value and more are steep. \see HeightRowSums::excess
constexpr int steepHalf = 0x3F500000;

struct SlopeRoot {
    __device__ double operator()(double s) const { return rootFromOne(1.0 + s); }
};

/// sqrt(1 + s) - 1 for s below 2^-9. \see HeightRowSums::excess
struct SlopeSeries {
    __device__ double operator()(double s) const {
        return s * (0.5 - s * (0.125 - s * (0.0625 - s * (0.0390625 - s * 0.02734375))));
    }
};

/// Counts depths in the table of a block of samples. \see HeightKernels::histogram
struct DepthCounts {
    double lowest;
    double scale;
    unsigned long long* words;

    __device__ void add(float depth, int times = 1) const {
        constexpr double last = static_cast<double>(HeightKernels::bins << HeightKernels::placeBits) - 1;
        constexpr unsigned long long mask = (1ULL << HeightKernels::placeBits) - 1;
        double place = (static_cast<double>(depth) - lowest) * scale;
        place = place > 0.0 ? place : 0.0;
        place = place < last ? place : last;
        // Adding 2^52 puts the rounded place into the lowest bits of the sum, as on the processor.
        const unsigned long long whole =
            static_cast<unsigned long long>(__double_as_longlong(place + 0x1p52)) & 0xFFFFFFFFFFFFFULL;
        const unsigned long long each = (1ULL << HeightKernels::countShift) | (whole & mask);
        atomicAdd(words + (whole >> HeightKernels::placeBits), each * static_cast<unsigned long long>(times));
    }
    /// Adds the depths of all `lanes` of a warp. Lanes with the same depth count together, because many
    /// surfaces have few depths, and additions to one address wait for each other. The search for equal
    /// depths ends when neither the first nor the last remaining lane has an equal one.
    __device__ void addTogether(unsigned lanes, float depth) const {
        const int lane = static_cast<int>(threadIdx.x % 32);
        unsigned left = lanes;
        while (left != 0) {
            const bool isLeft = (left >> lane & 1U) != 0;
            const int first = __ffs(static_cast<int>(left)) - 1;
            const int last = 31 - __clz(static_cast<int>(left));
            const float depthOfFirst = __shfl_sync(lanes, depth, first);
            const float depthOfLast = __shfl_sync(lanes, depth, last);
            const unsigned likeFirst = __ballot_sync(lanes, isLeft && depth == depthOfFirst);
            const unsigned likeLast = __ballot_sync(lanes, isLeft && depth == depthOfLast) & ~likeFirst;
            if (__popc(likeFirst) < 2 && __popc(likeLast) < 2) break;
            if (lane == first) add(depth, __popc(likeFirst));
            if (lane == last && likeLast != 0) add(depth, __popc(likeLast));
            left &= ~(likeFirst | likeLast);
        }
        if ((left >> lane & 1U) != 0) add(depth);
    }
};

/// A row of a block. Eight lanes share it, and each computes a part of its sums.
///
/// The samples are visited twice, because the mean must be known before its powers. The first visit also
/// counts the depths, and finds where cells are steep for the second one. Counting waits for memory and the
/// powers for arithmetic, so the warps of several rows keep both busy.
struct BlockRow {
    const float* row;
    const float* below;  ///< for the last row, the row itself
    bool last;           ///< whether no row is below
    int width;
    int cells;
    SlopeFactors factors;
    int part;         ///< part of the sums that the lane computes
    unsigned lanes;   ///< the lanes of this row
    unsigned inWarp;  ///< the lanes of all rows of the warp

    /// Describes a sample that is visited.
    struct Place {
        bool cell;      ///< whether a cell begins there
        bool together;  ///< whether all lanes of the warp visit a sample now
    };

    /// Visits the lane's samples from `from` to before `end`: `visit(samples of the cell, place)`. Without a
    /// column on the right, the sample itself replaces the one on its right.
    template <class Visit>
    __device__ void forEach(int from, int end, const Visit& visit) const {
        constexpr int atOnce = 4;  // loaded before the first of them is used
        int x = from + part;
        for (; x - part + atOnce * parts <= min(end, cells); x += atOnce * parts) {
            CellSamples samples[atOnce];
#pragma unroll
            for (int k = 0; k < atOnce; ++k)
                samples[k] = cell(x + k * parts, 1);
#pragma unroll
            for (int k = 0; k < atOnce; ++k)
                visit(samples[k], Place{true, true});
        }
        for (; x < end; x += parts)
            visit(cell(x, x < cells ? 1 : 0), Place{x < cells, false});
        __syncwarp(inWarp);
    }
    [[nodiscard]] __device__ CellSamples cell(int x, int right) const {
        return {row[x], row[x + right], below[x], below[x + right]};
    }

    /// Adds everything except the powers and the excess. \return a bit for each group of cellsTogether
    /// cells, which is set if the group has to be computed like steep cells
    [[nodiscard]] __device__ unsigned addSums(HeightSums& to, const DepthCounts& table) const {
        double sum = 0;
        double along = 0;
        double down = 0;
        float least = clampedDepth(row[0]);
        float greatest = least;
        unsigned steep = 0;
        for (int from = 0; from < width; from += cellsTogether) {
            int greatestHalf = 0;
            forEach(from, min(from + cellsTogether, width), [&](const CellSamples& samples, Place place) {
                const float depth = clampedDepth(samples.here);
                least = depth < least ? depth : least;
                greatest = depth > greatest ? depth : greatest;
                const CellSides sides(samples, factors);
                sum += static_cast<double>(depth);
                along += sides.upper;
                down += sides.left;
                greatestHalf = max(greatestHalf, sides.greatestHalf());
                if (place.together) {
                    table.addTogether(inWarp, depth);
                } else {
                    table.add(depth);
                }
            });
            if (__any_sync(lanes, greatestHalf >= steepHalf ? 1 : 0) != 0)
                steep |= 1U << (from / cellsTogether);
        }
        for (int lane = 1; lane < parts; lane *= 2) {
            const float low = __shfl_xor_sync(lanes, least, lane);
            const float high = __shfl_xor_sync(lanes, greatest, lane);
            least = low < least ? low : least;
            greatest = high > greatest ? high : greatest;
        }
        to.least = least;
        to.greatest = greatest;
        to.depths.count = static_cast<double>(width);
        to.depths.mean = joinedParts(lanes, sum) / to.depths.count;
        to.alongX = joinedParts(lanes, along);
        to.alongY = joinedParts(lanes, down);
        to.pairsX = cells;
        to.pairsY = last ? 0 : width;
        return steep;
    }

    /// Adds the rest. \pre `to` has the mean \param steep  what addSums() returned
    __device__ void addPowers(HeightSums& to, unsigned steep) const {
        Powers sums;
        for (int from = 0; from < width; from += cellsTogether) {
            const int end = min(from + cellsTogether, width);
            if ((steep >> (from / cellsTogether) & 1U) != 0) {
                addPowers(from, end, to.depths.mean, SlopeRoot{}, 4.0, sums);
            } else {
                addPowers(from, end, to.depths.mean, SlopeSeries{}, 0.0, sums);
            }
        }
        to.depths.second = joinedParts(lanes, sums.second);
        to.depths.third = joinedParts(lanes, sums.third);
        to.depths.fourth = joinedParts(lanes, sums.fourth);
        to.excess = joinedParts(lanes, sums.excess);
        to.cells = last ? 0 : cells;
    }

  private:
    struct Powers {
        double second = 0;
        double third = 0;
        double fourth = 0;
        double excess = 0;
    };

    /// \param root  of a corner \param flat  the sum of its values over the corners of a flat cell
    template <class Root>
    __device__ void addPowers(int from, int end, double mean, Root root, double flat, Powers& sums) const {
        forEach(from, end, [&](const CellSamples& samples, Place place) {
            const double d = static_cast<double>(clampedDepth(samples.here)) - mean;
            const double d2 = d * d;
            sums.second += d2;
            sums.third += d2 * d;
            sums.fourth += d2 * d2;
            if (place.cell && !last) sums.excess += CellSides(samples, factors).overCorners(root) - flat;
        });
    }
};

/// Eight neighbouring lanes sum a row of a block, and count its depths. The sums of a column of blocks follow
/// one another; each block has its table.
__global__ void __launch_bounds__(threads)
    rowSumsKernel(ConstDeviceSamples samples, Size size, SlopeFactors factors, DepthCounts tables,
                  HeightSums* out) {
    static_assert(blockSide % (32 / parts) == 0);  // the rows of a warp belong to one block
    const std::int64_t y = std::int64_t{blockIdx.x} * (threads / parts) + threadIdx.x / parts;
    const unsigned inWarp = __ballot_sync(everyLane, y < size.height ? 1 : 0);
    if (y >= size.height) return;  // the eight lanes of a row leave together
    const std::int64_t left = std::int64_t{blockIdx.y} * blockSide;
    const int width = static_cast<int>(min(std::int64_t{blockSide}, size.width - left));
    const bool more = left + width < samples.width;
    const int part = static_cast<int>(threadIdx.x % parts);
    const bool last = y + 1 == samples.height;
    const BlockRow row{samples.row(y) + left,
                       samples.row(last ? y : y + 1) + left,
                       last,
                       width,
                       more ? width : width - 1,
                       factors,
                       part,
                       0xFFU << (threadIdx.x % 32 / parts * parts),
                       inWarp};
    const std::int64_t block = y / blockSide * gridDim.y + blockIdx.y;
    const DepthCounts table{tables.lowest, tables.scale,
                            tables.words + block * static_cast<std::int64_t>(bins)};
    HeightSums sums;
    const unsigned steep = row.addSums(sums, table);
    row.addPowers(sums, steep);
    if (part == 0) out[std::int64_t{blockIdx.y} * size.height + y] = sums;
}

/// Replaces each number by the sum of the numbers before it, beginning with the first one. \return the sum of
/// all numbers
__device__ inline double sumInOrder(double* numbers, int count) {
    double sum = numbers[0];
    for (int i = 1; i < count; ++i) {
        const double more = numbers[i];
        numbers[i] = sum;
        sum += more;
    }
    return sum;
}

/// The threads of one block merge the rows of one block of samples, to the bits of HeightSums::merge().
///
/// What a row adds to a moment depends on the lower moments of all rows above it, so the moments are computed
/// one after the other: all threads compute what the rows add, and one thread adds it up in the order of the
/// rows. The mean comes first; it is the only moment whose additions need a division each.
__global__ void __launch_bounds__(threads)
    mergeRowsKernel(const HeightSums* rowSums, Size size, HeightSums* out) {
    static_assert(threads / 32 == 4);  // one warp for the means, and one for each other sum
    __shared__ double columns[4][blockSide];
    __shared__ double sums[4];
    __shared__ float least[threads / 32];
    __shared__ float greatest[threads / 32];
    const std::int64_t top = std::int64_t{blockIdx.y} * blockSide;
    const int count = static_cast<int>(min(std::int64_t{blockSide}, size.height - top));
    const HeightSums* const rows = rowSums + std::int64_t{blockIdx.x} * size.height + top;
    const int thread = static_cast<int>(threadIdx.x);
    const int warp = thread / 32;
    const bool leads = thread % 32 == 0;
    const double width = rows[0].depths.count;  // the same in all rows
    float low = rows[0].least;
    float high = rows[0].greatest;
    for (int y = thread; y < count; y += threads) {
        const HeightSums& row = rows[y];
        columns[0][y] = row.depths.mean;
        columns[1][y] = row.alongX;
        columns[2][y] = row.alongY;
        columns[3][y] = row.excess;
        low = row.least < low ? row.least : low;
        high = row.greatest > high ? row.greatest : high;
    }
    for (int lane = 1; lane < 32; lane *= 2) {
        const float otherLow = __shfl_xor_sync(everyLane, low, lane);
        const float otherHigh = __shfl_xor_sync(everyLane, high, lane);
        low = otherLow < low ? otherLow : low;
        high = otherHigh > high ? otherHigh : high;
    }
    if (leads) {
        least[warp] = low;
        greatest[warp] = high;
    }
    __syncthreads();
    double* const distances = columns[0];
    if (leads && warp > 0) sums[warp] = sumInOrder(columns[warp], count);
    if (thread == 0) {
        double mean = distances[0];
        for (int y = 1; y < count; ++y) {
            const MomentStep step{y * width, width, distances[y] - mean};
            distances[y] = step.distance;
            mean += step.mean();
        }
        sums[0] = mean;
    }
    __syncthreads();
    const auto stepOf = [&](int y) { return MomentStep{y * width, width, distances[y]}; };
    HeightMoments moments;
    moments.count = count * width;
    moments.mean = sums[0];
    double* const seconds = columns[1];
    for (int y = thread; y < count; y += threads)
        seconds[y] = y == 0 ? rows[0].depths.second : stepOf(y).second(rows[y].depths);
    const double alongX = sums[1];
    const double alongY = sums[2];
    const double excess = sums[3];
    __syncthreads();
    if (thread == 0) moments.second = sumInOrder(seconds, count);
    __syncthreads();
    double* const thirds = columns[2];
    for (int y = thread; y < count; y += threads)
        thirds[y] = y == 0 ? rows[0].depths.third : stepOf(y).third(rows[y].depths, seconds[y]);
    __syncthreads();
    if (thread == 0) moments.third = sumInOrder(thirds, count);
    __syncthreads();
    double* const fourths = columns[3];
    for (int y = thread; y < count; y += threads)
        fourths[y] = y == 0 ? rows[0].depths.fourth : stepOf(y).fourth(rows[y].depths, seconds[y], thirds[y]);
    __syncthreads();
    if (thread != 0) return;
    moments.fourth = sumInOrder(fourths, count);
    HeightSums all;
    all.depths = moments;
    all.least = least[0];
    all.greatest = greatest[0];
    for (int k = 1; k < threads / 32; ++k) {
        all.least = least[k] < all.least ? least[k] : all.least;
        all.greatest = greatest[k] > all.greatest ? greatest[k] : all.greatest;
    }
    all.alongX = alongX;
    all.alongY = alongY;
    all.excess = excess;
    // Only the last row may have no row below it.
    const HeightSums& last = rows[count - 1];
    all.pairsX = count * rows[0].pairsX;
    all.pairsY = (count - 1) * rows[0].pairsY + last.pairsY;
    all.cells = (count - 1) * rows[0].cells + last.cells;
    out[std::int64_t{blockIdx.y} * gridDim.x + blockIdx.x] = all;
}

/// A thread adds up a bin of all tables, and lists it if it holds samples.
__global__ void __launch_bounds__(threads)
    listBinsKernel(const unsigned long long* tables, int count, unsigned* number, FilledBin* filled) {
    constexpr unsigned long long mask = (1ULL << HeightKernels::countShift) - 1;
    const std::size_t bin = std::size_t{blockIdx.x} * threads + threadIdx.x;
    if (bin >= bins) return;
    FilledBin all;
    all.bin = bin;
    for (int k = 0; k < count; ++k) {
        const unsigned long long word = tables[static_cast<std::size_t>(k) * bins + bin];
        all.count += word >> HeightKernels::countShift;
        all.places += word & mask;
    }
    if (all.count > 0) filled[atomicAdd(number, 1U)] = all;
}

constexpr std::size_t padded(std::size_t bytes) {
    return (bytes + 255) / 256 * 256;
}

std::int64_t blocksAlong(std::int64_t samples) {
    return (samples + blockSide - 1) / blockSide;
}

unsigned launched(std::int64_t count, std::int64_t each) {
    return static_cast<unsigned>((count + each - 1) / each);
}

}  // namespace

SummedHeights::SummedHeights(const Size& size)
    : size_(size), columns_(blocksAlong(size.width)), rows_(blocksAlong(size.height)) {
    const auto count = static_cast<std::size_t>(blocks());
    const auto rowCount = static_cast<std::size_t>(columns_ * size_.height);
    filled_ = padded(sumsOffset + count * sizeof(HeightSums));
    tables_ = filled_ + padded(bins * sizeof(FilledBin));
    rowSums_ = tables_ + count * bins * sizeof(unsigned long long);
    end_ = rowSums_ + padded(rowCount * sizeof(HeightSums));
}

void SummedHeights::queue(cudaStream_t cudaStream, const HeightsTarget& target, ConstDeviceSamples samples,
                          std::byte* memory, std::byte* host) const {
    auto* const number = reinterpret_cast<unsigned*>(memory);
    auto* const sums = reinterpret_cast<HeightSums*>(memory + sumsOffset);
    auto* const filled = reinterpret_cast<FilledBin*>(memory + filled_);
    auto* const tables = reinterpret_cast<unsigned long long*>(memory + tables_);
    auto* const rowSums = reinterpret_cast<HeightSums*>(memory + rowSums_);
    const auto columns = static_cast<unsigned>(columns_);
    check(cudaMemsetAsync(memory, 0, filled_, cudaStream));
    check(cudaMemsetAsync(tables, 0, rowSums_ - tables_, cudaStream));
    rowSumsKernel<<<dim3(launched(size_.height, threads / parts), columns), threads, 0, cudaStream>>>(
        samples, size_, target.factors, DepthCounts{target.lowest, target.scale, tables}, rowSums);
    check(cudaGetLastError());
    mergeRowsKernel<<<dim3(columns, static_cast<unsigned>(rows_)), threads, 0, cudaStream>>>(rowSums, size_,
                                                                                             sums);
    check(cudaGetLastError());
    listBinsKernel<<<launched(static_cast<std::int64_t>(bins), threads), threads, 0, cudaStream>>>(
        tables, static_cast<int>(blocks()), number, filled);
    check(cudaGetLastError());
    check(cudaMemcpyAsync(host, memory, filled_, cudaMemcpyDeviceToHost, cudaStream));
}

void SummedHeights::take(cudaStream_t cudaStream, const std::byte* memory, std::byte* host,
                         BlockHeights& out) const {
    check(cudaStreamSynchronize(cudaStream));
    unsigned number = 0;
    std::memcpy(&number, host, sizeof(number));
    out.sums.resize(static_cast<std::size_t>(blocks()));
    out.bins.resize(std::min<std::size_t>(number, bins));
    std::memcpy(out.sums.data(), host + sumsOffset, out.sums.size() * sizeof(HeightSums));
    if (out.bins.empty()) return;
    const std::size_t bytes = out.bins.size() * sizeof(FilledBin);
    check(cudaMemcpyAsync(host + filled_, memory + filled_, bytes, cudaMemcpyDeviceToHost, cudaStream));
    check(cudaStreamSynchronize(cudaStream));
    std::memcpy(out.bins.data(), host + filled_, bytes);
}

}  // namespace burin::gpu
