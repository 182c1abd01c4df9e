// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Expands a design with groups into the equivalent flat design: replaces each instance with the nodes of
// its group.

#include "core/design/groups/group.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace burin {

/// An expanded instance of a group.
struct DesignInstance {
    std::string name;                   ///< `outer/inner` in a nested group
    std::string group;                  ///< the name of its group
    std::string output;                 ///< the flat node that stands for the instance in links
    SourceMark mark;                    ///< place of its name in the file
    std::optional<std::size_t> parent;  ///< the instance that contains it
    bool muted = false;
    /// The values of the group's parameters in order, as written or computed, including defaults.
    std::vector<std::pair<std::string, YamlValue>> values;
};

/// One node of the flat design.
struct FlatNode {
    YamlValue name;  ///< `instance/inner`, at the place of the inner name
    /// The body as it would be written in a file without groups. A computed value has the place of its
    /// formula.
    std::shared_ptr<const YamlValue> body;
    bool rewritten = false;                    ///< whether the body differs from the body of this name in the
                                               ///< document
    std::optional<std::size_t> instance = {};  ///< the instance that contains it
    /// Whether the body cannot be read. The reasons have been reported.
    bool broken = false;
    /// The group under whose name the problems were reported; empty if it was the node's own name.
    std::string culprit = {};
};

/// A flat node that equals the document's. \pre the document outlives it
[[nodiscard]] FlatNode unchangedNode(const YamlValue& name, const YamlValue& body);

struct Expansion {
    std::vector<FlatNode> nodes;  ///< in the order of the file
    std::vector<DesignInstance> instances;
};

/// Expands the instances under `nodes`. \pre `nodes` is a map
///
/// An instance that cannot be expanded becomes one broken node. The size of an expansion is limited before it
/// is made: to 10,000 nodes, and to the largest text of a file. \param pitchUm  nothing if the design does
/// not give it \throws Cancelled soon after a stop
[[nodiscard]] Expansion expandGroups(const YamlValue& document, const Groups& groups,
                                     std::span<const Kind> kinds, std::optional<double> pitchUm,
                                     Problems& problems, const std::stop_token& stop = {});

/// ", in instance 'stone' (line 12), in instance 'wall' (line 30)", from the innermost outwards; empty for
/// a node of the design itself.
[[nodiscard]] std::string instanceTrace(const std::vector<DesignInstance>& instances,
                                        std::optional<std::size_t> innermost);

}  // namespace burin
