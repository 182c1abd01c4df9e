// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/vectors/drawn_outline.hpp"

namespace burin {

/// A path: path data.
struct DrawnPath : DrawnOutline {};

[[nodiscard]] Kind pathKind();

}  // namespace burin
