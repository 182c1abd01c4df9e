// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>

namespace burin::ui {

/// The studio's minimum size in logical pixels, if the screen is large enough.
inline constexpr QSize leastSize{1120, 720};

/// A size for the first window, so that it fits into `available` with its frame and title bar. Logical
/// pixels.
[[nodiscard]] QSize firstSize(QSize wanted, QSize available);
/// leastSize, limited to the size of the screen.
[[nodiscard]] QSize leastSizeOn(QSize available);

}  // namespace burin::ui
