// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/outlines/device_outline.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace burin::gpu {

namespace {

std::int64_t heightOf(const ResolvedEdge& edge) {
    return std::int64_t{edge.b.y} - edge.a.y;
}

std::size_t classOf(const ResolvedEdge& edge) {
    return static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(heightOf(edge)) >> 9));
}

Rect pixelsOf(std::span<const ResolvedEdge> edges) {
    if (edges.empty()) return {};
    StepPoint least = edges.front().a;
    StepPoint most = edges.front().b;
    for (const ResolvedEdge& edge : edges) {
        least = {std::min({least.x, edge.a.x, edge.b.x}), std::min(least.y, edge.a.y)};
        most = {std::max({most.x, edge.a.x, edge.b.x}), std::max(most.y, edge.b.y)};
    }
    const std::int64_t x = floorDiv(least.x, outlineSteps);
    const std::int64_t y = floorDiv(least.y, outlineSteps);
    return {x, y, floorDiv(most.x, outlineSteps) + 1 - x, floorDiv(most.y, outlineSteps) + 1 - y};
}

/// Edges of a class are lower than this, in steps.
std::int64_t heightLimit(std::size_t k) {
    return std::int64_t{512} << k;
}

}  // namespace

DeviceOutline::DeviceOutline(std::span<const ResolvedEdge> edges) : box_(pixelsOf(edges)) {
    for (const ResolvedEdge& edge : edges)
        ++classes_[classOf(edge)].endEdge;
    std::size_t count = 0;
    for (Class& one : classes_) {
        one.firstEdge = count;
        count += one.endEdge;
        one.endEdge = one.firstEdge;
    }
    // The edges come from top to bottom, and keep this order.
    std::vector<EdgeEnds> ends(edges.size());
    std::vector<std::int32_t> changes(edges.size());
    for (const ResolvedEdge& edge : edges) {
        Class& of = classes_[classOf(edge)];
        const std::size_t at = of.endEdge++;
        ends[at] = {edge.a.x, edge.a.y, edge.b.x, edge.b.y};
        changes[at] = edge.right - edge.left;
        allSmall_ = allSmall_ && ends[at].small();
    }
    for (Class& one : classes_)
        divide(ends, one);
    ends_ = DeviceTable<EdgeEnds>(ends);
    changes_ = DeviceTable<std::int32_t>(changes);
}

void DeviceOutline::divide(std::span<const EdgeEnds> ends, Class& one) {
    Block before;
    for (std::size_t at = one.firstEdge; at < one.endEdge; ++at) {
        const EdgeEnds& edge = ends[at];
        before.top = edge.ay;
        if ((at - one.firstEdge) % block == 0) one.blocks.push_back(before);
        before.widths += std::abs(std::int64_t{edge.bx} - edge.ax);
        before.heights += std::int64_t{edge.by} - edge.ay;
    }
    if (one.firstEdge < one.endEdge) one.blocks.push_back(before);
}

EdgeUnits DeviceOutline::units(const OutlineTiles& tiles) const {
    const std::int64_t top = tiles.y * outlineSteps;
    const std::int64_t width = std::int64_t{outlineSteps} << tiles.widthBits;
    const std::int64_t height = std::int64_t{outlineSteps} << tiles.heightBits;
    const std::int64_t bottom = top + tiles.rows * height;
    EdgeUnits found;
    for (std::size_t k = 0; k < classes_.size(); ++k) {
        const Class& one = classes_[k];
        if (one.blocks.empty()) continue;
        const auto begin = one.blocks.begin();
        const auto end = one.blocks.end() - 1;
        // A block may begin with the last edges above the rows.
        auto first =
            std::partition_point(begin, end, [&](const Block& b) { return b.top < top - heightLimit(k); });
        if (first != begin) --first;
        const auto last = std::partition_point(first, end, [&](const Block& b) { return b.top <= bottom; });
        if (first == last) continue;
        const std::size_t firstEdge = one.firstEdge + static_cast<std::size_t>(first - begin) * block;
        const std::size_t endEdge =
            std::min(one.endEdge, one.firstEdge + static_cast<std::size_t>(last - begin) * block);
        const auto edges = static_cast<std::int64_t>(endEdge - firstEdge);
        const std::int64_t rows = std::min(tiles.rows, heightLimit(k) / height + 2);
        EdgeUnits::Run& run = found.runs[static_cast<std::size_t>(found.count++)];
        run.firstUnit = found.total;
        run.firstEdge = static_cast<std::uint32_t>(firstEdge);
        run.rowsPerEdge = static_cast<std::int32_t>(rows);
        found.total += edges * rows;
        // An edge meets one more tile for each border that it crosses; borders that it touches count, too.
        const std::int64_t met =
            (last->widths - first->widths) / width + (last->heights - first->heights) / height + 3 * edges;
        found.tiles += std::min(met, edges * (tiles.columns + rows));
    }
    return found;
}

}  // namespace burin::gpu
