// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/generate/rough.hpp"

#include "core/kernels/textures/rough_kernels.hpp"
#include "gpu/device/current_device.hpp"
#include "gpu/kinds/form/pointwise.cuh"
#include "gpu/kinds/textures/cells.cuh"

#include <algorithm>

// A kernel adds an octave. A block makes a table of the weights around its tile. If the lattice lies along
// the axes, a thread walks down two columns. It keeps eight sums of weights along x for each, one for each
// row of the lattice that reaches the sample, and adds a sum when it enters a row of cells. Otherwise a
// sample adds 64 weights. A third kernel hashes these for each sample, if the cells are too small for a
// table.

namespace burin::gpu {

namespace {

constexpr int roughThreads = 128;
constexpr int firstTap = -3;
/// Rows and columns of points around the cells of a tile. One on each side is spare, because places are
/// rounded.
constexpr int before = 1 - firstTap;
constexpr int after = roughTaps + firstTap;

struct DeviceOctave {
    DeviceCells cells;
    FixedCells fixed;
    std::uint32_t seed = 0;
    float scale = 0;
    bool swapped = false;  ///< whether v lies along x
};

/// One octave of a surface. The first octave sets the heights, further ones are added, and the last one turns
/// the heights into samples.
struct RoughPlan {
    DeviceOctave octave;
    Point at;  ///< the place of the area's first sample, folded
    RoughScale scale;
    bool isFirst = true;
    bool isLast = true;
};

__device__ inline float multiplyAdd(float a, float b, float c) {
    return __fmaf_rn(a, b, c);
}

/// 510 minus the sum of the four bytes of a hash.
__device__ inline float weightOf(std::uint32_t hash) {
    const std::uint32_t pairs = (hash & 0x00FF00FFU) + ((hash >> 8) & 0x00FF00FFU);
    return static_cast<float>(static_cast<int>((pairs & 0xFFFFU) + (pairs >> 16)) - 510);
}

/// max(0, exp(-t^2 / 2) - exp(-8)) for t = place - i, i = -3, ..., 4.
struct Lobes {
    float taps[roughTaps];

    __device__ explicit Lobes(float place) {
        // With t = s - h, the exponential is exp(-s^2 / 2) exp(s)^h times a constant, for h = -3.5, ..., 3.5.
        constexpr float constants[4] = {0.88249690F, 0.32465247F, 0.04393693F, 0.00218749F};
        constexpr float cut = 3.3546263e-4F;
        const float s = place - 0.5F;
        const float half = -0.5F * s * s;
        const float up = __expf(s);
        const float down = __expf(-s);
        float right = __expf(multiplyAdd(0.5F, s, half));
        float left = __expf(multiplyAdd(-0.5F, s, half));
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            taps[4 + k] = fmaxf(multiplyAdd(right, constants[k], -cut), 0.0F);
            taps[3 - k] = fmaxf(multiplyAdd(left, constants[k], -cut), 0.0F);
            right *= up;
            left *= down;
        }
    }
};

/// The sum of eight numbers, each times its lobe.
__device__ inline float weighted(const float (&lobes)[roughTaps], const float* numbers) {
    float sum = lobes[0] * numbers[0];
#pragma unroll
    for (int k = 1; k < roughTaps; ++k)
        sum = multiplyAdd(lobes[k], numbers[k], sum);
    return sum;
}

/// f(z) without mean and deviation. \see RoughScale
__device__ inline float distorted(float z, const RoughScale& scale) {
    const float a = fabsf(z);
    const float inverse = copysignf(logf(a + sqrtf(multiplyAdd(a, a, 1.0F))), z);
    const float rise = expf((inverse + static_cast<float>(scale.shift)) * static_cast<float>(scale.tail));
    return 0.5F * (rise - 1.0F / rise);
}

/// The sample of a height.
__device__ inline float finished(const RoughScale& scale, float z) {
    const float f = scale.plain ? z
                                : (distorted(z, scale) - static_cast<float>(scale.mean)) *
                                      static_cast<float>(scale.inverseDeviation);
    const float v = multiplyAdd(static_cast<float>(scale.span), f, static_cast<float>(scale.base));
    return swept(fminf(fmaxf(v, 0.0F), 1.0F));
}

/// Adds a height of the plan's octave to the sample at `there`, and finishes the sum after the last octave.
__device__ inline float together(const RoughPlan& plan, float height, const float* there) {
    const float sum = plan.isFirst ? height : *there + height;
    return plan.isLast ? finished(plan.scale, sum) : sum;
}

/// The weights around a tile. Its rows run across the direction of the lattice that is parallel to x, or
/// across u if none is.
struct WeightTable {
    CellTile tile;
    int columns;
    float* weights;

    __device__ WeightTable(const DeviceOctave& octave, const CellTile& points, float* memory)
        : tile(points), columns(octave.swapped ? points.rows : points.columns), weights(memory) {}

    /// Called by all threads; none may still read an earlier table.
    __device__ void fill(const DeviceOctave& octave) const {
        constexpr int lanes = 32;
        const int toRight = octave.swapped ? columns : 1;
        const int toNext = octave.swapped ? 1 : columns;
        const bool repeats = octave.cells.closes.width != 0 || octave.cells.closes.height != 0;
        for (int row = static_cast<int>(threadIdx.x) / lanes; row < tile.rows; row += roughThreads / lanes) {
            float* const to = weights + row * toNext;
            const std::uint32_t rowBits = placeBits(0, tile.first.y + row);
            for (int column = static_cast<int>(threadIdx.x) % lanes; column < tile.columns; column += lanes) {
                const std::uint32_t bits = repeats ? tile.bits(octave.cells, column, row)
                                                   : placeBits(tile.first.x + column, 0) ^ rowBits;
                to[column * toRight] = weightOf(hashBits(bits, octave.seed));
            }
        }
    }
    /// The weights that reach a place in a column of cells, in a row of the table.
    [[nodiscard]] __device__ const float* from(int column, int row) const {
        return weights + row * columns + column + firstTap;
    }
};

/// A place across the lattice's rows. All samples of a tile's row share it.
struct alignas(16) RowPlace {
    float lobes[roughTaps];
    int cell;
};

namespace straight {
constexpr int neighbours = 2;
constexpr int width = 128;
constexpr int groups = roughThreads * neighbours / width;  ///< groups of threads, one below the other
constexpr int mostRows = 32;                               ///< the most rows of a thread
constexpr int leastRows = 2;
}  // namespace straight

/// Walks down the columns of a thread.
class LobeWalk {
  public:
    static constexpr int neighbours = straight::neighbours;

    __device__ LobeWalk(const WeightTable& table, const std::uint64_t (&columns)[neighbours])
        : table_(table),
          along_{Lobes(FixedCells::inside<float>(columns[0])), Lobes(FixedCells::inside<float>(columns[1]))},
          columns_{FixedCells::cell(columns[0]), FixedCells::cell(columns[1])} {}

    __device__ void enter(int cell) {
        if (cell < cell_ || cell > cell_ + roughTaps) cell_ = cell - roughTaps;
#pragma unroll 1
        while (cell_ < cell) {
            ++cell_;
#pragma unroll
            for (int k = 0; k < neighbours; ++k) {
#pragma unroll
                for (int j = 0; j + 1 < roughTaps; ++j)
                    sums_[k][j] = sums_[k][j + 1];
                sums_[k][roughTaps - 1] =
                    weighted(along_[k].taps, table_.from(columns_[k], cell_ + firstTap + roughTaps - 1));
            }
        }
    }
    [[nodiscard]] __device__ float height(int k, const float (&lobes)[roughTaps]) const {
        return weighted(lobes, sums_[k]);
    }

  private:
    const WeightTable& table_;
    Lobes along_[neighbours];
    int columns_[neighbours];
    int cell_ = -2 * roughTaps;
    float sums_[neighbours][roughTaps] = {};
};

/// \param rows  of a thread
__global__ void __launch_bounds__(roughThreads)
    straightKernel(const __grid_constant__ RoughPlan plan, int rows, DeviceSamples value, bool vectors) {
    using namespace straight;
    extern __shared__ float4 shared[];
    const DeviceOctave& octave = plan.octave;
    const int height = groups * rows;
    auto* const rowPlaces = reinterpret_cast<RowPlace*>(shared);
    const int x = static_cast<int>(threadIdx.x) % (width / neighbours) * neighbours;
    const int top = static_cast<int>(threadIdx.x) / (width / neighbours) * rows;
    const FoldedTile place(plan.at, width, height, octave.cells);
    const CellTile tile(place, octave.cells.map, width, height, before, after);
    const WeightTable table(octave, tile, reinterpret_cast<float*>(rowPlaces + height));
    table.fill(octave);
    for (int y = static_cast<int>(threadIdx.x); y < height; y += roughThreads) {
        const FixedCells::Part part = octave.fixed.ofRow(place.y.place(y), octave.cells.down, tile.first);
        const std::uint64_t across = octave.swapped ? part.u : part.v;
        const Lobes lobes(FixedCells::inside<float>(across));
        for (int k = 0; k < roughTaps; ++k)
            rowPlaces[y].lobes[k] = lobes.taps[k];
        rowPlaces[y].cell = FixedCells::cell(across);
    }
    __syncthreads();
    const FixedCells::Part left = octave.fixed.ofRow({0, 0}, {}, tile.first);
    std::uint64_t columns[neighbours];
    for (int k = 0; k < neighbours; ++k) {
        const FixedCells::Part part = octave.fixed.ofColumn(place.x.place(x + k), octave.cells.right);
        columns[k] = octave.swapped ? part.v + left.v : part.u + left.u;
    }
    const std::int64_t column = std::int64_t{blockIdx.x} * width + x;
    const std::int64_t row = std::int64_t{blockIdx.y} * height + top;
    if (column >= value.width) return;
    const bool pair = vectors && column + 2 <= value.width;
    LobeWalk walk(table, columns);
#pragma unroll 1
    for (int r = 0; r < rows && row + r < value.height; ++r) {
        const RowPlace& here = rowPlaces[top + r];
        walk.enter(here.cell);
        const float first = octave.scale * walk.height(0, here.lobes);
        const float second = octave.scale * walk.height(1, here.lobes);
        float* const to = value.row(row + r) + column;
        if (pair) {
            float2 there{};
            if (!plan.isFirst) there = *reinterpret_cast<const float2*>(to);
            const float2 samples{together(plan, first, &there.x), together(plan, second, &there.y)};
            __stcs(reinterpret_cast<float2*>(to), samples);
        } else {
            to[0] = together(plan, first, to);
            if (column + 1 < value.width) to[1] = together(plan, second, to + 1);
        }
    }
}

namespace turned {
constexpr int width = 64;
constexpr int groups = roughThreads / width;
constexpr int rows = 16;  ///< rows of a thread
constexpr int height = groups * rows;
}  // namespace turned

__global__ void __launch_bounds__(roughThreads)
    turnedKernel(const __grid_constant__ RoughPlan plan, DeviceSamples value) {
    using namespace turned;
    extern __shared__ float4 shared[];
    const DeviceOctave& octave = plan.octave;
    const int x = static_cast<int>(threadIdx.x) % width;
    const int top = static_cast<int>(threadIdx.x) / width * rows;
    const FoldedTile place(plan.at, width, height, octave.cells);
    const CellTile tile(place, octave.cells.map, width, height, before, after);
    const WeightTable table(octave, tile, reinterpret_cast<float*>(shared));
    table.fill(octave);
    __syncthreads();
    const std::int64_t column = std::int64_t{blockIdx.x} * width + x;
    const std::int64_t row = std::int64_t{blockIdx.y} * height + top;
    if (column >= value.width) return;
    const FixedCells::Part right = octave.fixed.ofColumn(place.x.place(x), octave.cells.right);
#pragma unroll 1
    for (int r = 0; r < rows && row + r < value.height; ++r) {
        const FixedCells::Part down =
            octave.fixed.ofRow(place.y.place(top + r), octave.cells.down, tile.first);
        const std::uint64_t u = right.u + down.u;
        const std::uint64_t v = right.v + down.v;
        const Lobes along(FixedCells::inside<float>(octave.swapped ? v : u));
        const Lobes across(FixedCells::inside<float>(octave.swapped ? u : v));
        const int first = FixedCells::cell(octave.swapped ? v : u);
        const int line = FixedCells::cell(octave.swapped ? u : v) + firstTap;
        float rowSums[roughTaps];
#pragma unroll
        for (int j = 0; j < roughTaps; ++j)
            rowSums[j] = weighted(along.taps, table.from(first, line + j));
        float* const to = value.row(row + r) + column;
        *to = together(plan, octave.scale * weighted(across.taps, rowSums), to);
    }
}

/// The height of one octave at a place of the first repeat.
__device__ float heightAt(const DeviceOctave& octave, double x, double y) {
    const CellMap& map = octave.cells.map;
    const double u = (map.ux * x + map.uy * y) + map.u0;
    const double v = (map.vx * x + map.vy * y) + map.v0;
    const Lobes along(static_cast<float>(u - floor(u)));
    const Lobes across(static_cast<float>(v - floor(v)));
    const Point first{static_cast<std::int64_t>(floor(u)) + firstTap,
                      static_cast<std::int64_t>(floor(v)) + firstTap};
    float sum = 0;
#pragma unroll
    for (int j = 0; j < roughTaps; ++j) {
        float weights[roughTaps];
#pragma unroll
        for (int i = 0; i < roughTaps; ++i) {
            const Point name = octave.cells.names.of({first.x + i, first.y + j});
            weights[i] = weightOf(hashBits(placeBits(name.x, name.y), octave.seed));
        }
        sum = multiplyAdd(across.taps[j], weighted(along.taps, weights), sum);
    }
    return octave.scale * sum;
}

/// A thread computes a sample.
__global__ void __launch_bounds__(roughThreads)
    hashingKernel(const __grid_constant__ RoughPlan plan, DeviceSamples value) {
    const std::int64_t x = std::int64_t{blockIdx.x} * roughThreads + threadIdx.x;
    if (x >= value.width) return;
    for (std::int64_t y = blockIdx.y; y < value.height; y += gridDim.y) {
        const DeviceCells& cells = plan.octave.cells;
        const float height =
            heightAt(plan.octave, static_cast<double>(FoldedAxis(plan.at.x, x, cells.closes.width).first),
                     static_cast<double>(FoldedAxis(plan.at.y, y, cells.closes.height).first));
        float* const to = value.row(y) + x;
        *to = together(plan, height, to);
    }
}

/// Bytes of the largest table of weights for tiles of that size.
std::size_t tableBytes(const RoughPlan& plan, int width, int height) {
    return static_cast<std::size_t>(plan.octave.cells.mostEntries(width, height, before, after)) *
           sizeof(float);
}

dim3 blocksOf(const DeviceSamples& value, int width, int height) {
    return {static_cast<unsigned>((value.width + width - 1) / width),
            static_cast<unsigned>((value.height + height - 1) / height)};
}

/// \return whether the table fits
bool launchStraight(cudaStream_t cudaStream, const RoughPlan& plan, DeviceSamples value) {
    using namespace straight;
    // Several blocks should fit into a multiprocessor. With fewer rows, sums would be computed again more
    // often.
    const std::size_t room = mostSharedBytes();
    const auto bytesFor = [&](int rows) {
        const int height = groups * rows;
        return static_cast<std::size_t>(height) * sizeof(RowPlace) + tableBytes(plan, width, height);
    };
    int rows = mostRows;
    while (rows > leastRows && bytesFor(rows) > room / 4)
        rows /= 2;
    const std::size_t bytes = bytesFor(rows);
    if (bytes > room) return false;
    check(cudaFuncSetAttribute(straightKernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(bytes)));
    straightKernel<<<blocksOf(value, width, groups * rows), roughThreads, bytes, cudaStream>>>(
        plan, rows, value, value.aligned(8));
    check(cudaGetLastError());
    return true;
}

/// \return whether the table fits
bool launchTurned(cudaStream_t cudaStream, const RoughPlan& plan, DeviceSamples value) {
    using namespace turned;
    const std::size_t bytes = tableBytes(plan, width, height);
    if (bytes > mostSharedBytes()) return false;
    check(cudaFuncSetAttribute(turnedKernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(bytes)));
    turnedKernel<<<blocksOf(value, width, height), roughThreads, bytes, cudaStream>>>(plan, value);
    check(cudaGetLastError());
    return true;
}

void addOctave(cudaStream_t cudaStream, const RoughPlan& plan, bool isStraight, DeviceSamples value) {
    if (isStraight ? launchStraight(cudaStream, plan, value) : launchTurned(cudaStream, plan, value)) return;
    const dim3 blocks(static_cast<unsigned>((value.width + roughThreads - 1) / roughThreads),
                      static_cast<unsigned>(std::min<std::int64_t>(value.height, 65535)));
    hashingKernel<<<blocks, roughThreads, 0, cudaStream>>>(plan, value);
    check(cudaGetLastError());
}

}  // namespace

void makeRough(cudaStream_t cudaStream, const Rough& node, const Rect& area, DeviceSamples value) {
    if (area.empty()) return;
    RoughPlan plan;
    plan.at = node.cells().fold(area.origin());
    plan.scale = node.scale();
    for (const RoughOctave& octave : node.octaves) {
        DeviceOctave& to = plan.octave;
        to.cells = DeviceCells(octave.cells(), octave.lattice(), octave.map());
        to.fixed = FixedCells(octave.map());
        to.seed = octave.seed();
        to.scale = octave.scale();
        to.swapped = octave.alongX() == RoughOctave::AlongX::v;
        plan.isFirst = &octave == &node.octaves.front();
        plan.isLast = &octave == &node.octaves.back();
        addOctave(cudaStream, plan, octave.alongX() != RoughOctave::AlongX::neither, value);
    }
}

std::unique_ptr<DeviceOperation> roughOnDevice(std::shared_ptr<const OperationOf<Rough>> operation,
                                               Patience patience) {
    return std::make_unique<DeviceOperationOf<Rough>>(std::move(operation), patience);
}

}  // namespace burin::gpu
