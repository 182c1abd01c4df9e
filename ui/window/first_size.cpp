// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/first_size.hpp"

namespace burin::ui {

namespace {

/// What desktops put around a window at most; the window manager alone knows, and not before the window is
/// there.
constexpr QSize frame{8, 40};

}  // namespace

QSize firstSize(QSize wanted, QSize available) {
    return wanted.boundedTo(available - frame);
}

QSize leastSizeOn(QSize available) {
    return leastSize.boundedTo(available - frame);
}

}  // namespace burin::ui
