// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/yaml.hpp"
#include "core/kinds/form/description.hpp"

#include <QString>

namespace burin::ui {

/// A value as the history shows it: `0.4 mm`, `16 bit`, `yes`, `5 points`, `1 - d / D`. Long texts are cut.
/// \param value  nullptr: the default, or none. Pure.
[[nodiscard]] QString valueWords(const ParameterDescription& wanted, const YamlValue* value);

/// A choice as shown to users: "dark_deep" is "dark deep".
[[nodiscard]] QString choiceText(std::string_view choice);

}  // namespace burin::ui
