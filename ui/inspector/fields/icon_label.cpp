// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/fields/icon_label.hpp"

namespace burin::ui {

IconLabel::IconLabel(const Theme& theme, int px, QWidget* parent) : QLabel(parent), theme_(theme), px_(px) {
    connect(&theme, &Theme::changed, this, &IconLabel::draw);
}

void IconLabel::setIcon(const QString& name, Role role) {
    name_ = name;
    role_ = role;
    draw();
}

void IconLabel::draw() {
    if (!name_.isEmpty()) setPixmap(theme_.pixmap(name_, px_, role_, devicePixelRatioF()));
}

}  // namespace burin::ui
