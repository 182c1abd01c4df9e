// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/cut_label.hpp"

#include <QPainter>

namespace burin::ui {

CutLabel::CutLabel(const Theme& theme, const QString& text, QWidget* parent)
    : QWidget(parent), theme_(theme), text_(text) {
    setFont(theme.font(13));
    setAccessibleName(text);
    connect(&theme, &Theme::changed, this, [this] { update(); });
}

void CutLabel::setText(const QString& text) {
    text_ = text;
    setAccessibleName(text);
    update();
}

QSize CutLabel::sizeHint() const {
    return {fontMetrics().horizontalAdvance(text_) + 2, 24};
}

void CutLabel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setPen(theme_.color(role_));
    // A title that is a little too long is better small than cut.
    if (fontMetrics().horizontalAdvance(text_) > width()) {
        QFont smaller = font();
        smaller.setPixelSize(smaller.pixelSize() - 1);
        painter.setFont(smaller);
    }
    painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(text_, Qt::ElideRight, width()));
}

}  // namespace burin::ui
