// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/render/graph.hpp"
#include "gpu/kinds/device_kind.hpp"

#include <cstddef>
#include <memory>
#include <vector>

namespace burin::gpu {

/// How a node's samples are held on a device.
enum class Storage {
    inlined,  ///< nowhere: computed for its one parent, over just the rectangle that it needs
    slab,     ///< as a whole: small patterns, images
    tiles,    ///< in squares of the graph's tile side
    cell,     ///< one cell of its period
};

/// One node on one device.
struct DeviceNode {
    const GraphNode* node = nullptr;
    std::unique_ptr<DeviceOperation> operation;
    Storage storage = Storage::inlined;
    int bits = 32;  ///< in which its samples are stored; cells are read too often to be widened each time
    bool gathered = false;  ///< read in no fixed pattern: what one request reads another one may read again
};

/// A graph bound to the device that is current when it is made. Immutable.
class DeviceGraph {
  public:
    /// What it may take of a device.
    struct Limits {
        std::size_t slabBytes = 0;   ///< up to which a bounded node that would be stored in tiles is stored whole
        std::size_t tableBytes = 0;  ///< of all tables of kinds together
    };
    /// \throws OutOfMemory if the tables take more, Cancelled, DeviceError, std::bad_alloc
    DeviceGraph(std::shared_ptr<const Graph> graph, const Limits& limits, Patience patience,
                const std::stop_token& stop = {});

    /// Whether it computes without waiting for a compiler first.
    [[nodiscard]] bool ready() const;
    /// Whether its tiles are for first pictures only.
    [[nodiscard]] bool hurried() const { return patience_ == Patience::hurries; }
    [[nodiscard]] const std::shared_ptr<const Graph>& graph() const { return graph_; }
    [[nodiscard]] const DeviceNode& operator[](std::size_t index) const { return nodes_[index]; }
    [[nodiscard]] std::size_t size() const { return nodes_.size(); }
    [[nodiscard]] std::int64_t tileSide() const { return graph_->tileSide; }

  private:
    [[nodiscard]] static Storage storageOf(const GraphNode& node, std::size_t largestSlabBytes);

    std::shared_ptr<const Graph> graph_;
    std::vector<DeviceNode> nodes_;
    Patience patience_;
};

}  // namespace burin::gpu
