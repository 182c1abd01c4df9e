// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/groups/group_values.hpp"

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace burin {

struct GroupScope;

/// A link of an instance or a node, as written in the file.
struct ScopeLink {
    const YamlValue* link = nullptr;  ///< nullptr: there is none, or it is omitted
    std::optional<YamlValue> at;      ///< the offset, with formulas replaced by their results
};

/// The node that a link reaches through sockets and instances.
struct LinkTarget {
    std::string node;
    std::optional<YamlValue> at;
};

/// A node of the file, placed in the flat design.
struct PlacedNode {
    std::string target;                  ///< the flat node that stands for this node in links
    const Kind* kind = nullptr;          ///< nullptr for instances and unknown kinds
    std::unique_ptr<GroupScope> inside;  ///< scope inside of an instance that is sound
    bool muted = false;                  ///< whether it is a muted instance
    bool broken = false;                 ///< whether it is an instance that cannot be expanded
    std::string culprit;                 ///< the group whose problems broke the instance, or empty
};

/// The nodes of the design, or of one instance.
struct GroupScope {
    const YamlValue* nodes = nullptr;
    std::string prefix;                          ///< prefix of its flat nodes' names: `outer/inner/`, or
                                                 ///< empty
    std::optional<std::size_t> instance;         ///< nothing for the design itself
    std::unique_ptr<GroupValues> values;         ///< null for the design itself
    std::vector<ScopeLink> links;                ///< one for each socket of the group
    std::vector<std::optional<LinkTarget>> fed;  ///< the targets of `links`
    std::unordered_map<std::string_view, PlacedNode> placed;

    /// The index of the socket that a link names as `$name`; nothing if it names a node.
    [[nodiscard]] std::optional<std::size_t> socketNamed(std::string_view child) const {
        if (!values || !child.starts_with('$')) return {};
        const auto& sockets = values->group().sockets;
        return static_cast<std::size_t>(values->group().socket(child.substr(1)) - sockets.data());
    }
};

}  // namespace burin
