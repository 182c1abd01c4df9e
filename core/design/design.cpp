// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/design.hpp"

#include "core/design/layout/yaml_file.hpp"

#include <algorithm>
#include <unordered_set>

namespace burin {

std::optional<NodeIndex> Design::find(std::string_view name) const {
    for (NodeIndex i = 0; i < nodes.size(); ++i) {
        if (nodes[i].name == name) return i;
    }
    for (const DesignInstance& instance : instances) {
        if (instance.name == name && instance.output != name) return find(instance.output);
    }
    return {};
}

std::optional<double> Design::fullDepthUm() const {
    const double* um = root ? nodes[*root].values.find<double>("full_depth") : nullptr;
    return um != nullptr ? std::optional(*um) : std::nullopt;
}

std::vector<NodeIndex> Design::closure(NodeIndex node) const {
    struct Step {
        NodeIndex node = 0;
        std::size_t link = 0;  ///< the link to follow next
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
        if (one.muted || one.kind == nullptr) continue;
        const std::string_view part = one.operation ? one.operation->onlyOnCpu() : std::string_view();
        if (one.kind->description.onCards && part.empty()) continue;
        const std::string_view kind = one.kind->description.name;
        const bool vowel = std::string_view("aeiou").find(kind.front()) != std::string_view::npos;
        return "node '" + one.name + (vowel ? "' is an " : "' is a ") + std::string(kind) +
               (part.empty() ? "" : " with " + std::string(part)) + ", which only the CPU computes";
    }
    return {};
}

Diagnostics Design::errorsOf(NodeIndex node) const {
    const auto error = [](const Diagnostic& d) { return d.severity == Severity::error; };
    if (std::none_of(diagnostics.begin(), diagnostics.end(), error)) return {};
    std::unordered_set<std::string_view> names;
    std::unordered_set<std::string_view> groups;
    bool needsPitch = false;
    for (const NodeIndex member : closure(node)) {
        names.insert(nodes[member].name);
        groups.insert(nodes[member].culprit);
        needsPitch = needsPitch || nodes[member].needsPitch;
    }
    Diagnostics result;
    for (const Diagnostic& diagnostic : diagnostics) {
        if (!error(diagnostic)) continue;
        if (!diagnostic.group.empty()) {
            if (groups.contains(diagnostic.group)) result.push_back(diagnostic);
            continue;
        }
        const bool ofTop = diagnostic.node.empty() && node == root;
        const bool ofPitch = needsPitch && diagnostic.parameter == "pixel";
        if (ofTop || ofPitch || names.contains(diagnostic.node)) result.push_back(diagnostic);
    }
    return result;
}

std::string saveDesign(const Design& design) {
    return yamlForFile(design.document).text;
}

}  // namespace burin
