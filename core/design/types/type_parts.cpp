// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/types/type_parts.hpp"

#include "core/base/text.hpp"
#include "core/design/design_edit.hpp"

#include <algorithm>
#include <cmath>

namespace burin {

std::string rangeText(const ParameterDescription& wanted) {
    const double low = wanted.lowest();
    const bool above = std::isfinite(low);
    const bool below = std::isfinite(wanted.maximum);
    if (!above && !below) return "";
    const Measure measure = infoOf(wanted.type).measure;
    const std::string unit = measure == Measure::pixels        ? " px"
                             : measure == Measure::micrometres ? " um"
                             : wanted.unit.empty()             ? ""
                                                               : " " + std::string(wanted.unit);
    if (above && below && !wanted.strictlyPositive) {
        return " from " + numberText(low) + " to " + numberText(wanted.maximum) + unit;
    }
    std::string result;
    if (above) result = (wanted.strictlyPositive ? " greater than " : " of at least ") + numberText(low);
    if (below) result += (above ? " and at most " : " of at most ") + numberText(wanted.maximum);
    return result + unit;
}

std::string countText(const ParameterDescription& wanted) {
    if (wanted.minimumCount > 0 && wanted.maximumCount > 0) {
        return std::to_string(wanted.minimumCount) + " to " + std::to_string(wanted.maximumCount);
    }
    if (wanted.maximumCount > 0) return "up to " + std::to_string(wanted.maximumCount);
    return std::to_string(std::max(wanted.minimumCount, 1)) + " or more";
}

double startNumber(const ParameterDescription& parameter) {
    const double least = parameter.minimum;
    if (!(least > 0) || !std::isfinite(parameter.maximum)) return std::clamp(1.0, least, parameter.maximum);
    const double third = std::round(least * std::cbrt(parameter.maximum / least));
    return parameter.oddOnly && std::fmod(third, 2) == 0 ? third + 1 : third;
}

std::optional<YamlValue> startsAsNumber(const ParameterDescription& parameter) {
    return yamlScalar(numberText(startNumber(parameter)));
}

std::optional<YamlValue> startsEmpty(const ParameterDescription& /*parameter*/) {
    YamlValue map;
    map.type = YamlValue::Type::map;
    return map;
}

std::optional<YamlValue> startsAsTheUserSays(const ParameterDescription& /*parameter*/) {
    return {};
}

}  // namespace burin
