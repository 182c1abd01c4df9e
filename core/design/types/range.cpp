// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.hpp"
#include "core/design/design_edit.hpp"
#include "core/design/types/type_parts.hpp"

#include <string>
#include <vector>

namespace burin {
namespace {

std::string rangeWords(const ParameterDescription& wanted) {
    return "[low, high], two numbers" + rangeText(wanted);
}

std::optional<Value> readRange(ValueChecker& checker, const ParameterDescription& wanted,
                               const YamlValue& value) {
    const auto ends = checker.pair(wanted, value, &ValueChecker::number);
    if (!ends) return {};
    if (ends->x > ends->y) {
        return checker.problem(value, "%1 is greater than %2", wantedText(wanted),
                               {numberText(ends->x), numberText(ends->y)});
    }
    return Value(*ends);
}

std::optional<YamlValue> startsAsOne(const ParameterDescription& /*parameter*/) {
    return yamlList(std::vector<std::string>{"1", "1"});
}

}  // namespace

ParameterTypeInfo rangeType() {
    return {.name = "range",
            .listed = "[low, high]",
            .noun = "a range [low, high]",
            .editor = EditorShape::range,
            .knob = "number",
            .wanted = &rangeWords,
            .read = &readRange,
            .start = &startsAsOne};
}

}  // namespace burin
