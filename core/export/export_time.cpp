// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/export_time.hpp"

#include "core/export/root_blocks.hpp"
#include "core/export/surface_info.hpp"
#include "core/render/request_cost.hpp"

#include <algorithm>

namespace burin {

double estimatedSeconds(Backend& backend, const std::shared_ptr<const Graph>& graph, const Rect& region,
                        int sideBySide, std::stop_token stop) {
    std::int64_t most = 1024;
    while (most * most < backend.requestSamples())
        most *= 2;
    const Root& root = *rootOf(*graph);
    const std::size_t stride = packedBytes(most, root.depth);
    const std::shared_ptr<std::byte[]> packed = backend.hostMemory(stride * static_cast<std::size_t>(most));
    const auto blockAt = [&](std::int64_t side, int k) {
        return intersection({region.x + (region.width - side) * (k * 5 % 12) / 12,
                             region.y + (region.height - side) * k / 12, side, side},
                            region);
    };
    const auto secondsFor = [&](const Rect& block) {
        RequestCost cost(graph->nodes.size());
        RenderRequest request;
        request.graph = graph;
        request.area = block;
        request.priority = estimatePriority;
        request.stop = stop;
        request.cost = &cost;
        request.packed = PackedTarget{&root, [&packed] { return packed.get(); }, stride};
        renderAndWait(backend, std::move(request));
        return cost.seconds();
    };
    // Expensive samples are measured on small blocks. A slow block may have filled tables and cells, which
    // happens only once, so it is timed again.
    constexpr double patience = 0.2;
    std::int64_t side = 8;
    while (side < most &&
           (secondsFor(blockAt(side, 0)) < patience || secondsFor(blockAt(side, 0)) < patience)) {
        side = std::min(most, 4 * side);
    }
    static_cast<void>(secondsFor(blockAt(side, 0)));
    std::int64_t samples = 0;
    double spent = 0;
    for (int k = 1; k < 12 && spent < 1; ++k) {
        spent += secondsFor(blockAt(side, k));
        samples += blockAt(side, k).area();
    }
    if (samples == 0) return 0;
    return spent * static_cast<double>(region.area()) / static_cast<double>(samples) / sideBySide;
}

}  // namespace burin
