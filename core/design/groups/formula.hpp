// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/yaml.hpp"
#include "core/expression/expression.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace burin {

/// A value of a group's node that is computed from the group's parameters: a text that begins with `=`.
///
/// Immutable and cheap to copy; thread-safe.
class GroupFormula {
  public:
    /// Whether `value` is a formula: a text that begins with `=`.
    [[nodiscard]] static bool stands(const YamlValue& value);

    /// Parses `text`, which begins with `=`. Offsets of problems count from there.
    /// \param names  of the parameters; formulas also know `um`
    [[nodiscard]] static std::variant<GroupFormula, ExpressionProblem> parse(std::string_view text,
                                                                             std::vector<std::string> names);

    /// The index of the parameter whose name is the whole formula.
    [[nodiscard]] std::optional<std::size_t> onlyName() const { return onlyName_; }
    /// Whether the formula uses a parameter.
    [[nodiscard]] bool uses(std::size_t parameter) const { return expression_.uses(parameter); }

    /// The result in binary64, rounded to 15 significant digits; may be NaN or infinite.
    /// \param numbers  of the parameters that parse() was given
    [[nodiscard]] double value(std::span<const double> numbers, double pitchUm) const;

  private:
    GroupFormula(Expression expression, std::size_t parameters, std::optional<std::size_t> onlyName)
        : expression_(std::move(expression)), parameters_(parameters), onlyName_(onlyName) {}

    Expression expression_;
    std::size_t parameters_;  ///< number of parameters
    std::optional<std::size_t> onlyName_;
};

/// Whether a text in a node's values is a formula in a group. Expressions and links are not examined.
[[nodiscard]] bool looksComputed(const YamlValue& value);

/// `value` rounded to 15 significant decimal digits, so that 0.1 * 30 is 3.
[[nodiscard]] double roundedTo15Digits(double value);

}  // namespace burin
