// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/tree_check.hpp"

#include "core/base/text.hpp"
#include "core/design/yaml_tools.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace burin {

namespace {

constexpr int deepestTree = 512;
/// Limits the searches for a similar name: each compares with the names of all nodes.
constexpr int mostSuggestions = 100;
/// A message about a longer cycle names only its first and last nodes.
constexpr std::size_t longestPath = 8;

/// A depth-first walk with its own stack.
class ReachCheck {
  public:
    ReachCheck(Design& design, Problems& problems)
        : design_(design),
          problems_(problems),
          states_(design.nodes.size(), State::unseen),
          heights_(design.nodes.size(), 1) {}

    void walk(NodeIndex start) {
        if (states_[start] != State::unseen) return;
        enter(start);
        while (!path_.empty())
            step();
    }

    [[nodiscard]] bool reached(NodeIndex node) const { return states_[node] != State::unseen; }

  private:
    enum class State : unsigned char { unseen, onPath, done };

    struct Step {
        NodeIndex node = 0;
        std::size_t link = 0;  ///< the link to follow next
    };

    void enter(NodeIndex node) {
        states_[node] = State::onPath;
        path_.push_back({node});
    }

    void step() {
        const NodeIndex node = path_.back().node;
        const auto& links = design_.nodes[node].links;
        if (path_.back().link == links.size()) {
            states_[node] = State::done;
            path_.pop_back();
            measure(node);
            return;
        }
        const DesignLink& link = links[path_.back().link++];
        if (!link.child) return;
        if (states_[*link.child] == State::onPath) {
            error(node, link, "this link closes a cycle: %1", "remove one of its links",
                  {cycleText(*link.child)});
        } else if (states_[*link.child] == State::unseen) {
            enter(*link.child);
        }
    }

    /// Computes the height of a node whose children are all measured. In every tree that is too deep, some
    /// node exceeds the limit by exactly one level: that node is reported.
    void measure(NodeIndex node) {
        const DesignLink* highest = nullptr;
        for (const DesignLink& link : design_.nodes[node].links) {
            if (!link.child || states_[*link.child] != State::done) continue;
            if (heights_[*link.child] + 1 <= heights_[node]) continue;
            heights_[node] = heights_[*link.child] + 1;
            highest = &link;
        }
        if (heights_[node] == deepestTree + 1) {
            error(node, *highest, "the tree is deeper than 512: it has 512 levels below this link",
                  "a tree has at most 512 levels of nodes");
        }
    }

    [[nodiscard]] std::string cycleText(NodeIndex first) const {
        std::vector<std::string_view> names;
        const auto start =
            std::find_if(path_.begin(), path_.end(), [&](const Step& s) { return s.node == first; });
        for (auto at = start; at != path_.end(); ++at)
            names.push_back(design_.nodes[at->node].name);
        std::string result;
        for (std::size_t i = 0; i < names.size(); ++i) {
            if (names.size() > longestPath && i == longestPath / 2) {
                const std::size_t left = names.size() - longestPath;
                result += "(" + counted(left, "more node") + ") -> ";
                i += left;
            }
            result += quotedForMessage(names[i]) + " -> ";
        }
        return result + quotedForMessage(names.front());
    }

    void error(NodeIndex node, const DesignLink& link, std::string reason, std::string advice,
               std::vector<std::string> details = {}) {
        design_.nodes[node].sound = false;
        problems_.error(design_.nodes[node].name, "inputs",
                        {link.mark, std::move(reason), std::move(advice), std::move(details)});
    }

    Design& design_;
    Problems& problems_;
    std::vector<State> states_;
    std::vector<int> heights_;
    std::vector<Step> path_;
};

}  // namespace

void resolveLinks(Design& design, Problems& problems) {
    std::unordered_map<std::string_view, NodeIndex> places;
    std::vector<std::string_view> names;
    for (NodeIndex i = 0; i < design.nodes.size(); ++i) {
        places.emplace(design.nodes[i].name, i);
        names.push_back(design.nodes[i].name);
    }
    int suggestions = 0;
    for (DesignNode& node : design.nodes) {
        for (DesignLink& link : node.links) {
            const auto found = places.find(link.childName);
            if (found != places.end()) {
                link.child = found->second;
                continue;
            }
            link.child.reset();
            node.sound = false;
            const std::string otherwise = "add it under `nodes` or name another node";
            problems.error(
                node.name, "inputs",
                {link.mark,
                 "the node %1 does not exist",
                 "%2",
                 {quotedForMessage(link.childName), ++suggestions > mostSuggestions
                                                        ? otherwise
                                                        : suggestion(link.childName, names, otherwise)}});
        }
    }
}

namespace {

/// Calls `act` with each instance that contains a node, from the innermost outwards.
template <class Act>
void forEachInstanceOf(const Design& design, const DesignNode& node, const Act& act) {
    for (auto at = node.instance; at; at = design.instances[*at].parent)
        act(*at);
}

/// Marks a node and all that it reads.
void markFrom(const Design& design, NodeIndex start, std::vector<bool>& reached) {
    std::vector<NodeIndex> open{start};
    while (!open.empty()) {
        const NodeIndex node = open.back();
        open.pop_back();
        if (reached[node]) continue;
        reached[node] = true;
        for (const DesignLink& link : design.nodes[node].links) {
            if (link.child) open.push_back(*link.child);
        }
    }
}

/// For each instance whether any of its nodes is reached.
std::vector<bool> instancesOf(const Design& design, const std::vector<bool>& reached) {
    std::vector<bool> instances(design.instances.size(), false);
    for (NodeIndex i = 0; i < design.nodes.size(); ++i) {
        if (reached[i])
            forEachInstanceOf(design, design.nodes[i], [&](std::size_t at) { instances[at] = true; });
    }
    return instances;
}

/// The flat names of the `else` nodes that the sockets of an instance name.
std::vector<std::string> standInsOf(const Design& design, const DesignInstance& instance) {
    const YamlValue* groups = design.document.find("groups");
    const YamlValue* group = groups == nullptr ? nullptr : groups->find(instance.group);
    const YamlValue* sockets = group == nullptr ? nullptr : group->find("inputs");
    std::vector<std::string> names;
    if (sockets == nullptr) return names;
    for (const YamlValue& socket : sockets->items) {
        const std::string_view name = textUnder(socket, "else");
        if (!name.empty()) names.push_back(instance.name + "/" + std::string(name));
    }
    return names;
}

/// Marks the `else` nodes of reached instances. If a link replaces such a node, nothing reads it, but it
/// belongs to the group all the same.
void markStandIns(const Design& design, std::vector<bool>& reached) {
    if (design.instances.empty()) return;
    std::unordered_map<std::string_view, NodeIndex> places;
    for (NodeIndex i = 0; i < design.nodes.size(); ++i)
        places.emplace(design.nodes[i].name, i);
    for (const DesignInstance& instance : design.instances) {
        const auto output = places.find(instance.output);
        if (output != places.end()) places.emplace(instance.name, output->second);
    }
    std::vector<bool> done(design.instances.size(), false);
    for (bool further = true; further;) {
        further = false;
        const std::vector<bool> instances = instancesOf(design, reached);
        for (std::size_t i = 0; i < instances.size(); ++i) {
            if (!instances[i] || done[i]) continue;
            done[i] = true;
            for (const std::string& name : standInsOf(design, design.instances[i])) {
                const auto found = places.find(name);
                if (found == places.end() || reached[found->second]) continue;
                markFrom(design, found->second, reached);
                further = true;
            }
        }
    }
}

/// Warns of nodes that the root does not reach. If it reaches no node of an instance, warns once of that.
void reportUnreached(const Design& design, std::vector<bool> reached, Problems& problems) {
    markStandIns(design, reached);
    const std::vector<bool> instances = instancesOf(design, reached);
    std::vector<bool> reported(design.instances.size(), false);
    for (NodeIndex i = 0; i < design.nodes.size(); ++i) {
        const DesignNode& node = design.nodes[i];
        if (reached[i]) continue;
        std::optional<std::size_t> outermost;
        forEachInstanceOf(design, node, [&](std::size_t at) {
            if (!instances[at]) outermost = at;
        });
        if (outermost && reported[*outermost]) continue;
        if (outermost) reported[*outermost] = true;
        problems.warning(
            outermost ? design.instances[*outermost].name : node.name,
            {outermost ? design.instances[*outermost].mark : node.mark,
             "this node is not connected to the surface", "link it, or remove it if it is not needed"});
    }
}

}  // namespace

void checkTree(Design& design, Problems& problems) {
    ReachCheck walk(design, problems);
    if (design.root) {
        walk.walk(*design.root);
        std::vector<bool> reached(design.nodes.size());
        for (NodeIndex i = 0; i < design.nodes.size(); ++i)
            reached[i] = walk.reached(i);
        reportUnreached(design, std::move(reached), problems);
    }
    for (NodeIndex i = 0; i < design.nodes.size(); ++i)
        walk.walk(i);
}

}  // namespace burin
