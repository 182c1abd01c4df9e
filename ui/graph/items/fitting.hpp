// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Decides which links a socket of the graph accepts, and explains why it refuses others. The rules come from
// the descriptions of the kinds alone.

#include "core/design/design.hpp"
#include "core/geometry/extent.hpp"
#include "ui/model/document/scoped_design.hpp"

#include <QString>

#include <optional>
#include <vector>

namespace burin::ui {

/// Whether nodes of the kind can feed others.
[[nodiscard]] bool feedsOthers(const KindDescription& kind);

/// The traits that one more link of a node can have. If a required input is missing, only its trait.
[[nodiscard]] std::vector<Trait> freeTraits(const DesignNode& node);
/// The traits under which a new node of a kind can be linked.
[[nodiscard]] std::vector<Trait> freeTraits(const KindDescription& kind);
/// The trait of the input that `node` asks for: a required input that is missing, or data if its kind joins
/// surfaces. Inputs that are merely possible, such as a variable of a formula, are left to the user.
[[nodiscard]] std::optional<Trait> askedFor(const DesignNode& node);
/// Whether nodes of the kind do something with what they read: it requires an input, or joins surfaces.
[[nodiscard]] bool needsInput(const KindDescription& kind);
/// Whether `node` lacks an input that it requires.
[[nodiscard]] bool lacksInput(const DesignNode& node);
/// The index in `inputs` for a new link: last, or before the others if its trait must come first.
[[nodiscard]] std::optional<std::size_t> entryFor(const DesignNode& node, Trait trait);

/// The index in `inputs` that a link gets if it is read under another trait, because links that are required
/// to come first do.
/// \param entry  its present index
[[nodiscard]] std::size_t entryAs(const DesignNode& node, std::size_t entry, Trait trait);
/// The trait under which a link is made if several fit: data if possible.
[[nodiscard]] Trait usual(const std::vector<Trait>& traits);

/// The trait under which a new node of `kind` would read a child; nothing if it cannot.
/// \param wanted  the only acceptable trait, if any
[[nodiscard]] std::optional<Trait> traitOfNew(const KindDescription& kind, bool childBounded);
/// Whether a new node of `kind` can be a child under `trait`. It gets a size if the trait needs one.
[[nodiscard]] bool canBeChild(const KindDescription& kind, Trait trait);

/// Answers for one design. Interface thread only; must not outlive the design.
class Fitting {
  public:
    explicit Fitting(const Design& design);
    /// Answers for the nodes of a scope.
    explicit Fitting(const ScopedDesign& scoped);

    /// The rectangle that bounds a node, as far as it is known in an unfinished design.
    [[nodiscard]] const Extent& extent(NodeIndex node) const { return extents_[node]; }
    [[nodiscard]] bool bounded(NodeIndex node) const { return extents_[node].bounded(); }

    /// Why `child` cannot be linked into `parent` as `trait`; empty if it can.
    /// \param replaces  the index in `links` of the link that would be replaced
    [[nodiscard]] QString misfit(NodeIndex child, NodeIndex parent, Trait trait,
                                 std::optional<std::size_t> replaces = {}) const;
    /// The traits under which the free socket of `parent` accepts `child`; empty if it does not.
    [[nodiscard]] std::vector<Trait> traits(NodeIndex child, NodeIndex parent) const;
    /// The traits under which a link may be read: its own, and others if the reader does not require this
    /// link to keep its trait. \param link  its index in the links of `parent`
    [[nodiscard]] std::vector<Trait> traitsOf(NodeIndex parent, std::size_t link) const;
    /// Why traits() is empty.
    [[nodiscard]] QString plusMisfit(NodeIndex child, NodeIndex parent) const;

  private:
    [[nodiscard]] QString socketMisfit(const DesignNode& from, const QString& name, Trait trait) const;
    [[nodiscard]] QString cycle(NodeIndex child, NodeIndex parent) const;
    [[nodiscard]] bool feeds(NodeIndex below, NodeIndex above) const;
    [[nodiscard]] Extent extentOf(const DesignNode& node) const;

    const Design& design_;
    std::vector<Extent> extents_;
    std::vector<bool>
        sound_;  ///< no errors in the node or below it: the engine would compute the same extent
    // Caches: everything that feeds one node, and everything that one node feeds. A drag often asks about the
    // same node.
    mutable std::optional<NodeIndex> fedNode_;
    mutable std::vector<bool> below_;
    mutable std::optional<NodeIndex> feedingNode_;
    mutable std::vector<bool> above_;
};

}  // namespace burin::ui
