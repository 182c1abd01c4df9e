// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/design.hpp"

#include <algorithm>
#include <unordered_set>

namespace burin {

std::optional<NodeIndex> Design::find(std::string_view name) const {
    for (NodeIndex i = 0; i < nodes.size(); ++i) {
        if (nodes[i].name == name) return i;
    }
    return {};
}

std::vector<NodeIndex> Design::closure(NodeIndex node) const {
    struct Step {
        NodeIndex node = 0;
        std::size_t link = 0;  ///< the next one to follow
    };
    std::vector<NodeIndex> result;
    std::vector<bool> seen(nodes.size());
    std::vector<Step> path = {{node}};
    seen[node] = true;
    while (!path.empty()) {
        Step& step = path.back();
        const auto& links = nodes[step.node].links;
        if (step.link == links.size()) {
            result.push_back(step.node);
            path.pop_back();
            continue;
        }
        const auto child = links[step.link++].child;
        if (!child || seen[*child]) continue;
        seen[*child] = true;
        path.push_back({*child});
    }
    return result;
}

std::string Design::whyNotOnCards(NodeIndex node) const {
    for (const NodeIndex member : closure(node)) {
        const DesignNode& one = nodes[member];
        if (one.muted || one.kind == nullptr || one.kind->description.onCards) continue;
        return "node '" + one.name + "' is a " + std::string(one.kind->description.name) +
               ", which only the CPU computes";
    }
    return {};
}

Diagnostics Design::errorsOf(NodeIndex node) const {
    const auto error = [](const Diagnostic& d) { return d.severity == Severity::error; };
    if (std::none_of(diagnostics.begin(), diagnostics.end(), error)) return {};
    std::unordered_set<std::string_view> names;
    bool needsPitch = false;
    for (const NodeIndex member : closure(node)) {
        names.insert(nodes[member].name);
        needsPitch = needsPitch || nodes[member].needsPitch;
    }
    Diagnostics result;
    for (const Diagnostic& diagnostic : diagnostics) {
        if (!error(diagnostic)) continue;
        const bool ofTop = diagnostic.node.empty() && node == root;
        const bool ofPitch = needsPitch && diagnostic.parameter == "pixel";
        if (ofTop || ofPitch || names.contains(diagnostic.node)) result.push_back(diagnostic);
    }
    return result;
}

std::string saveDesign(const Design& design) {
    return writeYaml(design.document);
}

}  // namespace burin
