// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design_edit.hpp"
#include "core/kinds/form/description.hpp"

#include <string_view>

namespace burin {

// Parameters that belong to some choices of another one, as the teeth to a gear. \see UsedWith

/// Whether a node takes a value for a parameter. \param body  the body of the node
[[nodiscard]] bool isUsed(const ParameterDescription& parameter, const KindDescription& kind,
                          const YamlValue& body);

/// The description of a parameter for the choices of a node: a length may be a share with some of them, such
/// as `inner` of a star. \param body  the body of the node
[[nodiscard]] ParameterDescription asChosen(const ParameterDescription& parameter,
                                            const KindDescription& kind, const YamlValue& body);

/// Gives a node the values that its choices require: the parameters that belong to them and have no value get
/// their start values.
void giveStarts(DesignEdit& edit, std::string_view node, const KindDescription& kind);

/// Adapts a node to a choice that was changed: removes values that do not belong to the choice, and gives
/// start values to those that do. \param choice  the key of the parameter that has changed
void followChoice(DesignEdit& edit, std::string_view node, const KindDescription& kind,
                  std::string_view choice);

}  // namespace burin
