// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/first_size.hpp"

namespace burin::ui {

namespace {

/// The largest usual window decoration. Only the window manager knows the real one, and only once the window
/// is shown.
constexpr QSize frame{8, 40};

}  // namespace

QSize firstSize(QSize wanted, QSize available) {
    return wanted.boundedTo(available - frame);
}

QSize leastSizeOn(QSize available) {
    return leastSize.boundedTo(available - frame);
}

}  // namespace burin::ui
