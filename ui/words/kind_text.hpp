// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"
#include "core/kinds/form/description.hpp"

#include <QString>

#include <string_view>

namespace burin::ui {

/// A text from a description, translated.
[[nodiscard]] QString kindText(std::string_view text);

/// A parameter's name for users: its title, or its key as words if it has no title.
[[nodiscard]] QString titleOf(const ParameterDescription& wanted);

/// The title of a parameter that has only a name: `u_x` is shown as "u x". Names stay as they are in
/// formulas.
[[nodiscard]] QString wordsOfName(const QString& name);

/// The name of a node's parameter as the inspector shows it; `node` may be null if the node is not known.
[[nodiscard]] QString titleOf(const DesignNode* node, std::string_view key);

}  // namespace burin::ui
