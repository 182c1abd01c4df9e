// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/queue/alert_strip.hpp"

#include "ui/theme/style_property.hpp"
#include "ui/theme/theme.hpp"

#include <QHBoxLayout>
#include <QLabel>
#include <QStyle>

namespace burin::ui {

AlertStrip::AlertStrip(const Theme& theme, QWidget* parent)
    : QFrame(parent), theme_(theme), icon_(new QLabel(this)), words_(new QLabel(this)) {
    words_->setObjectName("export.alert");
    words_->setWordWrap(true);
    words_->setFont(theme.font(13, 500));
    words_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(16, 8, 16, 8);
    row->setSpacing(8);
    row->addWidget(icon_, 0, Qt::AlignTop);
    row->addWidget(words_, 1);
    clear();
}

void AlertStrip::say(Kind kind, const QString& icon, const QString& words) {
    const Role role = kind == Kind::error     ? Role::error
                      : kind == Kind::warning ? Role::warning
                                              : Role::accent;
    setStyleProperty(this, "look",
                     kind == Kind::error     ? "error"
                     : kind == Kind::warning ? "warning"
                                             : "info");
    icon_->setPixmap(theme_.pixmap(icon, 16, role, devicePixelRatioF()));
    words_->setText(words);
    setVisible(true);
}

void AlertStrip::clear() {
    words_->clear();
    setVisible(false);
}

}  // namespace burin::ui
