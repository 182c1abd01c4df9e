// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/form/parameters/height.hpp"

#include "core/design/types/type_parts.hpp"

#include <limits>
#include <string>

namespace burin {
namespace {

std::string heightWords(const ParameterDescription& wanted) {
    return "a number" + rangeText(wanted) + ", or a length in " + std::string(lengthUnits);
}

std::optional<Value> readHeight(ValueChecker& checker, const ParameterDescription& wanted,
                                const YamlValue& value) {
    const auto length = value.isScalar() ? parseLength(value.scalar) : std::nullopt;
    if (!length || (value.quoted && parseNumber(value.scalar))) return checker.wrongType(wanted, value);
    if (const auto number = parseNumber(value.scalar)) {
        if (!checker.inRange(wanted, *number, value)) return {};
        return Value(Height{*number, false});
    }
    ParameterDescription asLength = wanted;
    asLength.type = ParameterType::length;
    asLength.maximum = std::numeric_limits<double>::infinity();
    const auto um = checker.micrometres(asLength, value);
    if (!um) return {};
    return Value(Height{*um, true});
}

}  // namespace

ParameterTypeInfo heightType() {
    return {.name = "height",
            .listed = "a number of samples or a length",
            .noun = "a number or a length",
            .editor = EditorShape::text,
            .knob = "number",
            .wanted = &heightWords,
            .read = &readHeight,
            .start = &startsAsNumber};
}

}  // namespace burin
