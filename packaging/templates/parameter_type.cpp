// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/form/parameters/@word@.hpp"

#include "core/design/design_edit.hpp"
#include "core/design/types/type_parts.hpp"

#include <string>
#include <vector>

namespace burin {
namespace {

std::string @camel@Words(const ParameterDescription& wanted) {
    return "[low, high], two numbers" + rangeText(wanted) + ", low below high";
}

std::optional<Value> read@Type@(ValueChecker& checker, const ParameterDescription& wanted,
                                const YamlValue& value) {
    const auto pair = checker.pair(wanted, value, &ValueChecker::number);
    if (!pair) return {};
    if (pair->x >= pair->y)
        return checker.problem(value, "the first number is not below the second", wantedText(wanted));
    return Value(@Type@{pair->x, pair->y});
}

std::optional<YamlValue> startsAs@Type@(const ParameterDescription& /*parameter*/) {
    return yamlList(std::vector<std::string>{"0", "1"});
}

}  // namespace

ParameterTypeInfo @camel@Type() {
    return {.name = "@word@",
            .listed = "[low, high], two numbers",
            .noun = "a pair [low, high] of numbers",
            .editor = EditorShape::pair,
            .wanted = &@camel@Words,
            .read = &read@Type@,
            .start = &startsAs@Type@};
}

}  // namespace burin
