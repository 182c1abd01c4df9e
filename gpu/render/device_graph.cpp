// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/render/device_graph.hpp"

#include "gpu/kinds/bind.hpp"

#include <algorithm>

namespace burin::gpu {

DeviceGraph::DeviceGraph(std::shared_ptr<const Graph> graph, std::size_t largestSlabBytes, Patience patience)
    : graph_(std::move(graph)), patience_(patience) {
    for (const GraphNode& node : graph_->nodes) {
        nodes_.push_back({&node, bindOnDevice(node.operation, patience), storageOf(node, largestSlabBytes)});
    }
    nodes_.back().storage = Storage::inlined;  // what is asked for goes to whoever asks
}

bool DeviceGraph::ready() const {
    return std::all_of(nodes_.begin(), nodes_.end(),
                       [](const DeviceNode& n) { return n.operation->ready(); });
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
