// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Parts that several types of parameters share.

#include "core/design/parameter_types.hpp"
#include "core/design/value_checker.hpp"

#include <optional>
#include <string>
#include <utility>

namespace burin {

/// The range of a parameter's numbers with its unit, such as " from 0 to 1"; empty: any number.
[[nodiscard]] std::string rangeText(const ParameterDescription& wanted);

/// How many points, rows or columns a parameter takes, such as "2 or more".
[[nodiscard]] std::string countText(const ParameterDescription& wanted);

/// 1, or the nearest number within the limits. A size with two limits starts a third of the way between them
/// on a logarithmic scale, because users change sizes by factors.
[[nodiscard]] double startNumber(const ParameterDescription& parameter);

[[nodiscard]] std::optional<YamlValue> startsAsNumber(const ParameterDescription& parameter);
[[nodiscard]] std::optional<YamlValue> startsEmpty(const ParameterDescription& parameter);
/// Returns nothing, because only the user can know the start value.
[[nodiscard]] std::optional<YamlValue> startsAsTheUserSays(const ParameterDescription& parameter);

/// The result of a reader as a Value.
template <class T>
[[nodiscard]] std::optional<Value> checkedValue(std::optional<T> value) {
    if (!value) return {};
    return Value(std::move(*value));
}

/// Reads a value with a function of ValueChecker.
template <auto reader>
[[nodiscard]] std::optional<Value> readBy(ValueChecker& checker, const ParameterDescription& wanted,
                                          const YamlValue& value) {
    return checkedValue((checker.*reader)(wanted, value));
}

/// Reads a list of two values with a function of ValueChecker.
template <auto reader>
[[nodiscard]] std::optional<Value> readPairBy(ValueChecker& checker, const ParameterDescription& wanted,
                                              const YamlValue& value) {
    return checkedValue(checker.pair(wanted, value, reader));
}

}  // namespace burin
