// SPDX-License-Identifier: GPL-3.0-or-later

// The edits of a group's parameters.

#include "core/design/design_edit.hpp"
#include "core/design/groups/group.hpp"
#include "core/design/groups/own_parameters.hpp"
#include "core/design/groups/written_expressions.hpp"
#include "core/kinds/catalogue/kinds.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace burin {

namespace {

YamlValue* innerMap(YamlValue* map, std::string_view key) {
    YamlValue* value = map == nullptr ? nullptr : valueIn(*map, key);
    return value != nullptr && value->isMap() ? value : nullptr;
}

/// Receives a text, and the names in it that may be parameters.
using TextVisit = std::function<void(YamlValue& text, const std::vector<NameInText>& names)>;

/// The names of a formula, with their offsets in the text that begins with `=`.
std::vector<NameInText> namesOfFormula(const YamlValue& formula) {
    std::vector<NameInText> names = namesIn(std::string_view(formula.scalar).substr(1));
    for (NameInText& each : names)
        ++each.offset;
    return names;
}

void forEachFormula(YamlValue& value, const TextVisit& visit) {
    if (GroupFormula::stands(value)) visit(value, namesOfFormula(value));
    for (YamlValue& item : value.items)
        forEachFormula(item, visit);
    for (YamlEntry& entry : value.entries)
        forEachFormula(entry.value, visit);
}

/// The texts of a group's node that may name parameters: formulas and expressions.
void forEachText(YamlValue& body, const TextVisit& visit) {
    if (const Kind* kind = kindOf(body, kinds())) {
        for (const WrittenExpression& each : expressionsOf(body, kind->description))
            visit(each.in(body), each.names);
    }
    for (auto& [key, value] : body.entries) {
        if (key.scalar != "kind" && key.scalar != "group" && key.scalar != "expression")
            forEachFormula(value, visit);
    }
}

bool contains(const std::vector<NameInText>& names, std::string_view wanted) {
    return std::any_of(names.begin(), names.end(), [&](const NameInText& one) { return one.name == wanted; });
}

void renameIn(YamlValue& text, const std::vector<NameInText>& names, std::string_view before,
              std::string_view after) {
    std::vector<std::size_t> places;
    for (const NameInText& one : names) {
        if (one.name == before) places.push_back(one.offset);
    }
    for (auto place = places.rbegin(); place != places.rend(); ++place)
        text.scalar.replace(*place, before.size(), after);
}

/// Calls `visit` with the `values` of each instance of a group.
void forEachInstance(YamlValue& document, std::string_view group,
                     const std::function<void(YamlValue& values)>& visit) {
    forEachNode(document, [&](YamlEntry& node) {
        if (!isInstance(node.value) || textUnder(node.value, "group") != group) return;
        if (YamlValue* values = innerMap(&node.value, "values")) visit(*values);
    });
}

}  // namespace

bool nodesHaveParameter(const YamlValue& group, std::string_view name) {
    const YamlValue* nodes = group.find("nodes");
    return nodes != nullptr &&
           std::any_of(nodes->entries.begin(), nodes->entries.end(), [&](const YamlEntry& node) {
               const YamlValue* own = node.value.find("parameters");
               return own != nullptr && own->find(name) != nullptr;
           });
}

YamlValue* DesignEdit::parametersOf(std::string_view group) {
    return innerMap(innerMap(valueIn(document_, "groups"), group), "parameters");
}

void DesignEdit::setParameter(std::string_view group, std::string_view parameter, std::string_view key,
                              std::optional<YamlValue> value) {
    if (YamlValue* body = innerMap(parametersOf(group), parameter)) setIn(*body, key, std::move(value));
}

void DesignEdit::moveParameter(std::string_view group, std::size_t from, std::size_t to) {
    YamlValue* all = parametersOf(group);
    if (all == nullptr || from >= all->entries.size() || to >= all->entries.size()) return;
    const auto first = all->entries.begin();
    const auto at = [&](std::size_t place) { return first + static_cast<std::ptrdiff_t>(place); };
    if (from < to) {
        std::rotate(at(from), at(from + 1), at(to + 1));
    } else {
        std::rotate(at(to), at(from), at(from + 1));
    }
}

GroupObstacle DesignEdit::renameParameter(std::string_view group, std::string_view before,
                                          std::string_view name) {
    YamlValue* all = parametersOf(group);
    if (all == nullptr || all->find(before) == nullptr) return GroupObstacle::noParameter;
    if (!whyNoParameterName(name).empty() || all->find(name) != nullptr ||
        nodesHaveParameter(*document_.find("groups")->find(group), name))
        return GroupObstacle::nameTaken;
    const auto rename = [&](YamlValue& text, const std::vector<NameInText>& names) {
        renameIn(text, names, before, name);
    };
    renameKeyIn(*all, before, name);
    for (auto& [key, body] : all->entries) {
        if (YamlValue* fallback = valueIn(body, "default")) forEachFormula(*fallback, rename);
    }
    if (YamlValue* nodes = innerMap(innerMap(valueIn(document_, "groups"), group), "nodes")) {
        for (YamlEntry& node : nodes->entries)
            forEachText(node.value, rename);
    }
    forEachInstance(document_, group, [&](YamlValue& values) { renameKeyIn(values, before, name); });
    return GroupObstacle::none;
}

std::vector<std::string> DesignEdit::parameterUsers(std::string_view group, std::string_view parameter) {
    std::vector<std::string> users;
    YamlValue* all = parametersOf(group);
    if (all == nullptr) return users;
    const auto note = [&](const std::string& user) {
        return [&users, user, parameter](const YamlValue& /*text*/, const std::vector<NameInText>& names) {
            const bool known = !users.empty() && users.back() == user;
            if (!known && contains(names, parameter)) users.push_back(user);
        };
    };
    for (auto& [key, body] : all->entries) {
        if (YamlValue* fallback = valueIn(body, "default")) forEachFormula(*fallback, note(key.scalar));
    }
    if (YamlValue* nodes = innerMap(innerMap(valueIn(document_, "groups"), group), "nodes")) {
        for (YamlEntry& node : nodes->entries)
            forEachText(node.value, note(node.key.scalar));
    }
    return users;
}

void DesignEdit::removeParameter(std::string_view group, std::string_view parameter) {
    YamlValue* all = parametersOf(group);
    if (all == nullptr) return;
    eraseIn(*all, parameter);
    if (all->entries.empty()) eraseIn(*innerMap(valueIn(document_, "groups"), group), "parameters");
    forEachInstance(document_, group, [&](YamlValue& values) { eraseIn(values, parameter); });
}

}  // namespace burin
