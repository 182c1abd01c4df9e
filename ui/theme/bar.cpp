// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/bar.hpp"

namespace burin::ui {

Bar::Bar(QWidget* parent) : QWidget(parent) {
    setAttribute(Qt::WA_StyledBackground);
}

}  // namespace burin::ui
