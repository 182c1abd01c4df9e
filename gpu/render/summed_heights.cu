// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/render/summed_heights.hpp"

#include "core/kernels/measuring/height_kernels.hpp"
#include "gpu/device/check.hpp"

#include <algorithm>
#include <cstring>

namespace burin::gpu {

namespace {

constexpr int blockSide = static_cast<int>(HeightsTarget::blockSide);
/// The parts of a sum. \see HeightKernels
constexpr int parts = 8;
/// Cells of a row that are either all shallow or computed like steep ones. \see HeightKernels::excess
constexpr int cellsTogether = 512;
constexpr int threads = 128;
constexpr unsigned everyLane = 0xFFFFFFFFU;
constexpr std::size_t bins = static_cast<std::size_t>(HeightKernels::bins);
/// A table holds the samples of a block.
static_assert(HeightsTarget::blockSide * HeightsTarget::blockSide <= HeightKernels::mostSamples);
/// The sums of blocks start behind the number of filled bins.
constexpr std::size_t sumsOffset = 64;

/// \see HeightKernels::clamp
__device__ inline float clampedDepth(float sample) {
    const float v = sample > 0.0F ? sample : 0.0F;
    return v < 1.0F ? v : 1.0F;
}

__device__ inline double depthOf(float sample) {
    return static_cast<double>(clampedDepth(sample));
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

/// The squared slopes along the four sides of a cell.
struct CellSides {
    double upper, lower, left, right;

    [[nodiscard]] __device__ bool shallow() const {
        return upper < 0x1p-10 && lower < 0x1p-10 && left < 0x1p-10 && right < 0x1p-10;
    }
    /// The sum of `f` over the four corners, in the order of HeightKernels::excess.
    template <class Function>
    [[nodiscard]] __device__ double overCorners(Function f) const {
        return (f(upper + left) + f(lower + right)) + (f(upper + right) + f(lower + left));
    }
};

struct SlopeRoot {
    __device__ double operator()(double s) const { return __dsqrt_rn(1.0 + s); }
};

/// sqrt(1 + s) - 1 for s below 2^-9. \see HeightKernels::excess
struct SlopeSeries {
    __device__ double operator()(double s) const {
        return s * (0.5 - s * (0.125 - s * (0.0625 - s * (0.0390625 - s * 0.02734375))));
    }
};

/// A row of a block, as eight lanes see it that each compute a part of its sums.
///
/// The samples are visited twice, because the mean must be known before its powers. The first visit also
/// finds where cells are steep, for the second one.
struct BlockRow {
    const float* row;
    const float* below;  ///< the row itself under the last row
    bool last;           ///< whether no row is below
    int width;
    int cells;
    SlopeFactors factors;
    int part;        ///< of the lane
    unsigned lanes;  ///< those of this row

    [[nodiscard]] __device__ double depth(int x) const { return depthOf(row[x]); }
    [[nodiscard]] __device__ double depthBelow(int x) const { return depthOf(below[x]); }

    /// \param a, c  the depths at x in the row and below
    [[nodiscard]] __device__ CellSides cell(int x, double a, double c) const {
        const double b = depth(x + 1);
        const double e = depthBelow(x + 1);
        return {squaredSlope(a, b, factors.x), squaredSlope(c, e, factors.x), squaredSlope(a, c, factors.y),
                squaredSlope(b, e, factors.y)};
    }

    /// Adds all but the powers and the excess. \return a bit for each cellsTogether cells, set if they are
    /// computed like steep ones
    [[nodiscard]] __device__ unsigned addSums(HeightSums& to) const {
        double sum = 0;
        double along = 0;
        double down = 0;
        float least = clampedDepth(row[0]);
        float greatest = least;
        unsigned steep = 0;
        for (int from = 0; from < width; from += cellsTogether) {
            const int end = min(from + cellsTogether, width);
            bool some = false;
            for (int x = from + part; x < end; x += parts) {
                const float z = clampedDepth(row[x]);
                least = z < least ? z : least;
                greatest = z > greatest ? z : greatest;
                const double a = static_cast<double>(z);
                const double c = depthBelow(x);
                sum += a;
                down += squaredSlope(a, c, factors.y);
                if (x < cells) {
                    along += squaredSlope(a, depth(x + 1), factors.x);
                    some = some || !cell(x, a, c).shallow();  // not computed again once one is steep
                }
            }
            if (__any_sync(lanes, some ? 1 : 0) != 0) steep |= 1U << (from / cellsTogether);
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
        const double mean = to.depths.mean;
        double second = 0;
        double third = 0;
        double fourth = 0;
        double excess = 0;
        for (int from = 0; from < width; from += cellsTogether) {
            const int end = min(from + cellsTogether, width);
            const bool isSteep = (steep >> (from / cellsTogether) & 1U) != 0;
            for (int x = from + part; x < end; x += parts) {
                const double a = depth(x);
                const double d = a - mean;
                const double d2 = d * d;
                second += d2;
                third += d2 * d;
                fourth += d2 * d2;
                if (x < cells && !last) {
                    const CellSides sides = cell(x, a, depthBelow(x));
                    excess +=
                        isSteep ? sides.overCorners(SlopeRoot{}) - 4.0 : sides.overCorners(SlopeSeries{});
                }
            }
        }
        to.depths.second = joinedParts(lanes, second);
        to.depths.third = joinedParts(lanes, third);
        to.depths.fourth = joinedParts(lanes, fourth);
        to.excess = joinedParts(lanes, excess);
        to.cells = last ? 0 : cells;
    }
};

/// Eight neighbouring lanes sum a row of a block. The sums of a column of blocks lie behind one another.
__global__ void __launch_bounds__(threads)
    rowSumsKernel(ConstDeviceSamples samples, Size size, SlopeFactors factors, HeightSums* out) {
    const std::int64_t y = std::int64_t{blockIdx.x} * (threads / parts) + threadIdx.x / parts;
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
                       0xFFU << (threadIdx.x % 32 / parts * parts)};
    HeightSums sums;
    const unsigned steep = row.addSums(sums);
    row.addPowers(sums, steep);
    if (part == 0) out[std::int64_t{blockIdx.y} * size.height + y] = sums;
}

/// Replaces each number by the sum of those before it, from the first one on. \return the sum of all
__device__ inline double sumInOrder(double* numbers, int count) {
    double sum = numbers[0];
    for (int i = 1; i < count; ++i) {
        const double more = numbers[i];
        numbers[i] = sum;
        sum += more;
    }
    return sum;
}

/// The threads of one block merge the rows of one block of samples, with the bits of HeightSums::merge().
///
/// What a row adds to a moment depends on the lower moments of all rows above it. So one moment follows the
/// other: all threads compute what the rows add, and one thread adds that up in the order of the rows. The
/// mean comes first and is the only moment whose additions take a division each.
__global__ void __launch_bounds__(threads)
    mergeRowsKernel(const HeightSums* rowSums, Size size, HeightSums* out) {
    static_assert(threads / 32 == 4);  // a warp for the means, and one for each other sum
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
    const double width = rows[0].depths.count;  // that of all rows
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
    // Only the last row may have none below it.
    const HeightSums& last = rows[count - 1];
    all.pairsX = count * rows[0].pairsX;
    all.pairsY = (count - 1) * rows[0].pairsY + last.pairsY;
    all.cells = (count - 1) * rows[0].cells + last.cells;
    out[std::int64_t{blockIdx.y} * gridDim.x + blockIdx.x] = all;
}

/// A warp counts the samples of a row of a block. Lanes with the same depth count together, because many
/// surfaces have few depths, and all additions to one address wait for each other. Depths are compared, not
/// places: they have half as many bits, and equal ones have one place.
__global__ void __launch_bounds__(threads)
    countDepthsKernel(ConstDeviceSamples samples, Size size, double lowest, double scale,
                      unsigned long long* tables) {
    constexpr double last = static_cast<double>(HeightKernels::bins << HeightKernels::placeBits) - 1;
    constexpr unsigned long long mask = (1ULL << HeightKernels::placeBits) - 1;
    const std::int64_t y = std::int64_t{blockIdx.x} * (threads / 32) + threadIdx.x / 32;
    if (y >= size.height) return;
    const int lane = static_cast<int>(threadIdx.x % 32);
    const std::int64_t left = std::int64_t{blockIdx.y} * blockSide;
    const int width = static_cast<int>(min(std::int64_t{blockSide}, size.width - left));
    const float* const row = samples.row(y) + left;
    unsigned long long* const table =
        tables + (y / blockSide * gridDim.y + blockIdx.y) * static_cast<std::int64_t>(bins);
    for (int from = 0; from < width; from += 32) {
        const bool inside = from + lane < width;
        const unsigned present = __ballot_sync(everyLane, inside ? 1 : 0);
        if (inside) {
            const float depth = clampedDepth(row[from + lane]);
            double place = (static_cast<double>(depth) - lowest) * scale;
            place = place > 0.0 ? place : 0.0;
            place = place < last ? place : last;
            // The sum with 2^52 has the rounded place in its lowest bits, as on the processor.
            const unsigned long long whole =
                static_cast<unsigned long long>(__double_as_longlong(place + 0x1p52)) & 0xFFFFFFFFFFFFFULL;
            const unsigned same = __match_any_sync(present, __float_as_uint(depth));
            if (lane == __ffs(static_cast<int>(same)) - 1) {
                const unsigned long long each = (1ULL << HeightKernels::countShift) | (whole & mask);
                atomicAdd(table + (whole >> HeightKernels::placeBits),
                          each * static_cast<unsigned long long>(__popc(same)));
            }
        }
        __syncwarp();
    }
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
        samples, size_, target.factors, rowSums);
    check(cudaGetLastError());
    countDepthsKernel<<<dim3(launched(size_.height, threads / 32), columns), threads, 0, cudaStream>>>(
        samples, size_, target.lowest, target.scale, tables);
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
