// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/problems.hpp"
#include "core/design/version.hpp"
#include "core/design/yaml.hpp"
#include "core/geometry/length.hpp"
#include "core/kinds/form/description.hpp"
#include "core/kinds/form/values.hpp"

#include <optional>
#include <vector>

namespace burin {

/// Reads values of the file and checks them against their parameter descriptions.
///
/// If a value does not match, the function returns nothing and adds at least one error, which says at the
/// innermost place what is wrong and how to correct it.
class ValueChecker {
  public:
    /// \param pitchUm  the pitch; nothing if the design does not give it (see pitchMissed())
    /// \param version  the version of the design; features of later versions are refused
    ValueChecker(std::optional<double> pitchUm, std::vector<ValueProblem>& problems,
                 int version = newestVersion)
        : pitchUm_(pitchUm), problems_(problems), version_(version) {}

    /// Whether a value could not be converted because the pitch is unknown. Such values count as correct.
    [[nodiscard]] bool pitchMissed() const { return pitchMissed_; }

    using Wanted = const ParameterDescription&;

    /// The value in the form that ParameterType describes.
    [[nodiscard]] std::optional<Value> check(Wanted wanted, const YamlValue& value);

    // Parts of check(), for the types.
    [[nodiscard]] std::optional<double> number(Wanted wanted, const YamlValue& value);
    [[nodiscard]] std::optional<std::int64_t> integer(Wanted wanted, const YamlValue& value);
    [[nodiscard]] std::optional<Length> length(Wanted wanted, const YamlValue& value);
    [[nodiscard]] std::optional<double> wholePixels(Wanted wanted, const YamlValue& value);
    [[nodiscard]] std::optional<double> realPixels(Wanted wanted, const YamlValue& value);
    [[nodiscard]] std::optional<double> micrometres(Wanted wanted, const YamlValue& value);
    [[nodiscard]] std::optional<std::string> text(Wanted wanted, const YamlValue& value);

    using Reader = std::optional<double> (ValueChecker::*)(Wanted, const YamlValue&);
    /// A list of two values, each read by `reader`.
    [[nodiscard]] std::optional<Vector> pair(Wanted wanted, const YamlValue& value, Reader reader);

    // Checks and reports for the types.
    /// Checks the range; `shown` is the value as it is written in the file.
    [[nodiscard]] bool inRange(Wanted wanted, double value, const YamlValue& shown);
    [[nodiscard]] bool rightCount(Wanted wanted, const YamlValue& value, std::size_t count,
                                  std::string_view noun);
    /// Adds the problem that `value` has the wrong type. Returns nothing.
    std::nullopt_t wrongType(Wanted wanted, const YamlValue& value);
    std::nullopt_t problem(const YamlValue& value, std::string reason, std::string advice,
                           std::vector<std::string> details = {});
    /// Adds a warning about a value that is as described.
    void warning(const YamlValue& value, std::string reason, std::string advice,
                 std::vector<std::string> details);
    /// Whether the design's version has the features of version `since`; if not, adds the problem at
    /// `subject`.
    [[nodiscard]] bool hasVersion(int since, const YamlValue& subject);

  private:
    std::optional<double> pitchUm_;
    std::vector<ValueProblem>& problems_;
    int version_;
    bool pitchMissed_ = false;
};

/// The place in the file of byte `offset` of a text, which may lie on a later line; the value's start if that
/// place is unknown.
[[nodiscard]] SourceMark markInText(const YamlValue& value, std::size_t offset);

/// A value in a message: its text in quotes, or "a list", "a map", "nothing".
[[nodiscard]] std::string shownText(const YamlValue& value);

/// Whether a text in quotes would be a number, a length, true, false, a list or a map without them.
[[nodiscard]] bool isValueInQuotes(const YamlValue& value);

/// Whether a value directly follows a comma between two digits, as in `[1,5, 2]` and `{x: 1,5}`.
[[nodiscard]] bool followsDecimalComma(const YamlValue& value);

/// A clause, after a colon, if a value seems to be written with a decimal comma. YAML reads the comma as a
/// separator of two values; `value` may be the second one, or the list of both. Empty otherwise.
[[nodiscard]] std::string commaRemark(const YamlValue& value);

}  // namespace burin
