// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"

#include <vector>

namespace burin::ui {

[[nodiscard]] inline bool hasArea(const Extent& extent) {
    return extent.bounded() && !extent.empty();
}

/// The extents of all nodes below a top node, each in its own frame. Nodes that are not below it count as
/// unbounded.
///
/// The cost grows with the nodes and links of the design.
class NodeExtents {
  public:
    NodeExtents(const Design& design, NodeIndex top);

    [[nodiscard]] const Extent& operator[](NodeIndex index) const { return extents_[index]; }
    /// All samples outside of this rectangle are 0.
    [[nodiscard]] const Extent& support(NodeIndex index) const { return supports_[index]; }
    /// The extent if it has an area; otherwise the support, which may also be unbounded or empty.
    [[nodiscard]] const Extent& seen(NodeIndex index) const {
        return hasArea(extents_[index]) ? extents_[index] : supports_[index];
    }
    [[nodiscard]] bool boundedChild(const DesignLink& link) const {
        return link.child && extents_[*link.child].bounded();
    }

  private:
    void find(const DesignNode& node, NodeIndex index);

    std::vector<Extent> extents_;
    std::vector<Extent> supports_;
    std::vector<bool> sound_;
};

/// Whether a node reads the child of a link only around each of its own samples. \param link  of `node`
[[nodiscard]] bool readsInPlace(const DesignNode& node, const DesignLink& link);

}  // namespace burin::ui
