// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/problems.hpp"
#include "core/design/yaml.hpp"
#include "core/geometry/length.hpp"
#include "core/kinds/description.hpp"
#include "core/kinds/values.hpp"

#include <optional>
#include <vector>

namespace burin {

/// Reads values of the file as their descriptions want them.
///
/// Every function returns nothing where the value is not as described, and then has added at least one
/// problem: what is wrong, at the innermost place, and what would be right.
class ValueChecker {
  public:
    /// \param pitchUm  the pitch; nothing where the design does not say it (see pitchMissed())
    ValueChecker(std::optional<double> pitchUm, std::vector<ValueProblem>& problems)
        : pitchUm_(pitchUm), problems_(problems) {}

    /// The value as ParameterType says.
    [[nodiscard]] std::optional<Value> check(const ParameterDescription& wanted, const YamlValue& value);

    /// Whether a value could not be converted because the pitch is not known. Such values count as right.
    [[nodiscard]] bool pitchMissed() const { return pitchMissed_; }

  private:
    using Wanted = const ParameterDescription&;

    [[nodiscard]] std::optional<double> number(Wanted wanted, const YamlValue& value);
    [[nodiscard]] std::optional<std::int64_t> integer(Wanted wanted, const YamlValue& value);
    [[nodiscard]] std::optional<bool> boolean(Wanted wanted, const YamlValue& value);
    [[nodiscard]] std::optional<Length> length(Wanted wanted, const YamlValue& value);
    [[nodiscard]] std::optional<double> wholePixels(Wanted wanted, const YamlValue& value);
    [[nodiscard]] std::optional<double> realPixels(Wanted wanted, const YamlValue& value);
    [[nodiscard]] std::optional<double> micrometres(Wanted wanted, const YamlValue& value);
    [[nodiscard]] std::optional<std::string> choice(Wanted wanted, const YamlValue& value);
    [[nodiscard]] std::optional<std::string> text(Wanted wanted, const YamlValue& value);
    [[nodiscard]] std::optional<NumberMap> numbers(Wanted wanted, const YamlValue& value);
    [[nodiscard]] std::optional<std::vector<Vector>> points(Wanted wanted, const YamlValue& value);
    [[nodiscard]] std::optional<Vector> scale(Wanted wanted, const YamlValue& value);
    [[nodiscard]] std::optional<Matrix> matrix(Wanted wanted, const YamlValue& value);
    [[nodiscard]] std::optional<Value> oneOf(Wanted wanted, const YamlValue& value);

    using Reader = std::optional<double> (ValueChecker::*)(Wanted, const YamlValue&);
    /// A list of two values, each read by `reader`.
    [[nodiscard]] std::optional<Vector> pair(Wanted wanted, const YamlValue& value, Reader reader);

    /// Checks the range; `shown` is how the value stands in the file.
    [[nodiscard]] bool inRange(Wanted wanted, double value, const YamlValue& shown);
    [[nodiscard]] bool rightCount(Wanted wanted, const YamlValue& value, std::size_t count,
                                  std::string_view noun);
    /// Adds the problem that `value` is no such thing. Returns nothing, of any type.
    std::nullopt_t wrongType(Wanted wanted, const YamlValue& value);
    std::nullopt_t problem(const YamlValue& value, std::string what, std::string remedy);

    std::optional<double> pitchUm_;
    std::vector<ValueProblem>& problems_;
    bool pitchMissed_ = false;
};

/// What would be right: the shape, range, unit, choices and default of a parameter.
[[nodiscard]] std::string wantedText(const ParameterDescription& wanted);

/// A value in a message: its text in quotes, or "a list", "a map", "nothing".
[[nodiscard]] std::string shownText(const YamlValue& value);

}  // namespace burin
