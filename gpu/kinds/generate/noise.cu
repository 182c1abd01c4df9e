// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/generate/noise.hpp"

#include "gpu/kinds/form/pointwise.cuh"
#include "gpu/kinds/textures/cells.cuh"

#include <algorithm>
#include <cmath>
#include <type_traits>

// A thread computes four neighbours in each of several rows, and keeps their sums in registers while the
// block goes through the octaves. A second kernel computes sample by sample in binary64: if contrast and
// range magnify errors, or if the cells are too small for a table of corners.

namespace burin::gpu {

namespace {

constexpr int noiseThreads = 128;
constexpr int neighbours = 4;
constexpr int mostOctaves = 12;
/// Largest table of an octave's corners.
constexpr std::size_t mostTableBytes = 48 * 1024;
/// Rows and columns of corners around the cells of a tile. One of them is spare, because places are rounded.
constexpr int before = 1;
constexpr int after = 2;

struct NoiseOctave {
    DeviceCells cells;
    FixedCells fixed;
    std::uint32_t seed = 0;
    double factor = 0;  ///< factor of the octave's noise, or of its magnitude, in the sum
};

/// Everything that determines a sample: low + span * clamp(base + sum of the octaves, 0, 1).
struct NoisePlan {
    NoiseOctave octaves[mostOctaves];
    int count = 0;
    NoiseType type = NoiseType::gradient;
    bool folded = false;  ///< whether magnitudes are added
    Point at;             ///< the place of the area's first sample, folded
    double base = 0.5;
    double low = 0;
    double span = 1;
    /// Samples of a smaller magnitude become 0: those that are dust in binary64 may be computed so large.
    float dust = dustLimit;
};

/// The data of a lattice point for noise.
template <NoiseType type, class Real>
struct Corner;

template <class Real>
struct Corner<NoiseType::value, Real> {
    Real height;

    static __device__ Corner of(std::uint32_t hash) {
        return {static_cast<Real>(static_cast<std::int32_t>(hash ^ 0x80000000U)) *
                static_cast<Real>(0x1p-31)};
    }
};

template <class Real>
struct Corner<NoiseType::gradient, Real> {
    Real x;  ///< the gradient
    Real y;

    static __device__ Corner of(std::uint32_t hash) {
        const Real halfTurns =
            static_cast<Real>(static_cast<std::int32_t>(hash)) * static_cast<Real>(0x1p-31);
        Corner corner;
        if constexpr (std::is_same_v<Real, double>) {
            sincospi(halfTurns, &corner.y, &corner.x);
        } else {
            sincospif(halfTurns, &corner.y, &corner.x);
        }
        return corner;
    }
};

__device__ inline float multiplyAdd(float a, float b, float c) {
    return __fmaf_rn(a, b, c);
}
__device__ inline double multiplyAdd(double a, double b, double c) {
    return __fma_rn(a, b, c);
}

template <class Real>
__device__ inline Real mix(Real a, Real b, Real t) {
    return multiplyAdd(b - a, t, a);
}

/// z^3 (z (6 z - 15) + 10) as a polynomial of the distance from 1/2, so that no terms cancel near 1.
template <class Real>
__device__ inline Real fade(Real z) {
    const Real w = z - Real{0.5};
    const Real square = w * w;
    return multiplyAdd(w, multiplyAdd(square, multiplyAdd(square, Real{6}, Real{-5}), Real{1.875}),
                       Real{0.5});
}

/// Along an edge between two corners of one row, at p: the noise is height + slope * (rows below the edge).
template <class Real>
struct Edge2 {
    Real height;
    Real slope;
};

template <class Real>
__device__ inline Edge2<Real> edgeBetween(const Corner<NoiseType::value, Real>& left,
                                          const Corner<NoiseType::value, Real>& right, Real, Real s) {
    return {mix(left.height, right.height, s), Real{0}};
}
template <class Real>
__device__ inline Edge2<Real> edgeBetween(const Corner<NoiseType::gradient, Real>& left,
                                          const Corner<NoiseType::gradient, Real>& right, Real p, Real s) {
    return {mix(left.x * p, right.x * (p - Real{1}), s), mix(left.y, right.y, s)};
}

/// The noise between the edges above and below. \param q  rows below the upper edge, in cells
template <NoiseType type, class Real>
__device__ inline Real between(const Edge2<Real>& above, const Edge2<Real>& below, Real q, Real t) {
    if constexpr (type == NoiseType::value) return mix(above.height, below.height, t);
    return mix(multiplyAdd(above.slope, q, above.height), multiplyAdd(below.slope, q - Real{1}, below.height),
               t);
}

/// The corners of an octave around a tile.
template <NoiseType type>
struct Corners {
    using Entry = Corner<type, float>;

    const NoiseOctave& octave;
    CellTile tile;
    Entry* table;

    /// Called by all threads; none may still read an earlier table.
    __device__ void fill() const {
        tile.fill(octave.cells,
                  [&](int e, std::uint32_t bits) { table[e] = Entry::of(hashBits(bits, octave.seed)); });
    }
    [[nodiscard]] __device__ Edge2<float> edge(int column, int row, float p, float s) const {
        const Entry* const left = table + row * tile.columns + column;
        return edgeBetween(left[0], left[1], p, s);
    }
};

/// The shape of a tile: each thread has `rows` rows.
template <bool straight>
struct NoiseTile {
    static constexpr int width = straight ? 128 : 64;
    static constexpr int rows = straight ? 8 : 4;
    static constexpr int across = width / neighbours;
    static constexpr int height = noiseThreads / across * rows;
};

/// How an octave is added to a sum.
struct Addition {
    std::uint32_t mask;  ///< mask of a noise's bits
    float factor;

    __device__ Addition(const NoisePlan& plan, const NoiseOctave& octave)
        : mask(plan.folded ? 0x7FFFFFFFU : 0xFFFFFFFFU), factor(static_cast<float>(octave.factor)) {}
    __device__ void operator()(float& sum, float noise) const {
        sum = multiplyAdd(factor, __uint_as_float(__float_as_uint(noise) & mask), sum);
    }
};

/// Adds an octave whose cells lie along the axes: columns of samples share p, and rows share q.
template <NoiseType type, int rows>
__device__ inline void addStraight(const Corners<type>& corners, const Addition& add, const FoldedTile& place,
                                   int x, int y, float (&sums)[rows][neighbours]) {
    const NoiseOctave& octave = corners.octave;
    const std::uint64_t left = octave.fixed.ofRow({0, 0}, {}, corners.tile.first).u;
    int column[neighbours];
    float p[neighbours];
    float s[neighbours];
#pragma unroll
    for (int k = 0; k < neighbours; ++k) {
        const std::uint64_t u = octave.fixed.ofColumn(place.x.place(x + k), octave.cells.right).u + left;
        column[k] = FixedCells::cell(u);
        p[k] = FixedCells::inside<float>(u);
        s[k] = fade(p[k]);
    }
    Edge2<float> above[neighbours];
    Edge2<float> below[neighbours];
    int current = -1;
#pragma unroll
    for (int r = 0; r < rows; ++r) {
        const std::uint64_t v =
            octave.fixed.ofRow(place.y.place(y + r), octave.cells.down, corners.tile.first).v;
        const int row = FixedCells::cell(v);
        if (row != current) {
            current = row;
#pragma unroll
            for (int k = 0; k < neighbours; ++k) {
                above[k] = corners.edge(column[k], row, p[k], s[k]);
                below[k] = corners.edge(column[k], row + 1, p[k], s[k]);
            }
        }
        const float q = FixedCells::inside<float>(v);
        const float t = fade(q);
#pragma unroll
        for (int k = 0; k < neighbours; ++k)
            add(sums[r][k], between<type>(above[k], below[k], q, t));
    }
}

/// Adds an octave of any direction.
template <NoiseType type, int rows>
__device__ inline void addTurned(const Corners<type>& corners, const Addition& add, const FoldedTile& place,
                                 int x, int y, float (&sums)[rows][neighbours]) {
    const NoiseOctave& octave = corners.octave;
    FixedCells::Part columns[neighbours];
#pragma unroll
    for (int k = 0; k < neighbours; ++k)
        columns[k] = octave.fixed.ofColumn(place.x.place(x + k), octave.cells.right);
#pragma unroll
    for (int r = 0; r < rows; ++r) {
        const FixedCells::Part row =
            octave.fixed.ofRow(place.y.place(y + r), octave.cells.down, corners.tile.first);
#pragma unroll
        for (int k = 0; k < neighbours; ++k) {
            const std::uint64_t u = columns[k].u + row.u;
            const std::uint64_t v = columns[k].v + row.v;
            const float p = FixedCells::inside<float>(u);
            const float q = FixedCells::inside<float>(v);
            const float s = fade(p);
            const int column = FixedCells::cell(u);
            const int above = FixedCells::cell(v);
            add(sums[r][k], between<type>(corners.edge(column, above, p, s),
                                          corners.edge(column, above + 1, p, s), q, fade(q)));
        }
    }
}

template <class Real>
__device__ inline float finished(const NoisePlan& plan, Real sum) {
    const Real t = static_cast<Real>(plan.base) + sum;
    const Real inside = t < Real{0} ? Real{0} : t > Real{1} ? Real{1} : t;
    const Real value = multiplyAdd(static_cast<Real>(plan.span), inside, static_cast<Real>(plan.low));
    return swept(static_cast<float>(value), plan.dust);
}

template <NoiseType type, bool straight>
__global__ void __launch_bounds__(noiseThreads)
    noiseKernel(const __grid_constant__ NoisePlan plan, DeviceSamples value, bool vectors) {
    using Shape = NoiseTile<straight>;
    extern __shared__ Corner<NoiseType::gradient, float> sharedCorners[];
    const int x = static_cast<int>(threadIdx.x) % Shape::across * neighbours;
    const int y = static_cast<int>(threadIdx.x) / Shape::across * Shape::rows;
    float sums[Shape::rows][neighbours] = {};
#pragma unroll 1
    for (int o = 0; o < plan.count; ++o) {
        const NoiseOctave& octave = plan.octaves[o];
        const FoldedTile place(plan.at, Shape::width, Shape::height, octave.cells);
        const CellTile tile(place, octave.cells.map, Shape::width, Shape::height, before, after);
        const Corners<type> corners{octave, tile, reinterpret_cast<Corner<type, float>*>(sharedCorners)};
        __syncthreads();  // all threads have read the previous octave's table
        corners.fill();
        __syncthreads();
        if constexpr (straight) {
            addStraight<type>(corners, Addition(plan, octave), place, x, y, sums);
        } else {
            addTurned<type>(corners, Addition(plan, octave), place, x, y, sums);
        }
    }
    const std::int64_t column = std::int64_t{blockIdx.x} * Shape::width + x;
    const std::int64_t row = std::int64_t{blockIdx.y} * Shape::height + y;
    if (column >= value.width) return;
#pragma unroll
    for (int r = 0; r < Shape::rows; ++r) {
        if (row + r >= value.height) return;
        float out[neighbours];
#pragma unroll
        for (int k = 0; k < neighbours; ++k)
            out[k] = finished(plan, sums[r][k]);
        float* const to = value.row(row + r) + column;
        if (vectors && column + neighbours <= value.width) {
            __stcs(reinterpret_cast<float4*>(to), make_float4(out[0], out[1], out[2], out[3]));
        } else {
            for (int k = 0; k < neighbours; ++k) {
                if (column + k < value.width) to[k] = out[k];
            }
        }
    }
}

template <NoiseType type>
__device__ double preciseNoise(const NoiseOctave& octave, Point cell, double p, double q) {
    const auto at = [&](int i, int j) {
        const Point name = octave.cells.names.of({cell.x + i, cell.y + j});
        return Corner<type, double>::of(hashBits(placeBits(name.x, name.y), octave.seed));
    };
    Edge2<double> edges[2];
    const double s = fade(p);
#pragma unroll 1
    for (int j = 0; j < 2; ++j)
        edges[j] = edgeBetween(at(0, j), at(1, j), p, s);
    return between<type>(edges[0], edges[1], q, fade(q));
}

/// A thread computes a sample.
__global__ void __launch_bounds__(noiseThreads)
    preciseKernel(const __grid_constant__ NoisePlan plan, DeviceSamples value) {
    const std::int64_t x = std::int64_t{blockIdx.x} * noiseThreads + threadIdx.x;
    if (x >= value.width) return;
    for (std::int64_t y = blockIdx.y; y < value.height; y += gridDim.y) {
        double sum = 0;
#pragma unroll 1
        for (int o = 0; o < plan.count; ++o) {
            const NoiseOctave& octave = plan.octaves[o];
            const CellMap& map = octave.cells.map;
            const auto atX = static_cast<double>(FoldedAxis(plan.at.x, x, octave.cells.closes.width).first);
            const auto atY = static_cast<double>(FoldedAxis(plan.at.y, y, octave.cells.closes.height).first);
            const double u = (map.ux * atX + map.uy * atY) + map.u0;
            const double v = (map.vx * atX + map.vy * atY) + map.v0;
            const Point cell{static_cast<std::int64_t>(floor(u)), static_cast<std::int64_t>(floor(v))};
            const double noise =
                plan.type == NoiseType::value
                    ? preciseNoise<NoiseType::value>(octave, cell, u - floor(u), v - floor(v))
                    : preciseNoise<NoiseType::gradient>(octave, cell, u - floor(u), v - floor(v));
            sum = multiplyAdd(octave.factor, plan.folded ? fabs(noise) : noise, sum);
        }
        value.row(y)[x] = finished(plan, sum);
    }
}

void launchPrecise(cudaStream_t cudaStream, const NoisePlan& plan, DeviceSamples value) {
    const dim3 blocks(static_cast<unsigned>((value.width + noiseThreads - 1) / noiseThreads),
                      static_cast<unsigned>(std::min<std::int64_t>(value.height, 65535)));
    preciseKernel<<<blocks, noiseThreads, 0, cudaStream>>>(plan, value);
    check(cudaGetLastError());
}

template <NoiseType type, bool straight>
void launch(cudaStream_t cudaStream, const NoisePlan& plan, DeviceSamples value) {
    using Shape = NoiseTile<straight>;
    std::size_t bytes = 0;
    for (int o = 0; o < plan.count; ++o) {
        const std::int64_t entries =
            plan.octaves[o].cells.mostEntries(Shape::width, Shape::height, before, after);
        bytes = std::max(bytes, static_cast<std::size_t>(entries) * sizeof(Corner<type, float>));
    }
    if (bytes > mostTableBytes) return launchPrecise(cudaStream, plan, value);
    const dim3 blocks(static_cast<unsigned>((value.width + Shape::width - 1) / Shape::width),
                      static_cast<unsigned>((value.height + Shape::height - 1) / Shape::height));
    noiseKernel<type, straight><<<blocks, noiseThreads, bytes, cudaStream>>>(plan, value, value.aligned(16));
    check(cudaGetLastError());
}

template <NoiseType type>
void launch(cudaStream_t cudaStream, const NoisePlan& plan, bool straight, DeviceSamples value) {
    if (straight) return launch<type, true>(cudaStream, plan, value);
    launch<type, false>(cudaStream, plan, value);
}

}  // namespace

void makeNoise(cudaStream_t cudaStream, const Noise& node, const Rect& area, DeviceSamples value) {
    if (area.empty()) return;
    const Noise::Parameters& all = node.parameters;
    constexpr double squareRoot2 = 1.4142135623730951;
    const double steepness = 0.5 * all.contrast;
    NoisePlan plan;
    plan.type = all.type;
    plan.folded = all.shape != NoiseShape::plain;
    plan.at = all.cells.fold(area.origin());
    plan.low = all.low;
    plan.span = all.high - all.low;
    if (all.shape == NoiseShape::ridged) plan.base = 0.5 + steepness;
    if (all.shape == NoiseShape::billow) plan.base = 0.5 - steepness;
    bool straight = true;
    for (const Noise::Octave& octave : node.octaves) {
        NoiseOctave& to = plan.octaves[plan.count++];
        to.cells = DeviceCells(all.cells, octave.lattice, octave.map);
        to.fixed = FixedCells(octave.map);
        to.seed = octave.seed;
        to.factor = octave.weight * steepness;
        if (all.type == NoiseType::gradient) to.factor *= squareRoot2;
        if (all.shape == NoiseShape::ridged) to.factor *= -2;
        if (all.shape == NoiseShape::billow) to.factor *= 2;
        straight = straight && octave.map.uy == 0 && octave.map.vx == 0;
    }
    const double magnified = (plan.folded ? 2 : 1) * steepness * std::abs(plan.span);  // errors of binary32
    if (magnified > 4) return launchPrecise(cudaStream, plan, value);
    plan.dust = dustLimit * static_cast<float>(1 + 0.75 * magnified);
    if (all.type == NoiseType::value) return launch<NoiseType::value>(cudaStream, plan, straight, value);
    launch<NoiseType::gradient>(cudaStream, plan, straight, value);
}

std::unique_ptr<DeviceOperation> noiseOnDevice(std::shared_ptr<const OperationOf<Noise>> operation,
                                               Patience patience) {
    return std::make_unique<DeviceOperationOf<Noise>>(std::move(operation), patience);
}

}  // namespace burin::gpu
