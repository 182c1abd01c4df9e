// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/groups/group_scope.hpp"

#include <array>

namespace burin {

/// Reads instances of groups one by one: the group, values and links of each.
///
/// Reports problems under the instance's flat name.
class InstanceReader {
  public:
    InstanceReader(const Groups& groups, std::optional<double> pitchUm, Problems& problems)
        : groups_(groups), pitchUm_(pitchUm), problems_(problems) {}

    /// \param scope  contains the instance \param flat  its name in the flat design
    /// \return its placed node with its values and links; a broken one if something is wrong
    [[nodiscard]] PlacedNode read(const GroupScope& scope, std::string flat, const YamlValue& name,
                                  const YamlValue& body);

    /// `value` with its formulas replaced by their results in `scope`; nothing if a result is not a number.
    [[nodiscard]] std::optional<YamlValue> computed(const GroupScope& scope, const std::string& flat,
                                                    std::string_view key, const YamlValue& value,
                                                    const ParameterDescription* wanted);

  private:
    [[nodiscard]] const Group* groupOf(const YamlValue& body);
    void checkKeys(const YamlValue& body);
    void readValues(const GroupScope& scope, GroupValues& values, const YamlValue& body);
    [[nodiscard]] std::optional<YamlValue> givenValue(const GroupScope& scope, const Group& group,
                                                      const GroupParameter& parameter, const YamlValue& own);
    [[nodiscard]] std::optional<YamlValue> defaultValue(const GroupValues& values,
                                                        const GroupParameter& parameter);
    /// `value` if it is valid for the parameter; otherwise nothing.
    [[nodiscard]] std::optional<YamlValue> right(const GroupParameter& parameter, YamlValue value,
                                                 const std::string& whereabouts);
    [[nodiscard]] bool readMuted(const GroupScope& scope, const YamlValue& body);
    void readLinks(const GroupScope& scope, GroupScope& inside, const YamlValue& body);
    void readLink(const GroupScope& scope, GroupScope& inside, const YamlValue& link);
    void error(std::string_view parameter, ValueProblem problem);
    /// ", in instance 'wall' (line 30)".
    [[nodiscard]] std::string here() const;

    const Groups& groups_;
    std::optional<double> pitchUm_;
    Problems& problems_;

    std::string flat_;                                    ///< flat name of the instance that is being read
    SourceMark mark_;                                     ///< place of its name
    std::array<std::size_t, allTraits.size()> linked_{};  ///< links of each trait so far
};

}  // namespace burin
