// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design_edit.hpp"
#include "core/kinds/form/description.hpp"

#include <string_view>

namespace burin::ui {

/// Gives a new node values for required parameters without a default, so that it computes something at once;
/// files stay unset. \param bounded  whether the node gets a size if its kind can have one
void giveStartValues(DesignEdit& edit, std::string_view node, const KindDescription& kind, bool bounded);

}  // namespace burin::ui
