// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/design_edit.hpp"

#include "core/base/text.hpp"
#include "core/design/groups/bookmarked_nodes.hpp"
#include "core/design/layout/flow_patch.hpp"
#include "core/design/version.hpp"
#include "core/design/yaml_tools.hpp"
#include "core/geometry/length.hpp"
#include "core/kinds/catalogue/kinds.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

namespace burin {

namespace {

bool reads(const YamlValue& link, std::string_view child) {
    const YamlEntry* entry = childIn(link);
    return entry != nullptr && entry->value.scalar == child;
}

/// Calls `act` for each list of links in a map of nodes.
template <class Nodes, class Act>
void forEachInputs(Nodes& nodes, const Act& act) {
    for (auto& [name, body] : nodes.entries) {
        for (auto& [key, value] : body.entries) {
            if (key.scalar == "inputs" && value.type == YamlValue::Type::sequence) act(value);
        }
    }
}

/// The child that replaces a removed or muted node: its first data child or, if there is none, its first
/// pattern child.
std::optional<std::string> passedOn(const YamlValue& body) {
    const YamlValue* inputs = body.find("inputs");
    if (inputs == nullptr) return {};
    for (const Trait trait : {Trait::data, Trait::pattern}) {
        for (const YamlValue& link : inputs->items) {
            if (const YamlValue* child = link.find(traitName(trait))) return child->scalar;
        }
    }
    return {};
}

std::optional<double> number(const YamlValue* value) {
    return value == nullptr ? std::nullopt : parseNumber(value->scalar);
}

/// Rounds a place to half pixels, because the further digits of a mouse position are meaningless.
std::string placeText(double value) {
    return numberText(std::round(value * 2) / 2);
}

/// The routes of a node's wires are noted under its name as a list parallel to `inputs`; `~` stands for a
/// straight wire.
constexpr std::string_view routesKey = "routes";

void insertAt(YamlValue& list, std::size_t place, YamlValue value) {
    list.items.insert(list.items.begin() + static_cast<std::ptrdiff_t>(std::min(place, list.items.size())),
                      std::move(value));
}

YamlValue takeAt(YamlValue& list, std::size_t place) {
    if (place >= list.items.size()) return {};
    YamlValue taken = std::move(list.items[place]);
    list.items.erase(list.items.begin() + static_cast<std::ptrdiff_t>(place));
    return taken;
}

bool isStraight(const YamlValue& wire) {
    return wire.items.empty();
}

std::size_t straightAtEnd(const YamlValue& wires) {
    const auto last = std::find_if_not(wires.items.rbegin(), wires.items.rend(), isStraight);
    return static_cast<std::size_t>(last - wires.items.rbegin());
}

/// Removes straight wires from the end until at most `most` are left there.
void trimRoutes(YamlValue& wires, std::size_t most) {
    for (std::size_t count = straightAtEnd(wires); count > most; --count)
        wires.items.pop_back();
}

}  // namespace

std::optional<CanvasPoint> canvasPlaceIn(const YamlValue* notes) {
    if (notes == nullptr) return {};
    const auto x = number(notes->find("x"));
    const auto y = number(notes->find("y"));
    if (!x || !y) return {};
    return CanvasPoint{*x, *y};
}

void setCanvasPlace(YamlValue& notes, CanvasPoint place) {
    if (notes.type != YamlValue::Type::map) {
        notes = yamlMap();
        notes.flow = true;
    }
    valueAt(notes, "x") = yamlScalar(placeText(place.x));
    valueAt(notes, "y") = yamlScalar(placeText(place.y));
}

YamlValue newDesign() {
    YamlValue document = yamlMap();
    valueAt(document, "burin") = yamlScalar("1");
    valueAt(document, "pixel") = yamlScalar("1 um");
    YamlValue root = yamlMap();
    valueAt(root, "kind") = yamlScalar("root");
    valueAt(root, "width") = yamlScalar("20 mm");
    valueAt(root, "height") = yamlScalar("20 mm");
    valueAt(valueAt(document, "nodes"), "surface") = std::move(root);
    return document;
}

DesignEdit::DesignEdit(YamlValue document, std::string_view group)
    : document_(std::move(document)), scope_(group), neededBefore_(versionNeeded(document_, kinds())) {}

YamlValue DesignEdit::take() {
    const int needed = versionNeeded(document_, kinds());
    if (needed > neededBefore_ && needed > versionOf(document_))
        valueAt(document_, "burin") = yamlScalar(std::to_string(needed));
    return std::move(document_);
}

/// The map that holds `nodes` and `editor` of the scope, or nullptr.
const YamlValue* DesignEdit::owner() const {
    if (scope_.empty()) return &document_;
    const YamlValue* groups = document_.find("groups");
    const YamlValue* group = groups == nullptr ? nullptr : groups->find(scope_);
    return group != nullptr && group->type == YamlValue::Type::map ? group : nullptr;
}

const YamlValue* DesignEdit::editor() const {
    return owner() == nullptr ? nullptr : owner()->find("editor");
}

YamlValue* DesignEdit::nodes() {
    if (owner() == nullptr) return nullptr;
    YamlValue& map = valueAt(*owner(), "nodes");
    if (map.type == YamlValue::Type::null) map = yamlMap();
    return map.type == YamlValue::Type::map ? &map : nullptr;
}

YamlValue* DesignEdit::body(std::string_view name) {
    YamlValue* map = nodes();
    YamlValue* found = map == nullptr ? nullptr : valueIn(*map, name);
    return found != nullptr && found->type == YamlValue::Type::map ? found : nullptr;
}

YamlValue* DesignEdit::inputs(std::string_view parent) {
    YamlValue* node = body(parent);
    YamlValue* found = node == nullptr ? nullptr : valueIn(*node, "inputs");
    return found != nullptr && found->type == YamlValue::Type::sequence ? found : nullptr;
}

YamlValue* DesignEdit::madeNotes() {
    if (owner() == nullptr) return nullptr;
    YamlValue& map = valueAt(*owner(), "editor");
    if (map.type != YamlValue::Type::map) map = yamlMap();
    return &map;
}

const YamlValue* DesignEdit::node(std::string_view name) const {
    const YamlValue* map = owner() == nullptr ? nullptr : owner()->find("nodes");
    return map == nullptr ? nullptr : map->find(name);
}

std::vector<std::string> DesignEdit::nodeNames() const {
    std::vector<std::string> names;
    if (const YamlValue* map = owner() == nullptr ? nullptr : owner()->find("nodes")) {
        for (const YamlEntry& entry : map->entries)
            names.push_back(entry.key.scalar);
    }
    return names;
}

bool DesignEdit::hasRoot() const {
    const YamlValue* map = document_.find("nodes");
    return map != nullptr && std::any_of(map->entries.begin(), map->entries.end(),
                                         [](const YamlEntry& entry) { return isRoot(entry.value); });
}

bool DesignEdit::reservesName(std::string_view name) {
    static constexpr std::array<std::string_view, 5> keys{"bookmarks", "comments", "frames",
                                                          "measured_rectangle", "words"};
    return std::find(keys.begin(), keys.end(), name) != keys.end();
}

std::string DesignEdit::freeName(std::string_view wanted) const {
    std::string name(wanted);
    for (int number = 2; node(name) != nullptr || reservesName(name); ++number)
        name = std::string(wanted) + " " + std::to_string(number);
    return name;
}

std::string DesignEdit::addNode(std::string_view name, std::string_view kind) {
    YamlValue* map = nodes();
    if (map == nullptr) return {};
    YamlValue node = yamlMap();
    valueAt(node, "kind") = yamlScalar(kind);
    map->entries.push_back({yamlScalar(name), std::move(node)});
    return std::string(name);
}

void DesignEdit::removeNodes(std::span<const std::string> names, bool heal) {
    YamlValue* map = nodes();
    if (map == nullptr) return;
    std::set<std::string> emptied;
    for (const std::string& name : names) {
        const YamlValue* removed = node(name);
        if (removed == nullptr) continue;
        const std::optional<std::string> child = heal ? passedOn(*removed) : std::nullopt;
        for (auto& [parent, body] : map->entries) {
            YamlValue* list = valueIn(body, "inputs");
            if (list == nullptr) continue;
            for (std::size_t entry = list->items.size(); entry-- > 0;) {
                YamlValue& link = list->items[entry];
                if (!reads(link, name)) continue;
                if (child && *child != name) {
                    childIn(link)->value = yamlScalar(*child);
                    continue;
                }
                takeAt(*list, entry);
                takeRoute(parent.scalar, entry);
                if (list->items.empty()) emptied.insert(parent.scalar);
            }
        }
        eraseIn(*map, name);
        if (YamlValue* there = notes()) eraseIn(*there, name);
        replaceOutput(name, child.value_or(std::string()));
    }
    for (YamlEntry& entry : map->entries) {
        if (emptied.contains(entry.key.scalar)) eraseIn(entry.value, "inputs");
    }
}

void DesignEdit::renameNode(std::string_view before, std::string_view name) {
    YamlValue* map = nodes();
    if (map == nullptr) return;
    renameBookmarked(document_, scope_, [&](std::string_view node) {
        return namesNodeOrInner(node, before) ? std::string(name).append(node.substr(before.size()))
                                              : std::string(node);
    });
    renameKeyIn(*map, before, name);
    YamlValue* places = reservesName(before) || reservesName(name) ? nullptr : notes();
    if (places != nullptr) renameKeyIn(*places, before, name);
    forEachInputs(*map, [&](YamlValue& inputs) {
        for (YamlValue& link : inputs.items) {
            if (reads(link, before)) childIn(link)->value = yamlScalar(name);
        }
    });
    replaceOutput(before, name);
}

void DesignEdit::setMuted(std::string_view name, bool muted) {
    YamlValue* node = body(name);
    if (node == nullptr) return;
    const YamlValue* key = keyIn(*node, "muted");
    const bool stays = muted || (key != nullptr && hasComment(*key));
    setIn(*node, "muted", stays ? std::optional(yamlScalar(muted ? "true" : "false")) : std::nullopt);
}

void DesignEdit::setValue(std::string_view name, std::string_view key, std::optional<YamlValue> value) {
    if (YamlValue* node = body(name)) setIn(*node, key, std::move(value));
}

void DesignEdit::setTop(std::string_view key, std::optional<YamlValue> value) {
    setIn(document_, key, std::move(value));
}

std::size_t DesignEdit::links(std::string_view parent) const {
    if (isOutput(parent)) return output().empty() ? 0 : 1;
    const YamlValue* found = node(parent) == nullptr ? nullptr : node(parent)->find("inputs");
    return found == nullptr ? 0 : found->items.size();
}

void DesignEdit::link(std::string_view parent, Trait trait, std::string_view child,
                      std::optional<std::size_t> entry) {
    if (isOutput(parent)) return setOutput(child);
    YamlValue* node = body(parent);
    if (node == nullptr) return;
    const std::string linked = madeChild(parent, trait, child);
    YamlValue& list = valueAt(*node, "inputs");
    if (list.type == YamlValue::Type::null) list = yamlSequence();
    if (list.type != YamlValue::Type::sequence) return;
    const std::size_t place = std::min(entry.value_or(list.items.size()), list.items.size());
    insertAt(list, place, linkTo(trait, linked));
    if (YamlValue* wires = routes(parent); wires != nullptr && place < wires->items.size())
        insertAt(*wires, place, {});
}

void DesignEdit::unlink(std::string_view parent, std::size_t entry) {
    if (isOutput(parent)) return setOutput({});
    YamlValue* list = inputs(parent);
    if (list == nullptr || entry >= list->items.size()) return;
    takeAt(*list, entry);
    if (list->items.empty()) eraseIn(*body(parent), "inputs");
    takeRoute(parent, entry);
}

void DesignEdit::relink(std::string_view parent, std::size_t entry, Trait trait, std::string_view child) {
    if (isOutput(parent)) return setOutput(child);
    YamlValue* list = inputs(parent);
    if (list == nullptr || entry >= list->items.size()) return;
    const std::string linked = madeChild(parent, trait, child);
    YamlValue& link = list->items[entry];
    if (const YamlEntry* named = childIn(link)) {
        renameKeyIn(link, std::string(named->key.scalar), traitName(trait));
        YamlValue& read = valueAt(link, traitName(trait));
        if (read.scalar != linked) read = yamlScalar(linked);
    } else {
        link = linkTo(trait, linked);
    }
}

void DesignEdit::moveLink(std::string_view parent, std::size_t from, std::size_t to) {
    YamlValue* list = inputs(parent);
    if (list == nullptr || from >= list->items.size() || to >= list->items.size()) return;
    insertAt(*list, to, takeAt(*list, from));
    if (YamlValue* wires = routes(parent); wires != nullptr && std::min(from, to) < wires->items.size()) {
        const std::size_t straight = straightAtEnd(*wires);
        wires->items.resize(std::max({wires->items.size(), from + 1, to + 1}));
        insertAt(*wires, to, takeAt(*wires, from));
        trimRoutes(*wires, straight);
    }
}

void DesignEdit::setOffset(std::string_view parent, std::size_t entry, std::optional<YamlValue> offset) {
    YamlValue* list = inputs(parent);
    if (list == nullptr || entry >= list->items.size()) return;
    setIn(list->items[entry], "at", std::move(offset));
}

void DesignEdit::insertOnLink(std::string_view parent, std::size_t entry, std::string_view node,
                              Trait trait) {
    if (isOutput(parent)) {
        link(node, trait, output());
        return setOutput(node);
    }
    YamlValue* list = inputs(parent);
    if (list == nullptr || entry >= list->items.size()) return;
    YamlEntry* named = childIn(list->items[entry]);
    if (named == nullptr) return;
    const std::string child = named->value.scalar;
    named->value = yamlScalar(node);
    link(node, trait, child);
}

const YamlValue* DesignEdit::note(std::string_view name, std::string_view key) const {
    const YamlValue* notes = editor() == nullptr ? nullptr : editor()->find(name);
    return notes == nullptr ? nullptr : notes->find(key);
}

std::optional<CanvasPoint> DesignEdit::place(std::string_view name) const {
    return editor() == nullptr ? std::nullopt : canvasPlaceIn(editor()->find(name));
}

void DesignEdit::setPlace(std::string_view name, CanvasPoint place) {
    if (YamlValue* made = madeNotes()) setCanvasPlace(valueAt(*made, name), place);
}

void DesignEdit::addPlaces(std::span<const std::pair<std::string, CanvasPoint>> places) {
    YamlValue* made = places.empty() ? nullptr : madeNotes();
    if (made == nullptr) return;
    std::unordered_map<std::string, std::size_t> known;
    for (std::size_t i = 0; i < made->entries.size(); ++i)
        known.emplace(made->entries[i].key.scalar, i);
    // The file does not depend on the order of the list.
    std::unordered_map<std::string, std::size_t> order;
    for (const std::string& name : nodeNames())
        order.emplace(name, order.size());
    const auto rank = [&](const std::string& name) {
        const auto found = order.find(name);
        return found == order.end() ? std::pair(order.size(), std::string_view(name))
                                    : std::pair(found->second, std::string_view());
    };
    std::vector<std::pair<std::string, CanvasPoint>> sorted(places.begin(), places.end());
    std::stable_sort(sorted.begin(), sorted.end(),
                     [&](const auto& a, const auto& b) { return rank(a.first) < rank(b.first); });
    for (const auto& [name, place] : sorted) {
        const auto [found, isNew] = known.emplace(name, made->entries.size());
        if (isNew) made->entries.push_back({yamlScalar(name), {}});
        YamlValue& notes = made->entries[found->second].value;
        if (!canvasPlaceIn(&notes)) setCanvasPlace(notes, place);
    }
}

void DesignEdit::setNote(std::string_view name, std::string_view key, std::optional<YamlValue> value) {
    YamlValue* made = madeNotes();
    if (made == nullptr) return;
    YamlValue& notes = valueAt(*made, name);
    if (notes.type != YamlValue::Type::map) {
        notes = yamlMap();
        notes.flow = true;
    }
    setIn(notes, key, std::move(value));
    if (notes.entries.empty()) eraseIn(*made, name);
}

YamlValue* DesignEdit::routes(std::string_view parent) {
    YamlValue* found = const_cast<YamlValue*>(note(parent, routesKey));
    return found != nullptr && found->type == YamlValue::Type::sequence ? found : nullptr;
}

void DesignEdit::takeRoute(std::string_view parent, std::size_t entry) {
    YamlValue* wires = routes(parent);
    if (wires == nullptr || entry >= wires->items.size()) return;
    const std::size_t straight = straightAtEnd(*wires);
    takeAt(*wires, entry);
    trimRoutes(*wires, straight);
    if (wires->items.empty()) setNote(parent, routesKey, {});
}

std::vector<CanvasPoint> DesignEdit::route(std::string_view parent, std::size_t entry) const {
    const YamlValue* wires = note(parent, routesKey);
    if (wires == nullptr || entry >= wires->items.size()) return {};
    std::vector<CanvasPoint> points;
    for (const YamlValue& point : wires->items[entry].items) {
        const auto x = number(point.items.empty() ? nullptr : &point.items.front());
        const auto y = number(point.items.empty() ? nullptr : &point.items.back());
        if (x && y) points.push_back({*x, *y});
    }
    return points;
}

void DesignEdit::setRoute(std::string_view parent, std::size_t entry, std::span<const CanvasPoint> points) {
    if (entry >= links(parent)) return;
    const YamlValue* before = note(parent, routesKey);
    YamlValue wires = before != nullptr && before->isSequence() ? *before : yamlList({});
    wires.items.resize(std::max(wires.items.size(), entry + 1));
    YamlValue made = points.empty() ? YamlValue() : yamlList({});
    for (const CanvasPoint& point : points) {
        const std::string texts[] = {placeText(point.x), placeText(point.y)};
        made.items.push_back(yamlList(texts));
    }
    followStyle(made, wires.items[entry]);
    wires.items[entry] = std::move(made);
    // Entries that the file has stay in their lines, with their comments.
    while (!wires.items.empty() && isStraight(wires.items.back()) && !wires.items.back().source)
        wires.items.pop_back();
    const bool none = std::all_of(wires.items.begin(), wires.items.end(), isStraight);
    setNote(parent, routesKey, none ? std::nullopt : std::optional(std::move(wires)));
}

void DesignEdit::setList(std::string_view key, std::optional<YamlValue> value) {
    YamlValue* made = madeNotes();
    if (made == nullptr) return;
    setIn(*made, key, std::move(value));
    if (made->entries.empty()) eraseIn(*owner(), "editor");
}

void DesignEdit::editList(std::string_view key,
                          const std::function<void(std::vector<YamlValue>& items)>& change) {
    const YamlValue* before = editor() == nullptr ? nullptr : editor()->find(key);
    YamlValue list = before != nullptr && before->isSequence() ? *before : yamlSequence();
    const bool wasEmpty = list.items.empty();
    change(list.items);
    if (wasEmpty && list.items.empty()) return;
    setList(key, list.items.empty() ? std::nullopt : std::optional(std::move(list)));
}

}  // namespace burin
