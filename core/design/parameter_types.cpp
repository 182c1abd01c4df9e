// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/parameter_types.hpp"

#include "core/base/text.hpp"
#include "core/geometry/length.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <variant>

namespace burin {

namespace {

/// A value of the file; nothing if the text is empty.
std::optional<YamlValue> parsedText(std::string_view text) {
    if (text.empty()) return {};
    auto parsed = parseYaml(text);
    if (auto* value = std::get_if<YamlValue>(&parsed)) return std::move(*value);
    return {};
}

}  // namespace

#define BURIN_DECLARE(word, ...) ParameterTypeInfo word##Type();
BURIN_PARAMETER_TYPES(BURIN_DECLARE)
#undef BURIN_DECLARE

const ParameterTypeInfo& infoOf(ParameterType type) {
#define BURIN_LIST(word, ...) word##Type(),
    static const std::array types = {BURIN_PARAMETER_TYPES(BURIN_LIST)};
#undef BURIN_LIST
    return types[static_cast<std::size_t>(type)];
}

EditorShape editorOf(const ParameterDescription& parameter) {
    if (parameter.seed) return EditorShape::seed;
    if (parameter.lines) return EditorShape::lines;
    const bool font = parameter.type == ParameterType::file && parameter.fallback.starts_with(builtinPrefix);
    return font ? EditorShape::font : infoOf(parameter.type).editor;
}

std::string wantedText(const ParameterDescription& wanted) {
    const ParameterTypeInfo& type = infoOf(wanted.type);
    std::string result = std::string(type.verb) + ' ' + type.wanted(wanted);
    if (!wanted.fallback.empty()) result += " (default: " + std::string(wanted.fallback) + ")";
    return result;
}

double roundedLimit(double limit, bool lowest) {
    const double grain = std::pow(10.0, std::floor(std::log10(std::max(std::abs(limit), 1e-12))) - 5);
    const double steps = limit / grain;
    // Treat steps as whole if only rounding errors make them fractional.
    const bool even = std::abs(steps - std::round(steps)) < 1e-6;
    const double rounded = (even ? std::round(steps) : lowest ? std::ceil(steps) : std::floor(steps)) * grain;
    return parseNumber(roundedText(rounded, 6)).value_or(rounded);
}

std::optional<YamlValue> startValue(const ParameterDescription& parameter) {
    if (auto fallback = fallbackOf(parameter)) return fallback;
    if (auto start = parsedText(parameter.start)) return start;
    return infoOf(parameter.type).start(parameter);
}

std::optional<YamlValue> fallbackOf(const ParameterDescription& parameter) {
    return parsedText(parameter.fallback);
}

}  // namespace burin
