// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/outlines/outline.hpp"

namespace burin {

/// The rectangle of all points and control points: contains the contours. \pre !list.empty()
[[nodiscard]] PlaneBox hullOf(const ContourList& list);
/// The smallest rectangle around the contours. \pre !list.empty()
[[nodiscard]] PlaneBox boundsOf(const ContourList& list);

}  // namespace burin
