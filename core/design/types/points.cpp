// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.hpp"
#include "core/design/design_edit.hpp"
#include "core/design/types/type_parts.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace burin {
namespace {

std::string pointsWords(const ParameterDescription& wanted) {
    return "[[x, y], ...], " + countText(wanted) + " points, numbers" + rangeText(wanted) + ", x increasing";
}

std::string expressionOrPointsWords(const ParameterDescription& wanted) {
    return "an expression in quotes, or [[x, y], ...], " + countText(wanted) + " points" + rangeText(wanted) +
           ", x increasing";
}

std::optional<Value> readPoints(ValueChecker& checker, const ParameterDescription& wanted,
                                const YamlValue& value) {
    if (!value.isSequence()) return checker.wrongType(wanted, value);
    if (!checker.rightCount(wanted, value, value.items.size(), "point")) return {};
    std::vector<Vector> result;
    for (const YamlValue& item : value.items) {
        if (!item.isSequence() || item.items.size() != 2)
            return checker.problem(item, "%1 is not a point [x, y]%2", wantedText(wanted),
                                   {shownText(item), commaRemark(item)});
        const auto point = checker.pair(wanted, item, &ValueChecker::number);
        if (!point) return {};
        if (!result.empty() && point->x <= result.back().x) {
            return checker.problem(item, "x = %1 does not exceed that of the point before, %2",
                                   "list the points with x increasing",
                                   {numberText(point->x), numberText(result.back().x)});
        }
        result.push_back(*point);
    }
    return Value(std::move(result));
}

std::optional<Value> readExpressionOrPoints(ValueChecker& checker, const ParameterDescription& wanted,
                                            const YamlValue& value) {
    if (value.isSequence()) return readPoints(checker, wanted, value);
    return checkedValue(checker.text(wanted, value));
}

/// A straight line from one end of the range to the other.
std::optional<YamlValue> startsAsLine(const ParameterDescription& parameter) {
    const double low = std::isfinite(parameter.minimum) ? parameter.minimum : 0;
    const double high = std::isfinite(parameter.maximum) ? parameter.maximum : low + 1;
    const int count = std::max(parameter.minimumCount, 2);
    YamlValue points = yamlList({});
    for (int i = 0; i < count; ++i) {
        const std::string at = numberText(low + (high - low) * i / (count - 1));
        points.items.push_back(yamlList(std::vector<std::string>{at, at}));
    }
    return points;
}

std::optional<YamlValue> startsAsConstant(const ParameterDescription& /*parameter*/) {
    return yamlScalar("1", true);
}

}  // namespace

ParameterTypeInfo pointsType() {
    return {.name = "points",
            .listed = "points [[x, y], ...], x increasing",
            .noun = "a list of points",
            .editor = EditorShape::points,
            .knob = "curve",
            .wanted = &pointsWords,
            .read = &readPoints,
            .start = &startsAsLine};
}

ParameterTypeInfo expressionOrPointsType() {
    return {.name = "expression_or_points",
            .listed = "an expression in quotes, or points [[x, y], ...], x increasing",
            .noun = "an expression or a list of points",
            .literal = true,
            .editor = EditorShape::points,
            .knob = "curve",
            .wanted = &expressionOrPointsWords,
            .read = &readExpressionOrPoints,
            .start = &startsAsConstant};
}

}  // namespace burin
