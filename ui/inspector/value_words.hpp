// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/yaml.hpp"
#include "core/kinds/description.hpp"

#include <QString>

namespace burin::ui {

/// A value of the file as the history names it: `0.4 mm`, `16 bit`, `yes`, `5 points`, `1 - d / D`. Long
/// texts are cut. \param value  nullptr: the default, or none. Pure.
[[nodiscard]] QString valueWords(const ParameterDescription& wanted, const YamlValue* value);

/// A choice as people read it: "dark_deep" is "dark deep".
[[nodiscard]] QString choiceText(std::string_view choice);

}  // namespace burin::ui
