// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/value_checker.hpp"

#include "core/base/text.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

namespace burin {

namespace {

/// Whole numbers beyond are not exact in binary64.
constexpr double largestInteger = 0x1p53;

bool isSequence(const YamlValue& value) {
    return value.type == YamlValue::Type::sequence;
}
bool isMap(const YamlValue& value) {
    return value.type == YamlValue::Type::map;
}
bool isScalar(const YamlValue& value) {
    return value.type == YamlValue::Type::scalar;
}

/// "a number", as in "'x' is not a number".
std::string_view noun(ParameterType type) {
    switch (type) {
        case ParameterType::number:
            return "a number";
        case ParameterType::integer:
            return "a whole number";
        case ParameterType::boolean:
            return "true or false";
        case ParameterType::pixels:
        case ParameterType::length:
            return "a length";
        case ParameterType::vector:
            return "a pair [x, y] of lengths";
        case ParameterType::choice:
            return "one of the choices";
        case ParameterType::text:
            return "a text";
        case ParameterType::file:
            return "the name of a file";
        case ParameterType::expression:
            return "an expression";
        case ParameterType::numbers:
            return "a map of numbers";
        case ParameterType::points:
            return "a list of points";
        case ParameterType::expressionOrPoints:
            return "an expression or a list of points";
        case ParameterType::scale:
            return "a number or a pair [sx, sy]";
        case ParameterType::pixelSize:
            return "a pair of lengths";
        case ParameterType::matrix:
            return "a matrix";
        case ParameterType::oneOf:
            return "a map with one key";
    }
    return "a value";
}

double lowest(const ParameterDescription& wanted) {
    return wanted.strictlyPositive && !std::isfinite(wanted.minimum) ? 0 : wanted.minimum;
}

/// The unit of the limits: those of lengths are pixels, but for lengths that stay real.
std::string rangeUnit(const ParameterDescription& wanted) {
    switch (wanted.type) {
        case ParameterType::pixels:
        case ParameterType::vector:
        case ParameterType::pixelSize:
            return " px";
        case ParameterType::length:
            return " um";
        default:
            return wanted.unit.empty() ? "" : " " + std::string(wanted.unit);
    }
}

std::string rangeText(const ParameterDescription& wanted) {
    const double low = lowest(wanted);
    const bool above = std::isfinite(low);
    const bool below = std::isfinite(wanted.maximum);
    if (!above && !below) return "";
    const std::string unit = rangeUnit(wanted);
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

std::string shapeText(const ParameterDescription& wanted) {
    const std::string range = rangeText(wanted);
    switch (wanted.type) {
        case ParameterType::number:
            return "a number" + range;
        case ParameterType::integer:
            return (wanted.oddOnly ? "an odd whole number" : "a whole number") + range;
        case ParameterType::boolean:
            return "true or false";
        case ParameterType::pixels:
        case ParameterType::length:
            return "a length" + range + ", in " + std::string(lengthUnits);
        case ParameterType::vector:
            return "[x, y], two lengths" + range;
        case ParameterType::choice:
            return alternatives(wanted.choices);
        case ParameterType::text:
            return "a text";
        case ParameterType::file:
            return "the path of a file, relative to the design";
        case ParameterType::expression:
            return "an expression, in quotes";
        case ParameterType::numbers:
            return "{name: number, ...}, numbers" + range;
        case ParameterType::points:
            return "[[x, y], ...], " + countText(wanted) + " points, numbers" + range + ", x increasing";
        case ParameterType::expressionOrPoints:
            return "an expression in quotes, or [[x, y], ...], " + countText(wanted) + " points" + range +
                   ", x increasing";
        case ParameterType::scale:
            return "a number" + range + ", or [sx, sy]";
        case ParameterType::pixelSize:
            return std::string(wanted.minimum < 0 ? "[x, y]" : "[width, height]") + ", two lengths" + range;
        case ParameterType::matrix:
            return "[[...], ...], " + std::string(wanted.oddOnly ? "an odd number of, " : "") +
                   countText(wanted) + " rows and columns of numbers" + range;
        case ParameterType::oneOf: {
            std::vector<std::string_view> keys;
            for (const ParameterDescription& alternative : wanted.alternatives)
                keys.push_back(alternative.key);
            return "{key: value} with one of the keys " + alternatives(keys);
        }
    }
    return "a value";
}

/// The description of one number of `wanted`, for messages.
ParameterDescription part(const ParameterDescription& wanted, ParameterType type) {
    ParameterDescription result = wanted;
    if (wanted.type != type) result.fallback = {};
    result.type = type;
    return result;
}

}  // namespace

std::string shownText(const YamlValue& value) {
    switch (value.type) {
        case YamlValue::Type::null:
            return "nothing";
        case YamlValue::Type::scalar:
            return quotedForMessage(value.scalar);
        case YamlValue::Type::sequence:
            return "a list";
        case YamlValue::Type::map:
            return "a map";
    }
    return "";
}

std::string wantedText(const ParameterDescription& wanted) {
    std::string result = "write " + shapeText(wanted);
    if (!wanted.fallback.empty()) result += " (default: " + std::string(wanted.fallback) + ")";
    return result;
}

std::optional<Value> ValueChecker::check(Wanted wanted, const YamlValue& value) {
    const auto asValue = [](auto&& checked) -> std::optional<Value> {
        if (!checked) return {};
        return Value(std::move(*checked));
    };
    switch (wanted.type) {
        case ParameterType::number:
            return asValue(number(wanted, value));
        case ParameterType::integer:
            return asValue(integer(wanted, value));
        case ParameterType::boolean:
            return asValue(boolean(wanted, value));
        case ParameterType::pixels: {
            const auto pixels = wholePixels(wanted, value);
            if (!pixels) return {};
            return Value(static_cast<std::int64_t>(*pixels));
        }
        case ParameterType::length:
            return asValue(micrometres(wanted, value));
        case ParameterType::vector:
            return asValue(pair(wanted, value, &ValueChecker::realPixels));
        case ParameterType::choice:
            return asValue(choice(wanted, value));
        case ParameterType::text:
        case ParameterType::file:
        case ParameterType::expression:
            return asValue(text(wanted, value));
        case ParameterType::numbers:
            return asValue(numbers(wanted, value));
        case ParameterType::points:
            return asValue(points(wanted, value));
        case ParameterType::expressionOrPoints:
            return isSequence(value) ? asValue(points(wanted, value)) : asValue(text(wanted, value));
        case ParameterType::scale:
            return asValue(scale(wanted, value));
        case ParameterType::pixelSize:
            return asValue(pair(wanted, value, &ValueChecker::wholePixels));
        case ParameterType::matrix:
            return asValue(matrix(wanted, value));
        case ParameterType::oneOf:
            return oneOf(wanted, value);
    }
    return {};
}

std::nullopt_t ValueChecker::problem(const YamlValue& value, std::string what, std::string remedy) {
    problems_.push_back({value.mark, std::move(what), std::move(remedy)});
    return std::nullopt;
}

std::nullopt_t ValueChecker::wrongType(Wanted wanted, const YamlValue& value) {
    if (value.type == YamlValue::Type::null)
        return problem(value, "the value is missing", wantedText(wanted));
    const bool textNumber = isScalar(value) && value.quoted && parseLength(value.scalar);
    return problem(value,
                   shownText(value) + (textNumber ? " in quotes is a text, not " : " is not ") +
                       std::string(noun(wanted.type)),
                   wantedText(wanted));
}

bool ValueChecker::inRange(Wanted wanted, double value, const YamlValue& shown) {
    const double low = lowest(wanted);
    const bool enough = wanted.strictlyPositive ? value > low : value >= low;
    if (std::isfinite(value) && enough && value <= wanted.maximum) return true;
    problem(shown, shownText(shown) + " is out of range", wantedText(wanted));
    return false;
}

bool ValueChecker::rightCount(Wanted wanted, const YamlValue& value, std::size_t count, std::string_view of) {
    const bool few = count < static_cast<std::size_t>(std::max(wanted.minimumCount, 0));
    const bool many = wanted.maximumCount > 0 && count > static_cast<std::size_t>(wanted.maximumCount);
    const bool even = wanted.oddOnly && count % 2 == 0;
    if (!few && !many && !even) return true;
    problem(value, "here are " + counted(count, of), wantedText(wanted));
    return false;
}

std::optional<double> ValueChecker::number(Wanted wanted, const YamlValue& value) {
    const auto parsed = isScalar(value) && !value.quoted ? parseNumber(value.scalar) : std::nullopt;
    if (!parsed)
        return wrongType(wanted.type == ParameterType::integer ? wanted : part(wanted, ParameterType::number),
                         value);
    if (!inRange(wanted, *parsed, value)) return {};
    return parsed;
}

std::optional<std::int64_t> ValueChecker::integer(Wanted wanted, const YamlValue& value) {
    const auto parsed = number(wanted, value);
    if (!parsed) return {};
    if (std::abs(*parsed) > largestInteger)
        return problem(value, shownText(value) + " is out of range", wantedText(wanted));
    if (*parsed != std::floor(*parsed)) return wrongType(wanted, value);
    const auto whole = static_cast<std::int64_t>(*parsed);
    if (wanted.oddOnly && whole % 2 == 0)
        return problem(value, shownText(value) + " is even", wantedText(wanted));
    return whole;
}

std::optional<bool> ValueChecker::boolean(Wanted wanted, const YamlValue& value) {
    if (!isScalar(value) || value.quoted || (value.scalar != "true" && value.scalar != "false")) {
        return wrongType(wanted, value);
    }
    return value.scalar == "true";
}

std::optional<Length> ValueChecker::length(Wanted wanted, const YamlValue& value) {
    const auto parsed = isScalar(value) ? parseLength(value.scalar) : std::nullopt;
    if (!parsed || (value.quoted && parseNumber(value.scalar))) {
        const bool real = wanted.type == ParameterType::length;
        return wrongType(real ? wanted : part(wanted, ParameterType::pixels), value);
    }
    return parsed;
}

std::optional<double> ValueChecker::wholePixels(Wanted wanted, const YamlValue& value) {
    const auto parsed = length(wanted, value);
    if (!parsed) return {};
    if (!pitchUm_ && parsed->unit != LengthUnit::pixel) {
        pitchMissed_ = true;
        return 1;
    }
    const double pixels = parsed->wholePixels(pitchUm_.value_or(1));
    if (!inRange(wanted, pixels, value)) return {};
    // Without limits of its own a length still has to be a whole number.
    if (std::abs(pixels) > largestInteger)
        return problem(value, shownText(value) + " is out of range", wantedText(wanted));
    return pixels;
}

std::optional<double> ValueChecker::realPixels(Wanted wanted, const YamlValue& value) {
    const auto parsed = length(wanted, value);
    if (!parsed) return {};
    if (!pitchUm_ && parsed->unit != LengthUnit::pixel) {
        pitchMissed_ = true;
        return 1;
    }
    const double pixels = parsed->pixels(pitchUm_.value_or(1));
    if (!inRange(wanted, pixels, value)) return {};
    return pixels;
}

std::optional<double> ValueChecker::micrometres(Wanted wanted, const YamlValue& value) {
    const auto parsed = length(wanted, value);
    if (!parsed) return {};
    if (!pitchUm_ && parsed->unit == LengthUnit::pixel) {
        pitchMissed_ = true;
        return 1;
    }
    const double um = parsed->micrometres(pitchUm_.value_or(1));
    if (!inRange(wanted, um, value)) return {};
    return um;
}

std::optional<std::string> ValueChecker::choice(Wanted wanted, const YamlValue& value) {
    if (!isScalar(value)) return wrongType(wanted, value);
    const auto given = value.quoted ? std::nullopt : parseNumber(value.scalar);
    for (const std::string_view known : wanted.choices) {
        // Choices that are numbers are compared as numbers, and are not written in quotes.
        const auto number = parseNumber(known);
        if (number ? given == number : value.scalar == known) return std::string(known);
    }
    return problem(value,
                   shownText(value) +
                       (value.quoted && parseNumber(value.scalar) ? " in quotes is a text" : " is unknown"),
                   suggestion(value.scalar, wanted.choices, wantedText(wanted)));
}

std::optional<std::string> ValueChecker::text(Wanted wanted, const YamlValue& value) {
    if (!isScalar(value)) return wrongType(wanted, value);
    if (wanted.type == ParameterType::file) {
        if (value.scalar.empty()) return problem(value, "the name is empty", wantedText(wanted));
        if (firstControl(value.scalar))
            return problem(value, "a control character in a file name", wantedText(wanted));
    }
    return value.scalar;
}

std::optional<Vector> ValueChecker::pair(Wanted wanted, const YamlValue& value, Reader reader) {
    if (!isSequence(value)) return wrongType(wanted, value);
    if (value.items.size() != 2) {
        return problem(value, "here are " + counted(value.items.size(), "value") + " instead of two",
                       wantedText(wanted));
    }
    const auto x = (this->*reader)(wanted, value.items[0]);
    const auto y = (this->*reader)(wanted, value.items[1]);
    if (!x || !y) return {};
    return Vector{*x, *y};
}

std::optional<NumberMap> ValueChecker::numbers(Wanted wanted, const YamlValue& value) {
    if (!isMap(value)) return wrongType(wanted, value);
    NumberMap result;
    for (const auto& [name, entry] : value.entries) {
        if (const auto parsed = number(wanted, entry)) result.emplace_back(name.scalar, *parsed);
    }
    if (result.size() != value.entries.size()) return {};
    return result;
}

std::optional<std::vector<Vector>> ValueChecker::points(Wanted wanted, const YamlValue& value) {
    if (!isSequence(value)) return wrongType(wanted, value);
    if (!rightCount(wanted, value, value.items.size(), "point")) return {};
    std::vector<Vector> result;
    for (const YamlValue& item : value.items) {
        if (!isSequence(item) || item.items.size() != 2) {
            return problem(item, shownText(item) + " is not a point [x, y]", wantedText(wanted));
        }
        const auto point = pair(wanted, item, &ValueChecker::number);
        if (!point) return {};
        if (!result.empty() && point->x <= result.back().x) {
            return problem(item,
                           "x = " + numberText(point->x) + " does not exceed that of the point before, " +
                               numberText(result.back().x),
                           "list the points with x increasing");
        }
        result.push_back(*point);
    }
    return result;
}

std::optional<Vector> ValueChecker::scale(Wanted wanted, const YamlValue& value) {
    if (isSequence(value)) return pair(wanted, value, &ValueChecker::number);
    if (!isScalar(value)) return wrongType(wanted, value);
    const auto both = number(wanted, value);
    if (!both) return {};
    return Vector{*both, *both};
}

std::optional<Matrix> ValueChecker::matrix(Wanted wanted, const YamlValue& value) {
    if (!isSequence(value) || value.items.empty()) return wrongType(wanted, value);
    if (!rightCount(wanted, value, value.items.size(), "row")) return {};
    Matrix result;
    result.rows = static_cast<int>(value.items.size());
    for (const YamlValue& row : value.items) {
        if (!isSequence(row) || row.items.empty())
            return problem(row, shownText(row) + " is not a row", wantedText(wanted));
        if (row.items.size() != value.items.front().items.size()) {
            return problem(row,
                           "this row has " + counted(row.items.size(), "number") + ", the first has " +
                               std::to_string(value.items.front().items.size()),
                           "give all rows the same length");
        }
        if (!rightCount(wanted, row, row.items.size(), "column")) return {};
        for (const YamlValue& item : row.items) {
            const auto parsed = number(wanted, item);
            if (!parsed) return {};
            result.values.push_back(*parsed);
        }
    }
    result.columns = static_cast<int>(value.items.front().items.size());
    return result;
}

std::optional<Value> ValueChecker::oneOf(Wanted wanted, const YamlValue& value) {
    if (!isMap(value)) return wrongType(wanted, value);
    if (value.entries.size() != 1) {
        return problem(value, "here are " + counted(value.entries.size(), "key") + " instead of one",
                       wantedText(wanted));
    }
    const auto& [key, chosen] = value.entries.front();
    std::vector<std::string_view> known;
    for (const ParameterDescription& alternative : wanted.alternatives) {
        known.push_back(alternative.key);
        if (alternative.key != key.scalar) continue;
        auto checked = check(alternative, chosen);
        if (!checked) return {};
        return Value(std::make_shared<const Alternative>(Alternative{key.scalar, std::move(*checked)}));
    }
    return problem(key, "unknown key " + shownText(key), suggestion(key.scalar, known, wantedText(wanted)));
}

}  // namespace burin
