// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"
#include "core/design/design_edit.hpp"

#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace burin::ui {

/// The block that shows a group's sockets, under its name in the editor's notes. Links name the sockets.
inline constexpr std::string_view inputsBlock = "$ inputs";

/// The nodes of a design, or of one of its groups, as the file has them: an instance is one node.
///
/// Immutable; refers to the whole design, which it keeps alive.
struct ScopedDesign {
    std::shared_ptr<const Design> whole;
    /// The nodes under the names that the file gives them, and the problems that show at them. The kind of an
    /// instance is made from its group, with the sockets as links. A group also has a node for each socket,
    /// named like `$outline`, and the nodes newSocket and outputBlock. Without groups, this is the whole
    /// design.
    std::shared_ptr<const Design> design;
    /// For each node, the node of the whole design whose samples it shows; nothing if there is none.
    std::vector<std::optional<NodeIndex>> flat;
    /// The map that contains `nodes` and `editor`; nullptr if the group does not exist.
    const YamlValue* text = nullptr;
    std::deque<Kind> made;  ///< the kinds of instances
};

/// \param group  empty: the nodes of the design itself
/// \param instance  the flat name of the instance through which the group is seen; empty: none
/// \param kinds  of the design; must outlive the result
///
/// Pure; cost grows with the nodes of the whole design.
[[nodiscard]] std::shared_ptr<const ScopedDesign> scopedDesign(std::shared_ptr<const Design> whole,
                                                               std::span<const Kind> kinds,
                                                               const std::string& group,
                                                               const std::string& instance);

/// Whether a node is an instance of a group.
[[nodiscard]] bool isInstance(const DesignNode& node);
/// Whether a node is a socket of the group, seen from inside.
[[nodiscard]] bool isSocket(const DesignNode& node);
/// Whether a node is the block that stands for the group's output, seen from inside.
[[nodiscard]] bool isOutput(const DesignNode& node);
/// The only trait under which a socket can be linked; nothing for other nodes and for newSocket.
[[nodiscard]] std::optional<Trait> carriedBy(const DesignNode& node);

/// The map under `groups` that describes a group, or nullptr.
[[nodiscard]] const YamlValue* groupText(const YamlValue& document, std::string_view group);
/// The name of the group of an instance; empty for other nodes.
[[nodiscard]] std::string groupOfInstance(const YamlValue& body);

}  // namespace burin::ui
