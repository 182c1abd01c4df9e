// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/types/type_parts.hpp"

#include <cstdint>

namespace burin {
namespace {

std::string lengthWords(const ParameterDescription& wanted) {
    return "a length" + rangeText(wanted) + ", in " + std::string(lengthUnits);
}

std::optional<Value> readWholePixels(ValueChecker& checker, const ParameterDescription& wanted,
                                     const YamlValue& value) {
    const auto pixels = checker.wholePixels(wanted, value);
    if (!pixels) return {};
    return Value(static_cast<std::int64_t>(*pixels));
}

}  // namespace

ParameterTypeInfo pixelsType() {
    return {.name = "pixels",
            .listed = "a length, rounded to whole pixels",
            .noun = "a length",
            .measure = Measure::pixels,
            .whole = true,
            .editor = EditorShape::number,
            .knob = "length",
            .wanted = &lengthWords,
            .read = &readWholePixels,
            .start = &startsAsNumber};
}

ParameterTypeInfo realPixelsType() {
    return {.name = "real_pixels",
            .listed = "a length",
            .noun = "a length",
            .measure = Measure::pixels,
            .editor = EditorShape::number,
            .knob = "length",
            .wanted = &lengthWords,
            .read = &readBy<&ValueChecker::realPixels>,
            .start = &startsAsNumber};
}

ParameterTypeInfo lengthType() {
    return {.name = "length",
            .listed = "a length",
            .noun = "a length",
            .measure = Measure::micrometres,
            .editor = EditorShape::number,
            .knob = "length",
            .wanted = &lengthWords,
            .read = &readBy<&ValueChecker::micrometres>,
            .start = &startsAsNumber};
}

}  // namespace burin
