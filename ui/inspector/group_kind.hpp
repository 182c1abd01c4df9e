// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"
#include "core/geometry/length.hpp"

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace burin::ui {

/// A group described like a kind, so that its instances are shown and edited like any other node.
///
/// The parameters are those of the group; the links are its sockets. The texts of the description belong to
/// the design, which this object keeps alive.
class GroupKind {
  public:
    /// \pre `design` has a group of that name
    GroupKind(std::shared_ptr<const Design> design, std::span<const Kind> kinds, std::string_view group);

    [[nodiscard]] const KindDescription& description() const { return description_; }
    /// The type of a parameter, by its place in the description.
    [[nodiscard]] const GroupParameterType& parameterType(std::size_t place) const {
        return *group_.parameters[place].type;
    }
    /// The sockets of the group, in order.
    [[nodiscard]] const std::vector<Socket>& sockets() const { return group_.sockets; }
    /// A parameter's value in an instance; a computed length is in the unit of the parameter, or of the
    /// lengths in its formula. Nothing if the instance has problems.
    [[nodiscard]] std::optional<YamlValue> shownValue(std::string_view parameter,
                                                      const DesignInstance& instance) const;
    /// Whether a group of `design` would have the same description.
    [[nodiscard]] bool describes(const Design& design, std::string_view group) const;

  private:
    [[nodiscard]] LengthUnit unitOf(std::size_t place, const YamlValue& value,
                                    const std::vector<LengthUnit>& above) const;

    std::shared_ptr<const Design> design_;
    const YamlValue& body_;
    Group group_;
    std::deque<std::string> fallbacks_;  ///< the texts of the defaults
    KindDescription description_;
};

}  // namespace burin::ui
