// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/vectors/drawn_outline.hpp"

namespace burin {

/// A plain shape: a rectangle, an ellipse, a polygon, a star, a ring, a cross, a line, an arrow or a gear.
struct PlainShape : DrawnOutline {};

[[nodiscard]] Kind shapeKind();

}  // namespace burin
