// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/groups/group.hpp"

#include <functional>

namespace burin {

/// Reads one group of a design and checks everything that does not depend on its instances.
class GroupReader {
  public:
    GroupReader(std::span<const Kind> kinds, std::optional<double> pitchUm, Problems& problems,
                const std::stop_token& stop)
        : kinds_(kinds), pitchUm_(pitchUm), problems_(problems), stop_(stop) {}

    /// The group, with itself as its culprit if anything in it is wrong.
    /// \throws Cancelled soon after a stop
    [[nodiscard]] Group read(const YamlValue& name, const YamlValue& body);

  private:
    void readParameters(const YamlValue& body);
    void readParameter(const YamlValue& name, const YamlValue& body);
    void readLimits(GroupParameter& parameter, const YamlValue& name, const YamlValue& body);
    void readChoices(GroupParameter& parameter, const YamlValue& name, const YamlValue& body);
    /// \param sound  whether the parameter's rule was read without errors
    void readFallback(GroupParameter& parameter, const YamlValue& body, bool sound);
    void readSockets(const YamlValue& body);
    void readSocket(const YamlValue& entry);
    void readNodes(const YamlValue& body);
    void readNode(const YamlValue& name, const YamlValue& body);
    void readLinks(const YamlValue& body, const Kind* kind);
    void readExpressions(const YamlValue& body, const Kind& kind);
    void readFormulas(const YamlValue& value, std::size_t parameters);
    void readOutput(const YamlValue& body);

    /// Checks a value against `rule`; reports problems under `key`.
    bool checkValue(const ParameterDescription& rule, std::string_view key, const YamlValue& value);
    void checkKeys(const YamlValue& map, std::string_view subject,
                   const std::vector<std::string_view>& known);
    void complain(SourceMark mark, std::string reason, std::string advice,
                  std::vector<std::string> details = {});

    std::span<const Kind> kinds_;
    std::optional<double> pitchUm_;
    Problems& problems_;
    const std::stop_token& stop_;

    Group group_;       ///< the group that is being read
    std::string node_;  ///< the node of it that is being read, or empty
    std::string parameter_;
    std::span<const YamlEntry> below_;  ///< the parameters below the one that is being read
};

}  // namespace burin
