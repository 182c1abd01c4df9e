// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/render/device_graph.hpp"

#include "gpu/kinds/bind.hpp"

#include <algorithm>
#include <unordered_map>

namespace burin::gpu {

namespace {

/// The device sides that hold tables, by their nodes.
class KnownOperations {
  public:
    void add(const DeviceNode& device) {
        if (device.operation->residentBytes() > 0) known_.emplace(device.node->hash, &device);
    }
    /// \return null if none is known
    [[nodiscard]] std::shared_ptr<const DeviceOperation> find(const GraphNode& node) const {
        const auto found = known_.find(node.hash);
        const bool equal = found != known_.end() && found->second->node->provisional == node.provisional;
        return equal ? found->second->operation : nullptr;
    }

  private:
    struct Hash {
        std::size_t operator()(const NodeHash& hash) const { return hash.words[0]; }
    };
    std::unordered_map<NodeHash, const DeviceNode*, Hash> known_;
};

}  // namespace

DeviceGraph::DeviceGraph(std::shared_ptr<const Graph> graph, const Limits& limits, Patience patience,
                         const Earlier& earlier, const std::stop_token& stop)
    : graph_(std::move(graph)), patience_(patience) {
    KnownOperations known;
    for (const std::shared_ptr<const DeviceGraph>& other : earlier) {
        if (other->patience_ != patience) continue;
        for (const DeviceNode& device : other->nodes_)
            known.add(device);
    }
    std::size_t tableBytes = 0;
    for (const GraphNode& node : graph_->nodes) {
        if (stop.stop_requested()) throw Cancelled();
        std::shared_ptr<const DeviceOperation> operation = known.find(node);
        if (!operation) {
            // The device side copies its tables, which take seconds to make.
            if (node.operation->holdsChild()) node.operation->prepare(stop);
            operation = bindOnDevice(node.operation, patience);
        }
        const Storage storage = storageOf(node, *operation, limits.slabBytes);
        nodes_.push_back({&node, std::move(operation), storage, storage == Storage::cell ? 32 : node.bits});
        tableBytes += nodes_.back().operation->residentBytes();
        if (tableBytes > limits.tableBytes)
            throw OutOfMemory(filledIn("holding the tables of node '%1' on a card", {graph_->top().name}),
                              tableBytes, limits.tableBytes);
        for (std::size_t i = 0; i < node.links.size(); ++i) {
            if (node.operation->halo(node.links, i)) continue;
            DeviceNode& child = nodes_[node.children[i]];
            child.gathered = true;
            if (child.storage == Storage::inlined) child.storage = Storage::tiles;
        }
    }
    nodes_.back().storage = Storage::inlined;  // the requested samples go to the caller
}

bool DeviceGraph::ready() const {
    return std::all_of(nodes_.begin(), nodes_.end(),
                       [](const DeviceNode& n) { return n.operation->ready(); });
}

Storage DeviceGraph::storageOf(const GraphNode& node, const DeviceOperation& operation,
                               std::size_t largestSlabBytes) {
    if (node.residence == Residence::cell) return Storage::cell;
    // Without links the samples come from the host or from a table, so it is better to compute them once than
    // for every request.
    const bool picture = node.links.empty() && node.extent.bounded() && !operation.takesLong();
    // A card computes many samples as fast as one, so a shared node is stored even if some parents read few.
    if (node.residence == Residence::inlined && !node.shared && !picture) return Storage::inlined;
    if (!node.support.bounded() || operation.takesLong()) return Storage::tiles;
    const Rect area = node.support.rect();
    const auto largest =
        static_cast<std::int64_t>(largestSlabBytes / static_cast<std::size_t>(node.bits / 8));
    const bool fits = area.empty() || area.width <= largest / area.height;
    if (fits) return Storage::slab;
    return node.residence == Residence::tiles || node.shared ? Storage::tiles : Storage::inlined;
}

}  // namespace burin::gpu
