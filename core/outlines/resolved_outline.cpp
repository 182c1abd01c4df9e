// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/resolved_outline.hpp"

#include "core/base/cancelled.hpp"
#include "core/base/checksum.hpp"
#include "core/outlines/sweep.hpp"

#include <algorithm>
#include <numeric>
#include <span>

namespace burin {

namespace {

/// The edge from p to q, travelled `times` times.
LayerEdge travelled(StepPoint p, StepPoint q, std::uint32_t layer, std::int32_t times) {
    return isUpper(p, q) ? LayerEdge{{p, q}, layer, times} : LayerEdge{{q, p}, layer, -times};
}

std::vector<LayerEdge> edgesOf(const SnappedOutline& snapped) {
    std::vector<LayerEdge> edges;
    edges.reserve(snapped.points.size());
    for (std::size_t layer = 0; layer < snapped.layers.size(); ++layer) {
        for (std::size_t c = snapped.layers[layer].firstContour; c < snapped.layerEnd(layer); ++c) {
            const std::size_t end = snapped.contourEnd(c);
            StepPoint from = snapped.points[end - 1];
            for (std::size_t i = snapped.contours[c]; i < end; ++i) {
                edges.push_back(travelled(from, snapped.points[i], static_cast<std::uint32_t>(layer), 1));
                from = snapped.points[i];
            }
        }
    }
    return edges;
}

/// Sorts by a, b and the layer. Distributing the edges over bands of rows first takes fewer comparisons.
void sortEdges(std::vector<LayerEdge>& edges) {
    if (edges.empty()) return;
    const auto [highest, lowest] =
        std::minmax_element(edges.begin(), edges.end(),
                            [](const LayerEdge& p, const LayerEdge& q) { return p.edge.a.y < q.edge.a.y; });
    const std::int32_t top = highest->edge.a.y;
    const auto rows = static_cast<std::size_t>(std::int64_t{lowest->edge.a.y} - top);
    int shift = 0;
    while (rows >> shift > edges.size() / 8)
        ++shift;
    const auto bandOf = [top, shift](const LayerEdge& edge) {
        return static_cast<std::size_t>(std::int64_t{edge.edge.a.y} - top) >> shift;
    };
    std::vector<std::size_t> ends((rows >> shift) + 2);  // start of each band; at first the number of edges
                                                         // in the previous band
    for (const LayerEdge& edge : edges)
        ++ends[bandOf(edge) + 1];
    std::partial_sum(ends.begin(), ends.end(), ends.begin());
    std::vector<LayerEdge> sorted(edges.size());
    for (const LayerEdge& edge : edges)
        sorted[ends[bandOf(edge)]++] = edge;
    auto begin = sorted.begin();
    for (const std::size_t last : ends) {
        const auto end = sorted.begin() + static_cast<std::ptrdiff_t>(last);
        std::sort(begin, end, [](const LayerEdge& p, const LayerEdge& q) {
            if (!(p.edge.a == q.edge.a)) return isUpper(p.edge.a, q.edge.a);
            if (!(p.edge.b == q.edge.b)) return isUpper(p.edge.b, q.edge.b);
            return p.layer < q.layer;
        });
        begin = end;
    }
    edges = std::move(sorted);
}

/// Sorts, and adds up how often each edge of a layer is travelled.
void merge(std::vector<LayerEdge>& edges, bool keepCancelled) {
    sortEdges(edges);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < edges.size();) {
        LayerEdge sum = edges[i];
        for (++i; i < edges.size() && edges[i].edge == sum.edge && edges[i].layer == sum.layer; ++i)
            sum.times += edges[i].times;
        if (keepCancelled || sum.times != 0) edges[kept++] = sum;
    }
    edges.resize(kept);
}

/// Replaces each edge by the chain of the hot points that it passes.
std::vector<LayerEdge> chained(std::vector<LayerEdge> edges, const std::stop_token& stop) {
    std::vector<StepEdge> different;
    different.reserve(edges.size());
    for (const LayerEdge& edge : edges) {
        if (different.empty() || !(different.back() == edge.edge)) different.push_back(edge.edge);
    }
    const HotPoints hot = findHotPoints(different, stop);
    if (hot.points.empty()) return edges;
    different = {};
    std::vector<LayerEdge> chains;
    chains.reserve(edges.size() + hot.points.size());
    std::size_t index = 0;  // index in `different`
    for (std::size_t i = 0; i < edges.size(); ++i) {
        const LayerEdge& edge = edges[i];
        if (i > 0 && !(edges[i - 1].edge == edge.edge)) ++index;
        StepPoint from = edge.edge.a;
        for (std::size_t h = hot.firsts[index]; h < hot.firsts[index + 1]; ++h) {
            chains.push_back(travelled(from, hot.points[h], edge.layer, edge.times));
            from = hot.points[h];
        }
        chains.push_back(travelled(from, edge.edge.b, edge.layer, edge.times));
    }
    return chains;
}

}  // namespace

std::string ResolvedOutline::hash() const {
    std::string text;
    for (std::uint64_t seed = 0; seed < 2; ++seed) {
        const std::uint64_t part =
            checksum(std::as_bytes(std::span(edges)), 2 * static_cast<std::uint64_t>(units) + seed);
        for (int shift = 60; shift >= 0; shift -= 4)
            text += "0123456789abcdef"[part >> shift & 15];
    }
    return text;
}

ResolvedOutline resolve(SnappedOutline snapped, const std::stop_token& stop) {
    std::vector<LayerEdge> edges = edgesOf(snapped);
    snapped.points = {};
    snapped.contours = {};
    merge(edges, true);
    if (stop.stop_requested()) throw Cancelled();
    edges = chained(std::move(edges), stop);
    merge(edges, false);
    if (stop.stop_requested()) throw Cancelled();
    ResolvedOutline result;
    result.edges = sweepValues(edges, snapped, stop);
    result.units = snapped.units;
    result.box = snapped.box;
    if (result.edges.size() > mostOutlineEdges) {
        throw OutlineError({.reason = "the outline has %1 edges after its crossings are resolved",
                            .details = {std::to_string(result.edges.size())},
                            .advice = "use at most 10,000,000 edges"});
    }
    return result;
}

}  // namespace burin
