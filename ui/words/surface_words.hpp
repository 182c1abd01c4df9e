// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"

#include <QString>

namespace burin::ui {

/// `2 m × 2 m`: the size of a design's surface; empty if there is none.
[[nodiscard]] QString surfaceText(const Design& design);

/// `15 × 13 mm`, `2 m × 2 m`: the same with a unit that is not repeated in a long text.
[[nodiscard]] QString shortSurfaceText(const Design& design);

/// `1 024 × 768 px, 10.24 × 7.68 mm, 8 bits`: the picture that a node reads; empty if it reads none.
/// \param pixelUm  the pitch in micrometres
[[nodiscard]] QString pictureText(const DesignNode& node, double pixelUm);

}  // namespace burin::ui
