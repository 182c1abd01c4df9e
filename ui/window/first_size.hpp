// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>

namespace burin::ui {

/// The studio's least size in logical pixels, where the screen has that many.
inline constexpr QSize leastSize{1024, 700};

/// A size for the first window that fits with its frame and title bar into `available`, both in logical
/// pixels.
[[nodiscard]] QSize firstSize(QSize wanted, QSize available);
/// leastSize, or less on a screen that is smaller than that.
[[nodiscard]] QSize leastSizeOn(QSize available);

}  // namespace burin::ui
