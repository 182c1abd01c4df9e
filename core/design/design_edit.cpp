// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/design_edit.hpp"

#include "core/base/text.hpp"
#include "core/geometry/length.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

namespace burin {

namespace {

YamlValue emptyMap() {
    YamlValue map;
    map.type = YamlValue::Type::map;
    return map;
}

YamlValue emptySequence() {
    YamlValue sequence;
    sequence.type = YamlValue::Type::sequence;
    return sequence;
}

YamlValue* find(YamlValue& map, std::string_view key) {
    return const_cast<YamlValue*>(map.find(key));
}

/// The value of a key, which is added at the end where it is missing.
YamlValue& at(YamlValue& map, std::string_view key) {
    if (YamlValue* value = find(map, key)) return *value;
    map.type = YamlValue::Type::map;
    map.entries.push_back({yamlScalar(key), {}});
    return map.entries.back().value;
}

void erase(YamlValue& map, std::string_view key) {
    std::erase_if(map.entries, [&](const YamlEntry& entry) { return entry.key.scalar == key; });
}

void set(YamlValue& map, std::string_view key, std::optional<YamlValue> value) {
    if (value) {
        at(map, key) = std::move(*value);
    } else {
        erase(map, key);
    }
}

bool isRoot(const YamlValue& body) {
    const YamlValue* kind = body.find("kind");
    return kind != nullptr && kind->scalar == "root";
}

/// The entry of a link that names its child, or nullptr where it names none.
template <class Entry>
auto childEntry(Entry& link) -> decltype(link.entries.data()) {
    for (auto& entry : link.entries) {
        for (const Trait trait : allTraits) {
            if (entry.key.scalar == traitName(trait)) return &entry;
        }
    }
    return nullptr;
}

bool reads(const YamlValue& link, std::string_view child) {
    const YamlEntry* entry = childEntry(link);
    return entry != nullptr && entry->value.scalar == child;
}

YamlValue linkTo(Trait trait, std::string_view child) {
    YamlValue link = emptyMap();
    at(link, traitName(trait)) = yamlScalar(child);
    return link;
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

/// The child that a removed or muted node passes on: its first data, else pattern, child.
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

/// Whole and half pixels read better than what a mouse leaves behind.
std::string placeText(double value) {
    return numberText(std::round(value * 2) / 2);
}

std::optional<CanvasPoint> placeIn(const YamlValue* notes) {
    if (notes == nullptr) return {};
    const auto x = number(notes->find("x"));
    const auto y = number(notes->find("y"));
    if (!x || !y) return {};
    return CanvasPoint{*x, *y};
}

/// The routes of a node's wires stand in its notes as a list beside `inputs`, `~` where a wire runs straight.
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

void setPlaceIn(YamlValue& notes, CanvasPoint place) {
    if (notes.type != YamlValue::Type::map) {
        notes = emptyMap();
        notes.flow = true;
    }
    at(notes, "x") = yamlScalar(placeText(place.x));
    at(notes, "y") = yamlScalar(placeText(place.y));
}

}  // namespace

YamlValue yamlScalar(std::string_view text, bool quoted) {
    YamlValue value;
    value.type = YamlValue::Type::scalar;
    value.scalar = text;
    value.quoted = quoted;
    return value;
}

YamlValue yamlList(std::span<const std::string> texts) {
    YamlValue list = emptySequence();
    list.flow = true;
    for (const std::string& text : texts)
        list.items.push_back(yamlScalar(text));
    return list;
}

YamlValue newDesign() {
    YamlValue document = emptyMap();
    at(document, "burin") = yamlScalar("1");
    at(document, "pixel") = yamlScalar("1 um");
    YamlValue root = emptyMap();
    at(root, "kind") = yamlScalar("root");
    at(root, "width") = yamlScalar("100 mm");
    at(root, "height") = yamlScalar("100 mm");
    at(at(document, "nodes"), "surface") = std::move(root);
    return document;
}

YamlValue* DesignEdit::nodes() {
    YamlValue& map = at(document_, "nodes");
    if (map.type == YamlValue::Type::null) map = emptyMap();
    return map.type == YamlValue::Type::map ? &map : nullptr;
}

YamlValue* DesignEdit::body(std::string_view name) {
    YamlValue* map = nodes();
    YamlValue* found = map == nullptr ? nullptr : find(*map, name);
    return found != nullptr && found->type == YamlValue::Type::map ? found : nullptr;
}

YamlValue* DesignEdit::inputs(std::string_view parent) {
    YamlValue* node = body(parent);
    YamlValue* found = node == nullptr ? nullptr : find(*node, "inputs");
    return found != nullptr && found->type == YamlValue::Type::sequence ? found : nullptr;
}

YamlValue& DesignEdit::editor() {
    YamlValue& map = at(document_, "editor");
    if (map.type != YamlValue::Type::map) map = emptyMap();
    return map;
}

const YamlValue* DesignEdit::node(std::string_view name) const {
    const YamlValue* map = document_.find("nodes");
    return map == nullptr ? nullptr : map->find(name);
}

std::vector<std::string> DesignEdit::nodeNames() const {
    std::vector<std::string> names;
    if (const YamlValue* map = document_.find("nodes")) {
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

std::string DesignEdit::freeName(std::string_view wanted) const {
    std::string name(wanted);
    for (int number = 2; node(name) != nullptr || list(name) != nullptr; ++number)
        name = std::string(wanted) + " " + std::to_string(number);
    return name;
}

std::string DesignEdit::addNode(std::string_view name, std::string_view kind) {
    YamlValue* map = nodes();
    if (map == nullptr) return {};
    YamlValue node = emptyMap();
    at(node, "kind") = yamlScalar(kind);
    map->entries.push_back({yamlScalar(name), std::move(node)});
    return std::string(name);
}

void DesignEdit::removeNodes(std::span<const std::string> names, bool heal) {
    YamlValue* map = nodes();
    if (map == nullptr) return;
    for (const std::string& name : names) {
        const YamlValue* removed = node(name);
        if (removed == nullptr) continue;
        const std::optional<std::string> child = heal ? passedOn(*removed) : std::nullopt;
        for (auto& [parent, body] : map->entries) {
            YamlValue* list = find(body, "inputs");
            if (list == nullptr) continue;
            for (std::size_t entry = list->items.size(); entry-- > 0;) {
                YamlValue& link = list->items[entry];
                if (!reads(link, name)) continue;
                if (child && *child != name) {
                    childEntry(link)->value = yamlScalar(*child);
                    continue;
                }
                takeAt(*list, entry);
                if (YamlValue* wires = routes(parent.scalar)) takeAt(*wires, entry);
            }
        }
        erase(*map, name);
        if (YamlValue* notes = find(document_, "editor")) erase(*notes, name);
    }
    for (YamlEntry& entry : map->entries) {
        const YamlValue* left = entry.value.find("inputs");
        if (left != nullptr && left->type == YamlValue::Type::sequence && left->items.empty())
            erase(entry.value, "inputs");
    }
}

void DesignEdit::renameNode(std::string_view before, std::string_view name) {
    YamlValue* map = nodes();
    if (map == nullptr) return;
    for (YamlValue* owner : {map, find(document_, "editor")}) {
        if (owner == nullptr) continue;
        for (YamlEntry& entry : owner->entries) {
            if (entry.key.scalar == before) entry.key = yamlScalar(name);
        }
    }
    forEachInputs(*map, [&](YamlValue& inputs) {
        for (YamlValue& link : inputs.items) {
            if (reads(link, before)) childEntry(link)->value = yamlScalar(name);
        }
    });
}

void DesignEdit::setMuted(std::string_view name, bool muted) {
    setValue(name, "muted", muted ? std::optional(yamlScalar("true")) : std::nullopt);
}

void DesignEdit::setValue(std::string_view name, std::string_view key, std::optional<YamlValue> value) {
    if (YamlValue* node = body(name)) set(*node, key, std::move(value));
}

void DesignEdit::setTop(std::string_view key, std::optional<YamlValue> value) {
    set(document_, key, std::move(value));
}

std::size_t DesignEdit::links(std::string_view parent) const {
    const YamlValue* found = node(parent) == nullptr ? nullptr : node(parent)->find("inputs");
    return found == nullptr ? 0 : found->items.size();
}

void DesignEdit::link(std::string_view parent, Trait trait, std::string_view child,
                      std::optional<std::size_t> entry) {
    YamlValue* node = body(parent);
    if (node == nullptr) return;
    YamlValue& list = at(*node, "inputs");
    if (list.type == YamlValue::Type::null) list = emptySequence();
    if (list.type != YamlValue::Type::sequence) return;
    const std::size_t place = std::min(entry.value_or(list.items.size()), list.items.size());
    insertAt(list, place, linkTo(trait, child));
    if (YamlValue* wires = routes(parent); wires != nullptr && place < wires->items.size())
        insertAt(*wires, place, {});
}

void DesignEdit::unlink(std::string_view parent, std::size_t entry) {
    YamlValue* list = inputs(parent);
    if (list == nullptr || entry >= list->items.size()) return;
    takeAt(*list, entry);
    if (list->items.empty()) erase(*body(parent), "inputs");
    if (YamlValue* wires = routes(parent)) takeAt(*wires, entry);
}

void DesignEdit::relink(std::string_view parent, std::size_t entry, Trait trait, std::string_view child) {
    YamlValue* list = inputs(parent);
    if (list == nullptr || entry >= list->items.size()) return;
    YamlValue& link = list->items[entry];
    if (YamlEntry* named = childEntry(link)) {
        named->key = yamlScalar(traitName(trait));
        named->value = yamlScalar(child);
    } else {
        link = linkTo(trait, child);
    }
}

void DesignEdit::moveLink(std::string_view parent, std::size_t from, std::size_t to) {
    YamlValue* list = inputs(parent);
    if (list == nullptr || from >= list->items.size() || to >= list->items.size()) return;
    insertAt(*list, to, takeAt(*list, from));
    if (YamlValue* wires = routes(parent)) {
        wires->items.resize(list->items.size());
        insertAt(*wires, to, takeAt(*wires, from));
    }
}

void DesignEdit::setOffset(std::string_view parent, std::size_t entry, std::optional<YamlValue> offset) {
    YamlValue* list = inputs(parent);
    if (list == nullptr || entry >= list->items.size()) return;
    set(list->items[entry], "at", std::move(offset));
}

void DesignEdit::insertOnLink(std::string_view parent, std::size_t entry, std::string_view node,
                              Trait trait) {
    YamlValue* list = inputs(parent);
    if (list == nullptr || entry >= list->items.size()) return;
    YamlEntry* named = childEntry(list->items[entry]);
    if (named == nullptr) return;
    const std::string child = named->value.scalar;
    named->value = yamlScalar(node);
    link(node, trait, child);
}

const YamlValue* DesignEdit::note(std::string_view name, std::string_view key) const {
    const YamlValue* editor = document_.find("editor");
    const YamlValue* notes = editor == nullptr ? nullptr : editor->find(name);
    return notes == nullptr ? nullptr : notes->find(key);
}

std::optional<CanvasPoint> DesignEdit::place(std::string_view name) const {
    const YamlValue* editor = document_.find("editor");
    return editor == nullptr ? std::nullopt : placeIn(editor->find(name));
}

void DesignEdit::setPlace(std::string_view name, CanvasPoint place) {
    setPlaceIn(at(editor(), name), place);
}

void DesignEdit::setNote(std::string_view name, std::string_view key, std::optional<YamlValue> value) {
    YamlValue& notes = at(editor(), name);
    if (notes.type != YamlValue::Type::map) {
        notes = emptyMap();
        notes.flow = true;
    }
    set(notes, key, std::move(value));
    if (notes.entries.empty()) erase(editor(), name);
}

YamlValue* DesignEdit::routes(std::string_view parent) {
    YamlValue* found = const_cast<YamlValue*>(note(parent, routesKey));
    return found != nullptr && found->type == YamlValue::Type::sequence ? found : nullptr;
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
    YamlValue wires = before == nullptr ? emptySequence() : *before;
    wires.flow = true;
    wires.items.resize(std::max(wires.items.size(), entry + 1));
    wires.items[entry] = {};
    for (const CanvasPoint& point : points) {
        if (wires.items[entry].type != YamlValue::Type::sequence) wires.items[entry] = emptySequence();
        wires.items[entry].flow = true;
        const std::string texts[] = {placeText(point.x), placeText(point.y)};
        wires.items[entry].items.push_back(yamlList(texts));
    }
    while (!wires.items.empty() && wires.items.back().items.empty())
        wires.items.pop_back();
    setNote(parent, routesKey, wires.items.empty() ? std::nullopt : std::optional(std::move(wires)));
}

const YamlValue* DesignEdit::list(std::string_view key) const {
    const YamlValue* editor = document_.find("editor");
    const YamlValue* found = editor == nullptr ? nullptr : editor->find(key);
    return found != nullptr && found->type == YamlValue::Type::sequence ? found : nullptr;
}

void DesignEdit::setList(std::string_view key, std::optional<YamlValue> value) {
    set(editor(), key, std::move(value));
    if (editor().entries.empty()) erase(document_, "editor");
}

std::string DesignEdit::fragment(std::span<const std::string> names) const {
    const std::set<std::string, std::less<>> chosen(names.begin(), names.end());
    YamlValue result = emptyMap();
    at(result, "burin-fragment") = yamlScalar("1");
    YamlValue nodes = emptyMap();
    YamlValue places = emptyMap();
    for (const std::string& name : nodeNames()) {
        if (!chosen.contains(name)) continue;
        at(nodes, name) = *node(name);
        if (const auto where = place(name)) setPlaceIn(at(places, name), *where);
    }
    forEachInputs(nodes, [&](YamlValue& inputs) {
        std::erase_if(inputs.items, [&](const YamlValue& link) {
            const YamlEntry* child = childEntry(link);
            return child == nullptr || !chosen.contains(child->value.scalar);
        });
    });
    at(result, "nodes") = std::move(nodes);
    if (!places.entries.empty()) at(result, "editor") = std::move(places);
    return writeYaml(result);
}

std::vector<std::string> DesignEdit::paste(std::string_view text, CanvasPoint by) {
    auto parsed = parseYaml(text);
    auto* fragment = std::get_if<YamlValue>(&parsed);
    if (fragment == nullptr || fragment->type != YamlValue::Type::map) return {};
    const YamlValue* version = fragment->find("burin-fragment");
    const YamlValue* pasted = fragment->find("nodes");
    if (version == nullptr || version->scalar != "1" || pasted == nullptr ||
        pasted->type != YamlValue::Type::map || nodes() == nullptr)
        return {};
    std::map<std::string, std::string, std::less<>> renamed;
    std::vector<std::string> names;
    for (const auto& [key, value] : pasted->entries) {
        if (isRoot(value) && hasRoot()) continue;
        const std::string name = freeName(key.scalar);
        renamed[key.scalar] = name;
        names.push_back(name);
        nodes()->entries.push_back({yamlScalar(name), value});
        const YamlValue* places = fragment->find("editor");
        const auto where = places == nullptr ? std::nullopt : placeIn(places->find(key.scalar));
        if (where) setPlace(name, {where->x + by.x, where->y + by.y});
    }
    for (const std::string& name : names) {
        YamlValue* list = inputs(name);
        if (list == nullptr) continue;
        for (YamlValue& link : list->items) {
            YamlEntry* child = childEntry(link);
            const auto found = child == nullptr ? renamed.end() : renamed.find(child->value.scalar);
            if (found != renamed.end()) child->value = yamlScalar(found->second);
        }
    }
    return names;
}

}  // namespace burin
