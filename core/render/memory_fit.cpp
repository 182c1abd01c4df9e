// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/render/memory_fit.hpp"

#include "core/base/text.hpp"
#include "core/render/cpu_backend.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace burin {

namespace {

constexpr std::int64_t blockSide = 1024;

Rect middleBlock(const Extent& extent) {
    if (!extent.bounded() || extent.empty()) return {0, 0, blockSide, blockSide};
    const Rect& whole = extent.rect();
    return {whole.x + whole.width / 2 - blockSide / 2, whole.y + whole.height / 2 - blockSide / 2, blockSide,
            blockSide};
}

}  // namespace

std::int32_t tileSideFitting(const Design& design, NodeIndex node, std::size_t memory, int threads,
                             const std::stop_token& stop) {
    for (const std::int32_t side : {512, 256, 128, 64, 32}) {
        const BoundGraph bound = bindGraph(design, node, {.tileSide = side, .stop = stop});
        if (!bound.graph) return side;
        const Extent& extent = bound.graph->top().extent;
        const Rect block = extent.clip(middleBlock(extent));
        if (CpuBackend::bytesFor(*bound.graph, block, threads, memory / 4, stop)) return side;
    }
    return 16;
}

std::size_t largestCellFitting(std::size_t memory) {
    return std::min(GraphOptions().largestCellBytes, memory / 16);
}

std::size_t residentBytes(const Graph& graph) {
    std::size_t bytes = 0;
    for (const GraphNode& node : graph.nodes)
        bytes += node.operation->residentBytes();
    return bytes;
}

std::string residentsText(const Graph& graph) {
    constexpr std::size_t mostNamed = 3;
    std::vector<std::pair<std::size_t, const GraphNode*>> holders;
    for (const GraphNode& node : graph.nodes) {
        if (const std::size_t bytes = node.operation->residentBytes(); bytes > 0)
            holders.emplace_back(bytes, &node);
    }
    std::stable_sort(holders.begin(), holders.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    std::string text;
    for (std::size_t i = 0; i < std::min(holders.size(), mostNamed); ++i)
        text += (i == 0 ? " (node " : ", ") + quotedForMessage(holders[i].second->name) + ' ' +
                bytesText(holders[i].first);
    if (holders.size() > mostNamed) text += " and " + std::to_string(holders.size() - mostNamed) + " more";
    return "holding the design's images and tables" + text + (text.empty() ? "" : ")");
}

std::size_t mostIdleBytes(const Graph& graph) {
    constexpr std::size_t each = std::size_t{64} << 20U;
    return each * std::max<std::size_t>(4, graph.nodes.size());
}

}  // namespace burin
