// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/groups/group.hpp"

#include <optional>
#include <string>
#include <vector>

namespace burin {

/// The parameters of one instance, and the results of formulas for them.
class GroupValues {
  public:
    GroupValues(const Group& group, std::optional<double> pitchUm)
        : group_(group), pitchUm_(pitchUm.value_or(1)) {}

    [[nodiscard]] const Group& group() const { return group_; }
    /// The values so far, as written or computed, in the order of the group's parameters.
    [[nodiscard]] const std::vector<YamlValue>& values() const { return values_; }
    /// Adds the value of the next parameter. \pre it has been checked
    void add(YamlValue value);

    /// `value` with each formula replaced by its result, which keeps the formula's place in the file.
    /// \param wanted  what the value must be, or nullptr if that is unknown
    /// \return nothing if a result is not a finite number; `problems` says which
    [[nodiscard]] std::optional<YamlValue> computed(const YamlValue& value,
                                                    const ParameterDescription* wanted,
                                                    std::vector<ValueProblem>& problems) const;
    /// The number of a parameter, as text for a node's `parameters`.
    [[nodiscard]] YamlValue numberText(std::size_t parameter) const;

  private:
    [[nodiscard]] std::optional<YamlValue> result(const YamlValue& value, const GroupFormula& formula,
                                                  const ParameterDescription* wanted,
                                                  std::vector<ValueProblem>& problems) const;

    const Group& group_;
    double pitchUm_;
    std::vector<YamlValue> values_;
    std::vector<double> numbers_;  ///< the numbers of the values; NaN for types that have none
};

/// The description of the part of a value under `key`, if `wanted` describes the value; otherwise `wanted`
/// itself.
[[nodiscard]] const ParameterDescription* wantedInside(const ParameterDescription* wanted,
                                                       std::string_view key);
/// Whether a formula that consists of a parameter's name gives the parameter's number, and not its value as
/// it is written.
[[nodiscard]] bool givesNumber(const GroupParameterType& type, const ParameterDescription* wanted);
/// The result of a formula as it would be written for `wanted`, which may be nullptr.
[[nodiscard]] YamlValue writtenResult(double number, const ParameterDescription* wanted);

/// The description of a key of a node: a key of its kind, or a key of every node. nullptr if it is unknown.
[[nodiscard]] const ParameterDescription* wantedUnder(const Kind* kind, std::string_view key);

}  // namespace burin
