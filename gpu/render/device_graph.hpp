// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/render/graph.hpp"
#include "gpu/kinds/form/device_kind.hpp"

#include <cstddef>
#include <deque>
#include <memory>
#include <vector>

namespace burin::gpu {

/// How a node's samples are held on a device.
enum class Storage {
    inlined,  ///< not stored: computed for its only parent, over just the rectangle that it needs
    slab,     ///< stored as a whole: small patterns, images
    tiles,    ///< in squares with the graph's tile side
    cell,     ///< one cell of its period
};

/// One node on one device.
struct DeviceNode {
    const GraphNode* node = nullptr;
    std::shared_ptr<const DeviceOperation> operation;
    Storage storage = Storage::inlined;
    int bits = 32;          ///< bits of the stored samples; cells are read too often to be widened each time
    bool gathered = false;  ///< read in irregular patterns, so several requests may read the same samples
};

/// A graph bound to the device that is current on construction. Immutable.
class DeviceGraph {
  public:
    /// Limits on a device.
    struct Limits {
        std::size_t slabBytes = 0;   ///< largest bounded node that is stored as a whole instead of in tiles
        std::size_t tableBytes = 0;  ///< bytes of all tables of kinds together
    };
    using Earlier = std::deque<std::shared_ptr<const DeviceGraph>>;
    /// \param earlier  graphs on this device. Equal nodes share their tables, so after an edit only the
    ///         tables of changed nodes are uploaded
    /// \throws OutOfMemory if the tables exceed the limit, Cancelled, DeviceError, std::bad_alloc
    DeviceGraph(std::shared_ptr<const Graph> graph, const Limits& limits, Patience patience,
                const Earlier& earlier = {}, const std::stop_token& stop = {});

    /// Whether it can compute without waiting for a compiler.
    [[nodiscard]] bool ready() const;
    /// Whether its tiles are only for first pictures.
    [[nodiscard]] bool hurried() const { return patience_ == Patience::hurries; }
    [[nodiscard]] const std::shared_ptr<const Graph>& graph() const { return graph_; }
    [[nodiscard]] const DeviceNode& operator[](std::size_t index) const { return nodes_[index]; }
    [[nodiscard]] std::size_t size() const { return nodes_.size(); }
    [[nodiscard]] std::int64_t tileSide() const { return graph_->tileSide; }

  private:
    [[nodiscard]] static Storage storageOf(const GraphNode& node, const DeviceOperation& operation,
                                           std::size_t largestSlabBytes);

    std::shared_ptr<const Graph> graph_;
    std::vector<DeviceNode> nodes_;
    Patience patience_;
};

}  // namespace burin::gpu
