// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which links make sense: what the sockets of the graph take, and why they do not take the rest. All of it
// comes from the kinds' descriptions.

#include "core/design/design.hpp"
#include "core/geometry/extent.hpp"

#include <QString>

#include <optional>
#include <vector>

namespace burin::ui {

/// Whether nodes of the kind can feed others.
[[nodiscard]] bool feedsOthers(const KindDescription& kind);

/// The traits of which a node takes one more link. One that it needs and lacks stands alone.
[[nodiscard]] std::vector<Trait> freeTraits(const DesignNode& node);
/// The same for a new node of a kind.
[[nodiscard]] std::vector<Trait> freeTraits(const KindDescription& kind);
/// Where in `inputs` a new link goes: behind all others, or, where its trait must stand first, before them.
[[nodiscard]] std::optional<std::size_t> entryFor(const DesignNode& node, Trait trait);

/// How a new node of `kind` would read a child; nothing: it cannot.
/// \param wanted  the only trait that will do, if there is one
[[nodiscard]] std::optional<Trait> traitOfNew(const KindDescription& kind, bool childBounded);
/// Whether a new node of `kind` can be a child under `trait`, with a size of its own where that takes one.
[[nodiscard]] bool canBeChild(const KindDescription& kind, Trait trait);

/// Answers for one design. Interface thread only; keep it no longer than the design.
class Fitting {
  public:
    explicit Fitting(const Design& design);

    /// The rectangle to which a node is bounded, as far as the unfinished design says.
    [[nodiscard]] const Extent& extent(NodeIndex node) const { return extents_[node]; }
    [[nodiscard]] bool bounded(NodeIndex node) const { return extents_[node].bounded(); }

    /// Why `child` cannot be linked into `parent` as `trait`; empty: it can.
    /// \param replaces  the index in `links` of a link that goes away for it
    [[nodiscard]] QString misfit(NodeIndex child, NodeIndex parent, Trait trait,
                                 std::optional<std::size_t> replaces = {}) const;
    /// As what the free socket of `parent` takes `child`; empty: not at all.
    [[nodiscard]] std::vector<Trait> traits(NodeIndex child, NodeIndex parent) const;
    /// Why that is empty.
    [[nodiscard]] QString plusMisfit(NodeIndex child, NodeIndex parent) const;

  private:
    [[nodiscard]] QString cycle(NodeIndex child, NodeIndex parent) const;
    [[nodiscard]] bool feeds(NodeIndex below, NodeIndex above) const;
    [[nodiscard]] Extent extentOf(const DesignNode& node) const;

    const Design& design_;
    std::vector<Extent> extents_;
    std::vector<bool> sound_;  ///< the extents of its children are those of the engine
    // Everything that feeds one node, and everything that one node feeds: a drag asks for one of them often.
    mutable std::optional<NodeIndex> fedNode_;
    mutable std::vector<bool> below_;
    mutable std::optional<NodeIndex> feedingNode_;
    mutable std::vector<bool> above_;
};

}  // namespace burin::ui
