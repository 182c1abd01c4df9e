// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/start_values.hpp"

#include <cmath>
#include <optional>
#include <string>

namespace burin::ui {

namespace {

constexpr const char* boundedSide = "100";
constexpr const char* surfaceSide = "100 mm";

/// A third of the way from the smallest to the largest, as people step through sizes: by factors.
std::string startNumber(const ParameterDescription& parameter) {
    const double least = std::isfinite(parameter.minimum) ? parameter.minimum : 0;
    if (least <= 0 || !std::isfinite(parameter.maximum)) {
        return parameter.strictlyPositive || least > 0 ? std::to_string(std::lround(std::max(1.0, least)))
                                                       : "0";
    }
    long value = std::lround(least * std::cbrt(parameter.maximum / least));
    if (parameter.oddOnly && value % 2 == 0) ++value;
    return std::to_string(value);
}

YamlValue list(std::initializer_list<std::string> texts) {
    return yamlList(std::vector<std::string>(texts));
}

std::optional<YamlValue> startValue(const ParameterDescription& parameter) {
    switch (parameter.type) {
        case ParameterType::number:
        case ParameterType::integer:
        case ParameterType::pixels:
        case ParameterType::length:
        case ParameterType::scale:
            return yamlScalar(startNumber(parameter));
        case ParameterType::boolean:
            return yamlScalar("false");
        case ParameterType::vector:
            return list({"0", "0"});
        case ParameterType::pixelSize:
            return list({boundedSide, boundedSide});
        case ParameterType::choice:
            return yamlScalar(parameter.choices.front());
        case ParameterType::expression:
        case ParameterType::expressionOrPoints:
            return yamlScalar("1", true);
        case ParameterType::oneOf: {
            if (parameter.alternatives.empty()) return {};
            const ParameterDescription& first = parameter.alternatives.front();
            YamlValue map;
            map.type = YamlValue::Type::map;
            map.flow = true;
            map.entries.push_back({yamlScalar(first.key), startValue(first).value_or(YamlValue())});
            return map;
        }
        case ParameterType::matrix: {
            YamlValue rows = list({});
            rows.items.push_back(list({"1"}));
            return rows;
        }
        case ParameterType::points: {
            YamlValue points = list({});
            points.items = {list({"0", "0"}), list({"1", "1"})};
            return points;
        }
        case ParameterType::text:
        case ParameterType::file:
        case ParameterType::numbers:
            return {};
    }
    return {};
}

}  // namespace

void giveStartValues(DesignEdit& edit, std::string_view node, const KindDescription& kind, bool bounded) {
    const bool sized = kind.size == SizeRule::required || (bounded && kind.size == SizeRule::optional);
    if (sized) {
        const char* side = bounded ? boundedSide : surfaceSide;
        edit.setValue(node, "width", yamlScalar(side));
        edit.setValue(node, "height", yamlScalar(side));
    }
    for (const ParameterDescription& parameter : kind.parameters) {
        if (!parameter.required) continue;
        if (auto value = startValue(parameter)) edit.setValue(node, parameter.key, std::move(value));
    }
}

}  // namespace burin::ui
