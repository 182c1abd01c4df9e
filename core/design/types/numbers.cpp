// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/types/type_parts.hpp"

#include <algorithm>

namespace burin {
namespace {

std::string numbersWords(const ParameterDescription& wanted) {
    const std::string range = rangeText(wanted);
    return "{name: number, ...}" + (range.empty() ? "" : ", numbers" + range);
}

std::optional<Value> readNumbers(ValueChecker& checker, const ParameterDescription& wanted,
                                 const YamlValue& value) {
    if (!value.isMap()) return checker.wrongType(wanted, value);
    NumberMap result;
    for (const auto& [name, entry] : value.entries) {
        const std::string comma = entry.type == YamlValue::Type::null ? commaRemark(name) : "";
        if (!comma.empty()) {
            checker.problem(name, "%1 has no value%2", wantedText(wanted), {shownText(name), comma});
        } else if (const auto parsed = checker.number(wanted, entry)) {
            result.emplace_back(name.scalar, *parsed);
        }
    }
    if (result.size() != value.entries.size()) return {};
    // The order of the numbers has no meaning, so it must not change the design hash.
    std::sort(result.begin(), result.end());
    return Value(std::move(result));
}

}  // namespace

ParameterTypeInfo numbersType() {
    return {.name = "numbers",
            .listed = "a map from names to numbers",
            .noun = "a map of numbers",
            .editor = EditorShape::numbers,
            .knob = "number",
            .wanted = &numbersWords,
            .read = &readNumbers,
            .start = &startsEmpty};
}

}  // namespace burin
