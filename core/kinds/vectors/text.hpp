// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/vectors/drawn_outline.hpp"

namespace burin {

/// Lettering: one text, or a series of them.
struct DrawnText : DrawnOutline {};

[[nodiscard]] Kind textKind();

}  // namespace burin
