// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/yaml_tools.hpp"

#include "core/geometry/length.hpp"

#include <algorithm>
#include <utility>

namespace burin {

YamlValue yamlScalar(std::string_view text, bool quoted) {
    YamlValue value;
    value.type = YamlValue::Type::scalar;
    value.scalar = text;
    value.quoted = quoted;
    return value;
}

YamlValue yamlList(std::span<const std::string> texts) {
    YamlValue list = yamlSequence();
    list.flow = true;
    for (const std::string& text : texts)
        list.items.push_back(yamlScalar(text));
    return list;
}

YamlValue yamlMap() {
    YamlValue map;
    map.type = YamlValue::Type::map;
    return map;
}

YamlValue emptiedMap(const YamlValue& map) {
    YamlValue emptied = yamlMap();
    emptied.flow = map.flow;
    emptied.mark = map.mark;
    emptied.offset = map.offset;
    emptied.source = map.source;
    return emptied;
}

YamlValue yamlSequence() {
    YamlValue sequence;
    sequence.type = YamlValue::Type::sequence;
    return sequence;
}

YamlValue* valueIn(YamlValue& map, std::string_view key) {
    return const_cast<YamlValue*>(map.find(key));
}

const YamlValue* valueIn(const YamlValue& map, std::string_view key) {
    return map.find(key);
}

std::string_view textUnder(const YamlValue& map, std::string_view key) {
    const YamlValue* text = map.find(key);
    return text != nullptr && text->isScalar() ? std::string_view(text->scalar) : std::string_view();
}

bool writtenTrue(const YamlValue* value) {
    return value != nullptr && !value->quoted && value->scalar == "true";
}

YamlValue& valueAt(YamlValue& map, std::string_view key) {
    if (YamlValue* value = valueIn(map, key)) return *value;
    map.type = YamlValue::Type::map;
    map.entries.push_back({yamlScalar(key), {}});
    return map.entries.back().value;
}

void renameKey(YamlValue& key, std::string_view name) {
    key.type = YamlValue::Type::scalar;
    key.scalar = name;
    key.quoted = false;
    key.columnsKnown = false;
}

void renameKeyIn(YamlValue& map, std::string_view before, std::string_view name) {
    if (before == name) return;
    eraseIn(map, name);
    for (YamlEntry& entry : map.entries) {
        if (entry.key.scalar == before) renameKey(entry.key, name);
    }
}

const YamlValue* keyIn(const YamlValue& map, std::string_view key) {
    for (const YamlEntry& entry : map.entries) {
        if (entry.key.scalar == key) return &entry.key;
    }
    return nullptr;
}

void followStyle(YamlValue& now, const YamlValue& before) {
    if (now.source || before.flow || now.type != before.type) return;
    if (before.items.empty() && before.entries.empty()) return;
    now.flow = false;
    const std::size_t both = std::min(now.items.size(), before.items.size());
    for (std::size_t i = 0; i < both; ++i)
        followStyle(now.items[i], before.items[i]);
    for (YamlEntry& entry : now.entries) {
        if (const YamlValue* one = before.find(entry.key.scalar)) followStyle(entry.value, *one);
    }
}

void setIn(YamlValue& map, std::string_view key, std::optional<YamlValue> value) {
    if (value) {
        YamlValue& place = valueAt(map, key);
        followStyle(*value, place);
        place = std::move(*value);
    } else {
        eraseIn(map, key);
    }
}

void eraseIn(YamlValue& map, std::string_view key) {
    std::erase_if(map.entries, [&](const YamlEntry& entry) { return entry.key.scalar == key; });
}

void remark(YamlValue& value, SourceMark mark) {
    value.mark = mark;
    value.columnsKnown = false;
    for (YamlValue& item : value.items)
        remark(item, mark);
    for (YamlEntry& entry : value.entries) {
        remark(entry.key, mark);
        remark(entry.value, mark);
    }
}

void forgetSource(YamlValue& value) {
    value.source = nullptr;
    for (YamlValue& item : value.items)
        forgetSource(item);
    for (YamlEntry& entry : value.entries) {
        forgetSource(entry.key);
        forgetSource(entry.value);
    }
}

std::string lineInBrackets(SourceMark mark) {
    return mark.line > 0 ? " (line " + std::to_string(mark.line) + ")" : std::string();
}

std::optional<double> writtenPitchUm(const YamlValue& document) {
    const YamlValue* pixel = document.find("pixel");
    const auto length = pixel == nullptr ? std::nullopt : parseLength(pixel->scalar);
    if (!length || length->unit == LengthUnit::pixel) return {};
    return length->micrometres(1);
}

bool isRoot(const YamlValue& body) {
    const YamlValue* kind = body.find("kind");
    return kind != nullptr && kind->scalar == "root";
}

bool isInstance(const YamlValue& body) {
    const YamlValue* kind = body.find("kind");
    return kind != nullptr && kind->type == YamlValue::Type::scalar && kind->scalar == "group";
}

bool writtenMuted(const YamlValue& body) {
    const YamlValue* muted = body.find("muted");
    return muted != nullptr && !muted->quoted && muted->scalar == "true";
}

const Kind* kindOf(const YamlValue& body, std::span<const Kind> kinds) {
    const YamlValue* name = body.find("kind");
    for (const Kind& kind : kinds) {
        if (name != nullptr && kind.description.name == name->scalar) return &kind;
    }
    return nullptr;
}

bool numbersItsData(const Kind& kind) {
    const auto& all = kind.description.parameters;
    return std::any_of(all.begin(), all.end(), [](const ParameterDescription& each) {
        return std::find(each.variables.begin(), each.variables.end(), "in1") != each.variables.end();
    });
}

bool holdsExpression(ParameterType type) {
    return type == ParameterType::expression || type == ParameterType::expressionOrPoints;
}

namespace {

/// \param document  a YamlValue, or a const one for a visit that changes nothing
template <class Value, class Visit>
void visitNodes(Value& document, const Visit& visit) {
    const auto visitIn = [&](Value& owner) {
        Value* nodes = valueIn(owner, "nodes");
        if (nodes == nullptr) return;
        for (auto& entry : nodes->entries)
            visit(entry);
    };
    visitIn(document);
    if (Value* groups = valueIn(document, "groups")) {
        for (auto& group : groups->entries)
            visitIn(group.value);
    }
}

}  // namespace

void forEachNode(YamlValue& document, const std::function<void(YamlEntry&)>& visit) {
    visitNodes(document, visit);
}

void forEachNode(const YamlValue& document, const std::function<void(const YamlEntry&)>& visit) {
    visitNodes(document, visit);
}

std::optional<Trait> traitNamed(std::string_view name) {
    for (const Trait trait : allTraits) {
        if (traitName(trait) == name) return trait;
    }
    return {};
}

const YamlEntry* childIn(const YamlValue& link) {
    for (const YamlEntry& entry : link.entries) {
        if (traitNamed(entry.key.scalar)) return &entry;
    }
    return nullptr;
}

YamlEntry* childIn(YamlValue& link) {
    return const_cast<YamlEntry*>(childIn(std::as_const(link)));
}

YamlValue linkTo(Trait trait, std::string_view child) {
    YamlValue link = yamlMap();
    valueAt(link, traitName(trait)) = yamlScalar(child);
    return link;
}

}  // namespace burin
