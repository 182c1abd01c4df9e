// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"

#include <QString>

namespace burin::ui {

/// `2 m × 2 m`: of a design's surface; empty where it has none.
[[nodiscard]] QString surfaceText(const Design& design);

}  // namespace burin::ui
