// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.hpp"
#include "core/design/design_edit.hpp"
#include "core/design/types/type_parts.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace burin {
namespace {

std::vector<std::string_view> keysOf(const ParameterDescription& wanted) {
    std::vector<std::string_view> keys;
    for (const ParameterDescription& entry : wanted.alternatives)
        keys.push_back(entry.key);
    return keys;
}

std::string mapWords(const ParameterDescription& wanted) {
    return "{key: value, ...} with any of the keys " + alternatives(keysOf(wanted));
}

/// Fills in the defaults of keys that are not given.
std::optional<Value> readMap(ValueChecker& checker, const ParameterDescription& wanted,
                             const YamlValue& value) {
    if (!value.isMap()) return checker.wrongType(wanted, value);
    bool sound = true;
    auto result = std::make_shared<Values>();
    for (const ParameterDescription& entry : wanted.alternatives) {
        const auto given = std::find_if(value.entries.begin(), value.entries.end(),
                                        [&](const YamlEntry& one) { return one.key.scalar == entry.key; });
        const bool isGiven = given != value.entries.end();
        if (isGiven && !checker.hasVersion(entry.since, given->key)) {
            sound = false;
            continue;
        }
        const auto fallback = isGiven ? std::nullopt : fallbackOf(entry);
        if (!isGiven && !fallback) continue;
        auto checked = checker.check(entry, isGiven ? given->value : *fallback);
        sound = sound && checked;
        if (checked) result->set(std::string(entry.key), std::move(*checked));
    }
    const std::vector<std::string_view> known = keysOf(wanted);
    for (const auto& [key, entry] : value.entries) {
        if (std::find(known.begin(), known.end(), key.scalar) != known.end()) continue;
        checker.problem(
            key, "unknown key %1%2", "%3",
            {shownText(key), commaRemark(key), suggestion(key.scalar, known, wantedText(wanted))});
        sound = false;
    }
    if (!sound) return {};
    return Value(std::shared_ptr<const Values>(std::move(result)));
}

}  // namespace

ParameterTypeInfo mapType() {
    return {.name = "map",
            .listed = "a map with any of the keys below",
            .noun = "a map",
            .editor = EditorShape::map,
            .wanted = &mapWords,
            .read = &readMap,
            .start = &startsEmpty};
}

}  // namespace burin
