// SPDX-License-Identifier: GPL-3.0-or-later

// The edits of groups.

#include "core/design/design_edit.hpp"
#include "core/design/groups/bookmarked_nodes.hpp"
#include "core/design/groups/formula.hpp"
#include "core/design/groups/group.hpp"
#include "core/design/groups/groups.hpp"
#include "core/design/groups/inner_sockets.hpp"
#include "core/design/yaml_tools.hpp"
#include "core/kinds/catalogue/kinds.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

namespace burin {

namespace {

using NameSet = std::set<std::string, std::less<>>;

template <class Visit>
void forEachLink(const YamlValue& body, const Visit& visit) {
    const YamlValue* inputs = body.find("inputs");
    if (inputs == nullptr) return;
    for (const YamlValue& link : inputs->items) {
        if (const YamlEntry* child = childIn(link)) visit(*child);
    }
}

/// Redirects all links of a node from `before` to `after`.
void redirectLinks(YamlValue& body, std::string_view before, std::string_view after) {
    YamlValue* inputs = valueIn(body, "inputs");
    if (inputs == nullptr) return;
    for (YamlValue& link : inputs->items) {
        YamlEntry* child = childIn(link);
        if (child != nullptr && child->value.scalar == before) child->value = yamlScalar(after);
    }
}

/// The nodes that replace missing links to a group's sockets, by the names under which links refer to the
/// sockets.
std::map<std::string, std::string> nodesOfSockets(const YamlValue* group) {
    std::map<std::string, std::string> nodes;
    const YamlValue* sockets = group == nullptr ? nullptr : group->find("inputs");
    for (std::size_t i = 0; sockets != nullptr && i < sockets->items.size(); ++i) {
        const YamlEntry* socket = childIn(sockets->items[i]);
        const YamlValue* node = sockets->items[i].find("else");
        if (socket != nullptr && node != nullptr) nodes.emplace("$" + socket->value.scalar, node->scalar);
    }
    return nodes;
}

/// Whether a path between two chosen nodes passes through a node or a socket that is not chosen.
/// \param ofSockets  the nodes that sockets read
bool leavesAndComesBack(const YamlValue& nodes, const NameSet& chosen,
                        const std::map<std::string, std::string>& ofSockets) {
    std::vector<std::string> open;
    for (const std::string& name : chosen) {
        forEachLink(*nodes.find(name), [&](const YamlEntry& child) {
            if (!chosen.contains(child.value.scalar)) open.push_back(child.value.scalar);
        });
    }
    NameSet seen;
    while (!open.empty()) {
        const std::string name = std::move(open.back());
        open.pop_back();
        if (const auto socket = ofSockets.find(name); socket != ofSockets.end()) {
            if (chosen.contains(socket->second)) return true;
            open.push_back(socket->second);
        }
        const YamlValue* body = nodes.find(name);
        if (body == nullptr || !seen.insert(name).second) continue;
        bool back = false;
        forEachLink(*body, [&](const YamlEntry& child) {
            back = back || chosen.contains(child.value.scalar);
            open.push_back(child.value.scalar);
        });
        if (back) return true;
    }
    return false;
}

/// Counts how deep the groups of a document are nested.
class GroupLevels {
  public:
    /// \param groups  of a document, or null. They are not changed.
    explicit GroupLevels(const YamlValue* groups) {
        if (groups == nullptr) return;
        for (const auto& [outer, group] : groups->entries) {
            const YamlValue* nodes = group.find("nodes");
            if (nodes == nullptr) continue;
            for (const auto& [name, body] : nodes->entries) {
                const std::string_view inner = groupOf(body);
                if (inner.empty()) continue;
                inner_[outer.scalar].push_back(inner);
                outer_[inner].push_back(outer.scalar);
            }
        }
    }
    /// The levels of groups that a node brings: 0 unless it is an instance.
    int within(const YamlValue& body) {
        const std::string_view group = groupOf(body);
        return group.empty() ? 0 : longest(group, inner_, below_);
    }
    /// The number of nested groups from the design down to this group, including it. \param group  empty: the
    /// design
    int above(std::string_view group) { return group.empty() ? 0 : longest(group, outer_, above_); }

  private:
    using Names = std::unordered_map<std::string_view, std::vector<std::string_view>>;
    using Levels = std::unordered_map<std::string_view, int>;

    static std::string_view groupOf(const YamlValue& body) {
        const YamlValue* group = isInstance(body) && !writtenMuted(body) ? body.find("group") : nullptr;
        return group == nullptr ? std::string_view() : group->scalar;
    }
    static int longest(std::string_view group, const Names& next, Levels& known) {
        // A group that contains itself is an error already. Its levels are counted once.
        if (const auto [found, isNew] = known.emplace(group, 0); !isNew) return found->second;
        int most = 0;
        if (const auto others = next.find(group); others != next.end()) {
            for (const std::string_view other : others->second)
                most = std::max(most, longest(other, next, known));
        }
        return known[group] = most + 1;
    }

    Names inner_;
    Names outer_;
    Levels below_;
    Levels above_;
};

/// The outputs that a group of `chosen` needs: the nodes that others read, or else those that nothing reads.
/// \param shown  the output of the surrounding group, which nodes outside of that group read too
/// \param ofSockets  the nodes that the sockets of this group read
std::vector<std::string> outputsOf(const YamlValue& nodes, const NameSet& chosen, const std::string& shown,
                                   const std::map<std::string, std::string>& ofSockets) {
    NameSet readOutside;
    if (chosen.contains(shown)) readOutside.insert(shown);
    for (const auto& [socket, node] : ofSockets) {
        if (chosen.contains(node)) readOutside.insert(node);
    }
    NameSet readInside;
    for (const auto& [name, body] : nodes.entries) {
        NameSet& read = chosen.contains(name.scalar) ? readInside : readOutside;
        forEachLink(body, [&](const YamlEntry& child) {
            if (chosen.contains(child.value.scalar)) read.insert(child.value.scalar);
        });
    }
    if (!readOutside.empty()) return {readOutside.begin(), readOutside.end()};
    std::vector<std::string> unread;
    std::set_difference(chosen.begin(), chosen.end(), readInside.begin(), readInside.end(),
                        std::back_inserter(unread));
    return unread;
}

/// The sockets of a new group, and the links of its instance.
struct OpenLinks {
    YamlValue sockets = yamlSequence();
    YamlValue links = yamlSequence();

    /// The name of the socket for a link to `child`; adds the socket if it is new.
    std::string socketFor(std::string_view trait, const std::string& child) {
        NameSet taken;
        const std::string wanted = child.starts_with('$') ? child.substr(1) : child;
        for (std::size_t i = 0; i < sockets.items.size(); ++i) {
            const YamlEntry& socket = sockets.items[i].entries.front();
            if (socket.key.scalar == trait && links.items[i].find(trait)->scalar == child)
                return socket.value.scalar;
            taken.insert(socket.value.scalar);
        }
        std::string name = wanted;
        for (int number = 2; taken.contains(name); ++number)
            name = wanted + " " + std::to_string(number);
        sockets.items.push_back(linkTo(*traitNamed(trait), name));
        links.items.push_back(linkTo(*traitNamed(trait), child));
        return name;
    }
};

}  // namespace

std::vector<std::string> DesignEdit::groupNames() const {
    std::vector<std::string> names;
    if (const YamlValue* groups = document_.find("groups")) {
        for (const YamlEntry& entry : groups->entries)
            names.push_back(entry.key.scalar);
    }
    return names;
}

std::string DesignEdit::freeGroupName(std::string_view wanted) const {
    const YamlValue* groups = document_.find("groups");
    std::string name(wanted);
    for (int number = 2; groups != nullptr && groups->find(name) != nullptr; ++number)
        name = std::string(wanted) + " " + std::to_string(number);
    return name;
}

std::string DesignEdit::addInstance(std::string_view name, std::string_view group) {
    std::string added = addNode(name, "group");
    if (!added.empty()) setValue(added, "group", yamlScalar(group));
    return added;
}

GroupObstacle DesignEdit::groupNodes(std::span<const std::string> names, std::string_view group,
                                     std::string_view instance) {
    YamlValue* all = nodes();
    const NameSet chosen(names.begin(), names.end());
    if (all == nullptr || chosen.empty()) return GroupObstacle::noNodes;
    if (freeGroupName(group) != group) return GroupObstacle::nameTaken;
    if (all->find(instance) != nullptr && !chosen.contains(instance)) return GroupObstacle::nameTaken;
    // The flat names of the group's nodes begin with this prefix.
    const std::string prefix = std::string(instance) + "/";
    if (std::any_of(all->entries.begin(), all->entries.end(),
                    [&](const YamlEntry& entry) { return entry.key.scalar.starts_with(prefix); }))
        return GroupObstacle::nameTaken;
    for (const std::string& name : chosen) {
        const YamlValue* body = all->find(name);
        if (body == nullptr) return GroupObstacle::noNodes;
        if (isRoot(*body)) return GroupObstacle::root;
        if (name.starts_with('$')) return GroupObstacle::nameOfSocket;
        if (scope_.empty() && looksComputed(*body)) return GroupObstacle::textLikeFormula;
    }
    const auto ofSockets = nodesOfSockets(scope_.empty() ? nullptr : owner());
    const std::vector<std::string> outputs = outputsOf(*all, chosen, output(), ofSockets);
    if (outputs.size() != 1) return GroupObstacle::severalOutputs;
    if (leavesAndComesBack(*all, chosen, ofSockets)) return GroupObstacle::nodeBetween;
    GroupLevels levels(document_.find("groups"));
    int within = 0;
    for (const std::string& name : chosen)
        within = std::max(within, levels.within(*all->find(name)));
    if (levels.above(scope_) + 1 + within > deepestGroups) return GroupObstacle::tooDeep;

    renameBookmarked(document_, scope_, [&](std::string_view node) {
        const bool grouped = std::any_of(chosen.begin(), chosen.end(), [&](const std::string& name) {
            return namesNodeOrInner(node, name);
        });
        return grouped ? prefix + std::string(node) : std::string(node);
    });
    YamlValue inner = yamlMap();
    YamlValue left = emptiedMap(*all);
    OpenLinks open;
    for (YamlEntry& entry : all->entries) {
        if (!chosen.contains(entry.key.scalar)) {
            redirectLinks(entry.value, outputs.front(), instance);
            left.entries.push_back(std::move(entry));
            continue;
        }
        if (inner.entries.empty()) left.entries.push_back({yamlScalar(instance), {}});
        if (YamlValue* inputs = valueIn(entry.value, "inputs")) {
            for (YamlValue& link : inputs->items) {
                YamlEntry* child = childIn(link);
                if (child == nullptr || chosen.contains(child->value.scalar)) continue;
                child->value = yamlScalar("$" + open.socketFor(child->key.scalar, child->value.scalar));
            }
        }
        inner.entries.push_back(std::move(entry));
    }
    if (!scope_.empty()) passOptional(*owner(), open.sockets, open.links);
    YamlValue made = yamlMap();
    if (!open.sockets.items.empty()) valueAt(made, "inputs") = std::move(open.sockets);
    valueAt(made, "output") = yamlScalar(outputs.front());
    valueAt(made, "nodes") = std::move(inner);
    const auto where = place(outputs.front());
    if (YamlValue* there = notes()) {
        YamlValue kept = yamlMap();
        for (YamlEntry& note : there->entries) {
            if (chosen.contains(note.key.scalar)) kept.entries.push_back(note);
        }
        if (!kept.entries.empty()) valueAt(made, "editor") = std::move(kept);
        std::erase_if(there->entries,
                      [&](const YamlEntry& note) { return chosen.contains(note.key.scalar); });
    }
    YamlValue& body = valueAt(left, instance);
    body = yamlMap();
    valueAt(body, "kind") = yamlScalar("group");
    valueAt(body, "group") = yamlScalar(group);
    if (!scope_.empty()) {
        passParameters(made, body);
        replaceOutput(outputs.front(), instance);
    }
    if (!open.links.items.empty()) valueAt(body, "inputs") = std::move(open.links);
    *all = std::move(left);
    addGroup(group, std::move(made));
    if (where) setPlace(instance, *where);
    return GroupObstacle::none;
}

void DesignEdit::addGroup(std::string_view name, YamlValue group) {
    if (valueIn(document_, "groups") == nullptr) {
        // Groups come before the nodes, as in files that are written by hand.
        const auto nodes = std::find_if(document_.entries.begin(), document_.entries.end(),
                                        [](const YamlEntry& entry) { return entry.key.scalar == "nodes"; });
        document_.entries.insert(nodes, {yamlScalar("groups"), yamlMap()});
    }
    valueAt(valueAt(document_, "groups"), name) = std::move(group);
}

std::vector<std::string> DesignEdit::ungroup(std::string_view instance) {
    const YamlValue* body = node(instance);
    if (body == nullptr || !isInstance(*body)) return {};
    if (!scope_.empty()) return ungroupInside(instance);
    Problems problems{""};
    const auto pitch = writtenPitchUm(document_);
    const Groups groups(document_, kinds(), pitch, problems);
    const Expansion expansion = expandGroups(document_, groups, kinds(), pitch, problems);
    const auto& instances = expansion.instances;
    const auto found = std::find_if(instances.begin(), instances.end(),
                                    [&](const DesignInstance& one) { return one.name == instance; });
    if (found == instances.end()) return {};
    const auto place = static_cast<std::size_t>(found - instances.begin());
    YamlValue meant = yamlMap();
    for (const FlatNode& flat : expansion.nodes) {
        auto outer = flat.instance;
        while (outer && *outer != place)
            outer = instances[*outer].parent;
        if (!outer && !(found->muted && flat.name.scalar == found->name)) continue;
        if (flat.broken) return {};
        meant.entries.push_back({yamlScalar(flat.name.scalar), *flat.body});
        // The group keeps the comments of its nodes.
        if (flat.name.scalar != instance) forgetSource(meant.entries.back().value);
        // Links to other instances name the instances, not their outputs.
        for (const DesignInstance& other : instances) {
            if (!other.parent && &other != &*found)
                redirectLinks(meant.entries.back().value, other.output, other.name);
        }
    }
    std::vector<std::string> names;
    for (const YamlEntry& entry : meant.entries)
        names.push_back(entry.key.scalar);
    YamlValue left = emptiedMap(*nodes());
    for (YamlEntry& entry : nodes()->entries) {
        if (entry.key.scalar == instance) {
            std::move(meant.entries.begin(), meant.entries.end(), std::back_inserter(left.entries));
        } else {
            redirectLinks(entry.value, instance, found->output);
            left.entries.push_back(std::move(entry));
        }
    }
    showOutput(instance, found->output);
    placeUngrouped(found->name, found->group, found->muted);
    *nodes() = std::move(left);
    return names;
}

/// Lets bookmarks of an instance that is replaced by its nodes show its output.
void DesignEdit::showOutput(std::string_view instance, const std::string& output) {
    renameBookmarked(document_, scope_,
                     [&](std::string_view node) { return node == instance ? output : std::string(node); });
}

/// Places the nodes of an instance around the instance's place, arranged as they are in the group.
void DesignEdit::placeUngrouped(const std::string& instance, const std::string& group, bool muted) {
    if (muted) return;
    const auto where = place(instance);
    if (YamlValue* there = notes()) eraseIn(*there, instance);
    const YamlValue* groups = document_.find("groups");
    const YamlValue* text = groups == nullptr ? nullptr : groups->find(group);
    const YamlValue* output = text == nullptr ? nullptr : text->find("output");
    const YamlValue* inner = text == nullptr ? nullptr : text->find("editor");
    if (!where || output == nullptr || inner == nullptr) return;
    const CanvasPoint middle = canvasPlaceIn(inner->find(output->scalar)).value_or(CanvasPoint{});
    std::vector<std::pair<std::string, CanvasPoint>> places;
    for (const YamlEntry& note : inner->entries) {
        const auto at = canvasPlaceIn(&note.value);
        if (at && !note.key.scalar.starts_with('$'))
            places.emplace_back(note.key.scalar,
                                CanvasPoint{where->x + at->x - middle.x, where->y + at->y - middle.y});
    }
    for (const auto& [name, at] : places)
        setPlace(instance + "/" + name, at);
}

}  // namespace burin
