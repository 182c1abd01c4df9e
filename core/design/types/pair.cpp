// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/design_edit.hpp"
#include "core/design/types/type_parts.hpp"

#include <string>
#include <vector>

namespace burin {
namespace {

std::string vectorWords(const ParameterDescription& wanted) {
    return "[x, y], two lengths" + rangeText(wanted);
}

std::string pixelSizeWords(const ParameterDescription& wanted) {
    return std::string(wanted.minimum < 0 ? "[x, y]" : "[width, height]") + ", two lengths" +
           rangeText(wanted);
}

std::string scaleWords(const ParameterDescription& wanted) {
    return "a number" + rangeText(wanted) + ", or " + std::string(wanted.pair);
}

std::optional<Value> readScale(ValueChecker& checker, const ParameterDescription& wanted,
                               const YamlValue& value) {
    if (value.isSequence()) return checkedValue(checker.pair(wanted, value, &ValueChecker::number));
    if (!value.isScalar()) return checker.wrongType(wanted, value);
    const auto both = checker.number(wanted, value);
    if (!both) return {};
    return Value(Vector{*both, *both});
}

std::optional<YamlValue> startsAtZero(const ParameterDescription& /*parameter*/) {
    return yamlList(std::vector<std::string>{"0", "0"});
}

std::optional<YamlValue> startsAsSquare(const ParameterDescription& /*parameter*/) {
    return yamlList(std::vector<std::string>{"100", "100"});
}

}  // namespace

ParameterTypeInfo vectorType() {
    return {.name = "vector",
            .listed = "[x, y], numbers of pixels or lengths",
            .noun = "a pair [x, y] of lengths",
            .measure = Measure::pixels,
            .editor = EditorShape::pair,
            .knob = "length",
            .wanted = &vectorWords,
            .read = &readPairBy<&ValueChecker::realPixels>,
            .start = &startsAtZero};
}

ParameterTypeInfo pixelSizeType() {
    return {.name = "pixel_size",
            .listed = "[width, height], lengths",
            .noun = "a pair of lengths",
            .measure = Measure::pixels,
            .whole = true,
            .editor = EditorShape::pair,
            .knob = "length",
            .wanted = &pixelSizeWords,
            .read = &readPairBy<&ValueChecker::wholePixels>,
            .start = &startsAsSquare};
}

ParameterTypeInfo scaleType() {
    return {.name = "scale",
            .listed = "a number or %1",
            .noun = "a number or a pair",
            .editor = EditorShape::pair,
            .knob = "number",
            .wanted = &scaleWords,
            .read = &readScale,
            .start = &startsAsNumber};
}

}  // namespace burin
