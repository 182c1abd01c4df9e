// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.hpp"
#include "core/design/design_edit.hpp"
#include "core/design/types/type_parts.hpp"

#include <memory>
#include <vector>

namespace burin {
namespace {

std::string oneOfWords(const ParameterDescription& wanted) {
    std::vector<std::string_view> keys;
    for (const ParameterDescription& alternative : wanted.alternatives)
        keys.push_back(alternative.key);
    return "{key: value} with one of the keys " + alternatives(keys);
}

std::optional<Value> readOneOf(ValueChecker& checker, const ParameterDescription& wanted,
                               const YamlValue& value) {
    if (!value.isMap()) return checker.wrongType(wanted, value);
    if (value.entries.size() != 1) {
        return checker.problem(value, "there are %1 instead of one", wantedText(wanted),
                               {counted(value.entries.size(), "key")});
    }
    const auto& [key, chosen] = value.entries.front();
    std::vector<std::string_view> known;
    for (const ParameterDescription& alternative : wanted.alternatives) {
        known.push_back(alternative.key);
        if (alternative.key != key.scalar) continue;
        if (!checker.hasVersion(alternative.since, key)) return {};
        auto checked = checker.check(alternative, chosen);
        if (!checked) return {};
        return Value(std::make_shared<const Alternative>(Alternative{key.scalar, std::move(*checked)}));
    }
    return checker.problem(
        key, "unknown key %1%2", "%3",
        {shownText(key), commaRemark(key), suggestion(key.scalar, known, wantedText(wanted))});
}

std::optional<YamlValue> startsAsFirstAlternative(const ParameterDescription& parameter) {
    if (parameter.alternatives.empty()) return {};
    const ParameterDescription& first = parameter.alternatives.front();
    std::optional<YamlValue> map = startsEmpty(parameter);
    map->flow = true;
    map->entries.push_back({yamlScalar(first.key), startValue(first).value_or(YamlValue())});
    return map;
}

}  // namespace

ParameterTypeInfo oneOfType() {
    return {.name = "one_of",
            .listed = "a map with one of the keys below",
            .noun = "a map with one key",
            .editor = EditorShape::oneOf,
            .wanted = &oneOfWords,
            .read = &readOneOf,
            .start = &startsAsFirstAlternative};
}

}  // namespace burin
