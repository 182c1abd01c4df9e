// SPDX-License-Identifier: GPL-3.0-or-later

// Fragments of designs as text, with the groups that they need.

#include "core/design/design_edit.hpp"
#include "core/design/file_paths.hpp"
#include "core/design/groups/formula.hpp"
#include "core/design/groups/plain_pixels.hpp"
#include "core/design/version.hpp"
#include "core/kinds/catalogue/kinds.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace burin {

namespace {

constexpr std::size_t mostTakenGroups = 1000;

using Renamed = std::map<std::string, std::string, std::less<>>;

/// The group of an instance, or nullptr.
template <class Body>
auto groupOfInstance(Body& body) -> decltype(&body.entries.front().value) {
    if (!isInstance(body)) return nullptr;
    for (auto& entry : body.entries) {
        if (entry.key.scalar == "group") return &entry.value;
    }
    return nullptr;
}

/// The part of a group that must be equal in equal groups.
YamlValue essence(YamlValue group) {
    for (const std::string_view key : {"title", "help", "from", "editor"})
        eraseIn(group, key);
    if (YamlValue* parameters = valueIn(group, "parameters")) {
        for (YamlEntry& parameter : parameters->entries) {
            eraseIn(parameter.value, "title");
            eraseIn(parameter.value, "help");
        }
    }
    return group;
}

/// Compares groups of two documents, with the groups that they need.
class GroupComparison {
  public:
    GroupComparison(const YamlValue& first, const YamlValue& second) : first_(first), second_(second) {}

    [[nodiscard]] bool same(const std::string& first, const std::string& second) {
        if (!compared_.emplace(first, second).second) return true;  // part of a cycle, or compared before
        const YamlValue* one = first_.find(first);
        const YamlValue* other = second_.find(second);
        if (one == nullptr || other == nullptr) return one == other;
        YamlValue left = essence(*one);
        YamlValue right = essence(*other);
        const std::vector<std::string> needed = takeNames(left);
        const std::vector<std::string> neededThere = takeNames(right);
        if (left != right || needed.size() != neededThere.size()) return false;
        for (std::size_t i = 0; i < needed.size(); ++i) {
            if (!same(needed[i], neededThere[i])) return false;
        }
        return true;
    }

  private:
    /// Takes the groups of the instances out of a group. \return their names, in the order of the nodes
    static std::vector<std::string> takeNames(YamlValue& group) {
        std::vector<std::string> names;
        YamlValue* nodes = valueIn(group, "nodes");
        if (nodes == nullptr) return names;
        for (YamlEntry& node : nodes->entries) {
            YamlValue* inner = groupOfInstance(node.value);
            if (inner != nullptr) names.push_back(std::exchange(inner->scalar, {}));
        }
        return names;
    }

    const YamlValue& first_;
    const YamlValue& second_;
    std::set<std::pair<std::string, std::string>> compared_;
};

/// Copies groups from one document to another, each after the groups that it needs.
class GroupTaker {
  public:
    GroupTaker(const YamlValue& from, YamlValue& into) : from_(from), into_(into) {}

    /// Calls itself at most once for each group.
    void take(const std::string& name) {
        const YamlValue* found = from_.find(name);
        if (found == nullptr || renamed_.size() >= mostTakenGroups) return;
        if (!renamed_.emplace(name, name).second) return;
        YamlValue group = *found;
        if (YamlValue* nodes = valueIn(group, "nodes")) {
            for (YamlEntry& node : nodes->entries) {
                YamlValue* inner = groupOfInstance(node.value);
                if (inner == nullptr) continue;
                take(inner->scalar);
                const auto known = renamed_.find(inner->scalar);
                if (known != renamed_.end()) inner->scalar = known->second;
            }
        }
        const YamlValue wanted = essence(group);
        std::string free = name;
        for (int number = 2; into_.find(free) != nullptr; ++number) {
            if (essence(*into_.find(free)) == wanted) {
                renamed_[name] = free;
                return;
            }
            free = name + " " + std::to_string(number);
        }
        renamed_[name] = free;
        valueAt(into_, free) = std::move(group);
    }

    Renamed renamed() { return std::move(renamed_); }

  private:
    const YamlValue& from_;
    YamlValue& into_;
    Renamed renamed_;
};

bool hasRelativePath(const YamlValue& document) {
    bool relative = false;
    forEachFile(document, kinds(), [&](const YamlValue& file) {
        relative = relative || std::filesystem::path(file.scalar).is_relative();
    });
    return relative;
}

}  // namespace

bool sameGroup(const YamlValue& groups, std::string_view name, const YamlValue& others,
               std::string_view other) {
    return GroupComparison(groups, others).same(std::string(name), std::string(other));
}

Renamed DesignEdit::takeGroups(const YamlValue& groups, std::span<const std::string> names) {
    YamlValue taken = yamlMap();
    if (const YamlValue* here = document_.find("groups")) taken = *here;
    if (taken.type != YamlValue::Type::map) taken = yamlMap();
    const std::size_t before = taken.entries.size();
    GroupTaker taker(groups, taken);
    for (const std::string& name : names)
        taker.take(name);
    for (std::size_t i = before; i < taken.entries.size(); ++i)
        addGroup(taken.entries[i].key.scalar, std::move(taken.entries[i].value));
    return taker.renamed();
}

std::string DesignEdit::fragment(std::span<const std::string> names,
                                 const std::filesystem::path& folder) const {
    const std::set<std::string, std::less<>> chosen(names.begin(), names.end());
    YamlValue result = yamlMap();
    valueAt(result, "burin-fragment") = yamlScalar("1");
    YamlValue nodes = yamlMap();
    YamlValue places = yamlMap();
    for (const std::string& name : nodeNames()) {
        if (!chosen.contains(name)) continue;
        valueAt(nodes, name) = *node(name);
        if (const auto where = place(name)) setCanvasPlace(valueAt(places, name), *where);
    }
    YamlValue groups = yamlMap();
    for (YamlEntry& entry : nodes.entries) {
        if (YamlValue* inputs = valueIn(entry.value, "inputs")) {
            std::erase_if(inputs->items, [&](const YamlValue& link) {
                const YamlEntry* child = childIn(link);
                return child == nullptr || !chosen.contains(child->value.scalar);
            });
        }
        const YamlValue* group = groupOfInstance(entry.value);
        const YamlValue* here = document_.find("groups");
        if (group == nullptr || here == nullptr) continue;
        GroupTaker taker(*here, groups);
        taker.take(group->scalar);
    }
    if (!groups.entries.empty()) valueAt(result, "groups") = std::move(groups);
    const bool likeFormula =
        scope_.empty() && std::any_of(nodes.entries.begin(), nodes.entries.end(),
                                      [](const YamlEntry& entry) { return looksComputed(entry.value); });
    valueAt(result, "nodes") = std::move(nodes);
    valueAt(result, "burin-fragment") = yamlScalar(std::to_string(versionNeeded(result, kinds())));
    if (likeFormula) valueAt(result, "formulas") = yamlScalar("false");
    if (!folder.empty() && hasRelativePath(result)) valueAt(result, "folder") = yamlScalar(folder.string());
    const YamlValue* pitch = document_.find("pixel");
    if (pitch != nullptr && !plainPixelsOfNodes(result, kinds()).empty()) valueAt(result, "pixel") = *pitch;
    if (!places.entries.empty()) valueAt(result, "editor") = std::move(places);
    return keptYaml(result);
}

std::vector<std::string> DesignEdit::paste(std::string_view text, CanvasPoint by,
                                           const std::filesystem::path& folder) {
    auto parsed = parseYaml(text);
    auto* fragment = std::get_if<YamlValue>(&parsed);
    return fragment == nullptr ? std::vector<std::string>() : paste(std::move(*fragment), by, folder);
}

std::vector<std::string> DesignEdit::paste(YamlValue fragment, CanvasPoint by,
                                           const std::filesystem::path& folder) {
    if (!fragment.isMap()) return {};
    const YamlValue* version = fragment.find("burin-fragment");
    const YamlValue* pasted = fragment.find("nodes");
    const bool known = version != nullptr && (version->scalar == "1" || version->scalar == "2");
    if (!known || pasted == nullptr || pasted->type != YamlValue::Type::map || nodes() == nullptr) return {};
    // In a group, texts that begin with = would become formulas.
    if (!scope_.empty() && textUnder(fragment, "formulas") == "false") return {};
    const YamlValue* from = fragment.find("folder");
    if (from != nullptr && from->scalar != folder)
        moveFiles(fragment, kinds(), std::filesystem::path(from->scalar), folder);
    std::vector<std::string> needed;
    for (const YamlEntry& entry : pasted->entries) {
        if (const YamlValue* group = groupOfInstance(entry.value)) needed.push_back(group->scalar);
    }
    const YamlValue* groups = fragment.find("groups");
    const Renamed groupNames = groups == nullptr ? Renamed() : takeGroups(*groups, needed);
    std::map<std::string, std::string, std::less<>> renamed;
    std::vector<std::string> names;
    for (const auto& [key, value] : pasted->entries) {
        if (isRoot(value) && (hasRoot() || !scope_.empty())) continue;
        const YamlValue* instanceOf = groupOfInstance(value);
        if (instanceOf != nullptr) {
            const auto known = groupNames.find(instanceOf->scalar);
            if (wouldContainItself(known == groupNames.end() ? instanceOf->scalar : known->second)) continue;
        }
        // In a group, $ marks sockets.
        const std::size_t marks =
            scope_.empty() ? 0 : std::min(key.scalar.find_first_not_of('$'), key.scalar.size());
        const std::string name = freeName(marks < key.scalar.size() ? key.scalar.substr(marks) : "node");
        renamed[key.scalar] = name;
        names.push_back(name);
        nodes()->entries.push_back({yamlScalar(name), value});
        if (YamlValue* group = groupOfInstance(nodes()->entries.back().value)) {
            const auto found = groupNames.find(group->scalar);
            if (found != groupNames.end()) group->scalar = found->second;
        }
        const YamlValue* places = fragment.find("editor");
        const auto where = places == nullptr ? std::nullopt : canvasPlaceIn(places->find(key.scalar));
        if (where) setPlace(name, {where->x + by.x, where->y + by.y});
    }
    for (const std::string& name : names) {
        YamlValue* list = inputs(name);
        if (list == nullptr) continue;
        for (YamlValue& link : list->items) {
            YamlEntry* child = childIn(link);
            const auto found = child == nullptr ? renamed.end() : renamed.find(child->value.scalar);
            if (found != renamed.end()) child->value = yamlScalar(found->second);
        }
    }
    return names;
}

}  // namespace burin
