// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design_edit.hpp"
#include "core/kinds/description.hpp"

#include <string_view>

namespace burin::ui {

/// Gives a new node what its kind asks for and has no default, so that it computes something at once; files
/// are left open. \param bounded  whether it needs a size where its kind may have one
void giveStartValues(DesignEdit& edit, std::string_view node, const KindDescription& kind, bool bounded);

}  // namespace burin::ui
