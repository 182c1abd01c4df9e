// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/render/device_graph.hpp"

#include "gpu/kinds/bind.hpp"

namespace burin::gpu {

DeviceGraph::DeviceGraph(std::shared_ptr<const Graph> graph, std::size_t largestSlabBytes)
    : graph_(std::move(graph)) {
    for (const GraphNode& node : graph_->nodes) {
        nodes_.push_back({&node, bindOnDevice(node.operation), storageOf(node, largestSlabBytes)});
    }
    nodes_.back().storage = Storage::inlined;  // what is asked for goes to whoever asks
}

Storage DeviceGraph::storageOf(const GraphNode& node, std::size_t largestSlabBytes) {
    if (node.residence == Residence::cell) return Storage::cell;
    // Without links it comes from the host, or from a table: better once than for every request.
    const bool picture = node.links.empty() && node.extent.bounded();
    if (node.residence == Residence::inlined && !picture) return Storage::inlined;
    if (!node.support.bounded()) return Storage::tiles;
    const Rect area = node.support.rect();
    const bool fits = area.empty() ||
                      area.width <= static_cast<std::int64_t>(largestSlabBytes / sizeof(float)) / area.height;
    return fits ? Storage::slab : node.residence == Residence::tiles ? Storage::tiles : Storage::inlined;
}

}  // namespace burin::gpu
