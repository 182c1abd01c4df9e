// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/render/memory_fit.hpp"

#include "core/render/cpu_backend.hpp"

#include <algorithm>

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

std::size_t mostIdleBytes(const Graph& graph) {
    constexpr std::size_t each = std::size_t{64} << 20U;
    return each * std::max<std::size_t>(4, graph.nodes.size());
}

}  // namespace burin
