// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/combine/stitching.hpp"

#include "gpu/kinds/form/pointwise.hpp"
#include "gpu/kinds/repeats/margin.hpp"
#include "gpu/kinds/repeats/pieces.hpp"
#include "gpu/kinds/repeats/plan.hpp"
#include "gpu/kinds/repeats/takes.cuh"

#include <algorithm>
#include <cmath>

namespace burin::gpu {

namespace {

using Blend = Stitching::Blend;

constexpr std::int64_t wholePatternSamples = std::int64_t{1} << 26;

using strip::bandRows;
using strip::columns;
using strip::warps;

constexpr int capacity = 128;  ///< capacity of a warp's list

/// Blocks on a multiprocessor.
constexpr int blocksAtOnce(bool padded) {
    return padded ? 8 : 7;
}

/// Looks up the places of the repeats over a rectangle of `columns` x `rows` samples. Places are integers in
/// binary64, relative to the first sample of the area. \see RepeatWalk::list
struct PlainLattice {
    Vector u, v, origin, at;
    Vector toArea;      ///< vector from a place to the first sample of its pattern
    int width, height;  ///< width and height of the pattern
    int rows;           ///< rows of the rectangle

    PlainLattice(const Repeats& r, int rowsAtOnce)
        : u(r.u),
          v(r.v),
          origin(r.origin),
          at{static_cast<double>(r.at.x), static_cast<double>(r.at.y)},
          toArea{static_cast<double>(r.pattern.x - r.area.x), static_cast<double>(r.pattern.y - r.area.y)},
          width(static_cast<int>(r.pattern.width)),
          height(static_cast<int>(r.pattern.height)),
          rows(rowsAtOnce) {}

    /// Whether repeat (i, j) overlaps the rectangle at (x, y).
    [[nodiscard]] __device__ bool find(double i, double j, int x, int y, int2& place) const {
        place = {coordinate(i, j, u.x, v.x, origin.x, at.x, toArea.x),
                 coordinate(i, j, u.y, v.y, origin.y, at.y, toArea.y)};
        return place.x < x + columns && place.x > x - width && place.y < y + rows && place.y > y - height;
    }

  private:
    /// The coordinate of the first sample of repeat (i, j); each operation up to the floor is rounded as on
    /// the processor.
    [[nodiscard]] static __device__ int coordinate(double i, double j, double stepI, double stepJ,
                                                   double origin, double at, double toArea) {
        const double moved = __dadd_rn(__dmul_rn(i, stepI), __dmul_rn(j, stepJ));
        const double place = floor(__dadd_rn(__dadd_rn(__dadd_rn(moved, origin), at), 0.5));
        return static_cast<int>(place + toArea);
    }
};

/// The repeats over the rectangle at (x, y).
struct Overlapping {
    const PlainLattice& lattice;
    int x, y;
    __device__ bool operator()(double i, double j, int2& place) const {
        return lattice.find(i, j, x, y, place);
    }
};

/// Combines `bandRows` samples of a column if it is `inside`; if the pattern is `cut`, only the rows whose
/// bit is set in `rows`. All lanes load, because a warp that does not diverge is faster.
template <bool cut, class Take>
__device__ void takeColumn(Take (&takes)[bandRows], const float* from, int stride, bool inside,
                           unsigned rows) {
    float s[bandRows];
#pragma unroll
    for (int r = 0; r < bandRows; ++r) {
        s[r] = !cut || (rows & 1U << r) != 0 ? __ldg(from) : 0.0F;
        from += stride;
    }
    if (!inside) return;
#pragma unroll
    for (int r = 0; r < bandRows; ++r)
        takes[r].take(s[r]);
}

/// Combines the listed repeats over column x and the band of rows from y on. `padded`: the pattern has a
/// margin.
template <bool padded, class Take>
__device__ void takeRepeats(Take (&takes)[bandRows], const int2* places, int count,
                            const ConstDeviceSamples& pattern, int x, int y) {
    constexpr unsigned all = (1U << bandRows) - 1;
    const int width = static_cast<int>(pattern.width);
    const int height = static_cast<int>(pattern.height);
    const int stride = static_cast<int>(pattern.stride);
    for (int k = 0; k < count; ++k) {
        const int2 place = places[k];
        const int row = y - place.y;
        if (row <= -bandRows || row >= height) continue;
        const int column = x - place.x;
        if constexpr (padded) {
            takeColumn<false>(takes, pattern.data + std::int64_t{row} * stride + column, stride, true, all);
            continue;
        }
        const bool inside = column >= 0 && column < width;
        const float* from = pattern.data + std::int64_t{row} * stride + (inside ? column : 0);
        if (row >= 0 && row + bandRows <= height) {
            takeColumn<false>(takes, from, stride, inside, all);
        } else {
            takeColumn<true>(takes, from, stride, inside,
                             all << max(-row, 0) & all >> max(row + bandRows - height, 0));
        }
    }
}

/// Stores `bandRows` samples of a column or, if they are `cut`, only the first `rows`.
template <bool few, bool cut, class Take>
__device__ void storeColumn(const Take (&takes)[bandRows], float* to, int stride, int rows) {
#pragma unroll
    for (int r = 0; r < bandRows; ++r) {
        if (!cut || r < rows) __stcs(to, takes[r].result(few));
        to += stride;
    }
}

/// A warp computes 32 columns of `rows` rows. If there are so `few` repeats over all of them that they fit
/// into one list, they are listed once; otherwise each band needs list after list.
template <class Take, bool few, bool padded>
__global__ void __launch_bounds__(warps * 32, blocksAtOnce(padded))
    stitchKernel(const Search search, const PlainLattice lattice, ConstDeviceSamples pattern,
                 DeviceSamples out, int rows) {
    __shared__ int2 lists[warps][capacity];
    const int lane = static_cast<int>(threadIdx.x) % 32;
    const int warp = static_cast<int>(threadIdx.x) / 32;
    auto& places = lists[warp];
    const int x = (static_cast<int>(blockIdx.x) * warps + warp) * columns;
    if (x >= out.width) return;
    const int top = static_cast<int>(blockIdx.y) * rows;
    const int bottom = min(top + rows, static_cast<int>(out.height));
    const int count = few ? RepeatWalk(search, x, top, lane).list(places, Overlapping{lattice, x, top}) : 0;
    for (int y = top; y < bottom; y += bandRows) {
        Take takes[bandRows];
        if constexpr (few) {
            takeRepeats<padded>(takes, places, count, pattern, x + lane, y);
        } else {
            for (RepeatWalk band(search, x, y, lane); !band.done();) {
                const int listed = band.list(places, Overlapping{lattice, x, y});
                takeRepeats<padded>(takes, places, listed, pattern, x + lane, y);
            }
        }
        if (x + lane >= out.width) continue;
        float* to = out.row(y) + x + lane;
        const int stride = static_cast<int>(out.stride);
        if (y + bandRows <= bottom) {
            storeColumn<few, false>(takes, to, stride, bandRows);
        } else {
            storeColumn<few, true>(takes, to, stride, bottom - y);
        }
    }
}

/// Whether copying the pattern with a margin takes less time than it saves.
bool paysToSurround(const Rect& pattern, const Rect& area) {
    return pattern.area() <= area.area() / 4;
}

/// A copy of the pattern with a margin.
ConstDeviceSamples surrounded(cudaStream_t cudaStream, ConstDeviceSamples pattern, DeviceScratch& scratch) {
    const Size sides = withMargins({pattern.width, pattern.height});
    const DeviceSamples all = scratch.samples<float>(sides.width, sides.height);
    surround(cudaStream, pattern, {}, all);
    return insideMargins(all);
}

template <class Take>
void stitchBy(cudaStream_t cudaStream, const Repeats& repeats, ConstDeviceSamples pattern, DeviceSamples out,
              DeviceScratch& scratch) {
    constexpr std::int64_t width = warps * columns;
    const int rows = stripRowsFor({out.width, out.height});
    const dim3 blocks(static_cast<unsigned>((out.width + width - 1) / width),
                      static_cast<unsigned>((out.height + rows - 1) / rows));
    const auto launch = [&](auto kernel, int rowsAtOnce, ConstDeviceSamples samples) {
        kernel<<<blocks, warps * 32, 0, cudaStream>>>(Search(repeats, {columns, rowsAtOnce}),
                                                      PlainLattice(repeats, rowsAtOnce), samples, out, rows);
        check(cudaGetLastError());
    };
    // A walk stops when the next 32 repeats might not fit.
    if (Search(repeats, {columns, rows}).most() > capacity - 31) {
        launch(stitchKernel<Take, false, false>, bandRows, pattern);
    } else if (paysToSurround(repeats.pattern, repeats.area)) {
        launch(stitchKernel<Take, true, true>, rows, surrounded(cudaStream, pattern, scratch));
    } else {
        launch(stitchKernel<Take, true, false>, rows, pattern);
    }
}

bool fetchedWhole(const LinkShape& link) {
    return link.support.rect().area() <= wholePatternSamples;
}

RepeatMixing mixingOf(const Stitching& node) {
    return {node.blend, node.variation.ids, node.computes() ? dustLimit : 0.0F};
}

RepeatPlan planOf(const Stitching& node, std::span<const LinkShape> links, const Rect& area) {
    return {node.variation, links, node.repeatsAround(links, area)};
}

void stitchPieces(const Stitching& node, const DeviceCall& call) {
    PiecePainter painter(call, mixingOf(node));
    node.forEachRepeat(call.links, call.area, [&](const Repeat& repeat) { painter.paint(repeat); });
    painter.finish();
}

/// Whether a node is stitched as a whole, as a lattice without variation.
bool stitchedWhole(const Stitching& node, std::span<const LinkShape> links) {
    return node.plain() && fetchedWhole(links[0]);
}

}  // namespace

std::size_t stitchScratchBytes(const Rect& pattern, const Rect& area) {
    if (!paysToSurround(pattern, area)) return 0;
    const Size sides = withMargins({pattern.width, pattern.height});
    return DeviceScratch::padded(alignedBytes<float>(sides.width, sides.height));
}

void stitchPattern(cudaStream_t cudaStream, const Repeats& repeats, Blend blend, ConstDeviceSamples pattern,
                   DeviceSamples out, DeviceScratch& scratch) {
    switch (blend) {
        case Blend::over:
            return stitchBy<TakeOver>(cudaStream, repeats, pattern, out, scratch);
        case Blend::mean:
            return stitchBy<TakeMean>(cudaStream, repeats, pattern, out, scratch);
        case Blend::add:
            return stitchBy<TakeSum>(cudaStream, repeats, pattern, out, scratch);
        case Blend::max:
            return stitchBy<TakeMost>(cudaStream, repeats, pattern, out, scratch);
        case Blend::min:
            return stitchBy<TakeLeast>(cudaStream, repeats, pattern, out, scratch);
    }
}

void OnDevice<Stitching>::fetches(const Stitching& node, std::span<const LinkShape> links, std::size_t index,
                                  const Rect& area, std::vector<Fetch>& out) const {
    if (index > 0 || !node.variation.anyShown(links)) return;
    if (stitchedWhole(node, links)) return out.push_back({links[0].support.rect()});
    const RepeatPlan plan = planOf(node, links, area);
    if (plan.fits()) return plan.fetches(links, out);
    node.forEachRepeat(links, area,
                       [&](const Repeat& repeat) { RepeatPainter::nameParts(repeat, area, out); });
}

std::size_t OnDevice<Stitching>::scratchBytes(const Stitching& node, std::span<const LinkShape> links,
                                              std::size_t index, const Rect& area) const {
    if (index > 0 || !node.variation.anyShown(links)) return 0;
    if (stitchedWhole(node, links)) return stitchScratchBytes(links[0].support.rect(), area);
    const RepeatPlan plan = planOf(node, links, area);
    if (plan.fits()) return plan.scratchBytes();
    return PiecePainter::scratchBytes(area, mixingOf(node));
}

void DeviceReduction<Stitching, Trait::pattern>::apply(const Stitching& node, const OnDevice<Stitching>&,
                                                       const DeviceCall& call) {
    if (call.index > 0) return;  // the call for the first link reads all patterns
    const std::span<const LinkShape> links = call.links;
    if (!node.variation.anyShown(links)) return fillSamples(call.cudaStream, call.value, 0);
    if (stitchedWhole(node, links)) {
        return stitchPattern(call.cudaStream, node.repeats(links, call.area), node.blend,
                             call.child.fetch({links[0].support.rect()}), call.value, call.scratch);
    }
    const RepeatPlan plan = planOf(node, links, call.area);
    if (!plan.fits()) return stitchPieces(node, call);
    const LatticeRule rule{node.stepU(links), node.stepV(links), node.origin, node.closing(links),
                           node.variation};
    plan.paint(call, mixingOf(node), rule, [](const Rect&, const RepeatTable&) {});
}

std::unique_ptr<DeviceOperation> stitchingOnDevice(std::shared_ptr<const OperationOf<Stitching>> operation,
                                                   Patience patience) {
    return std::make_unique<DeviceOperationOf<Stitching>>(std::move(operation), patience);
}

}  // namespace burin::gpu
