// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/fields/cut_label.hpp"

#include "ui/words/cut_text.hpp"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

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
    updateGeometry();
    update();
}

QSize CutLabel::sizeHint() const {
    const QMargins sides = contentsMargins();
    return {fontMetrics().horizontalAdvance(text_) + 2 + sides.left() + sides.right(), 24};
}

/// Shows the whole text as a tooltip if it is cut and no other tooltip is set.
bool CutLabel::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip && toolTip().isEmpty() &&
        fontMetrics().horizontalAdvance(text_) > contentsRect().width()) {
        QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), text_, this);
        return true;
    }
    return QWidget::event(event);
}

void CutLabel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setPen(theme_.color(role_));
    // Shrink the font by a pixel before cutting the text.
    if (fontMetrics().horizontalAdvance(text_) > contentsRect().width()) {
        QFont smaller = font();
        smaller.setPixelSize(smaller.pixelSize() - 1);
        painter.setFont(smaller);
    }
    painter.drawText(contentsRect(), Qt::AlignLeft | Qt::AlignVCenter,
                     cutText(text_, painter.fontMetrics(), contentsRect().width()));
}

}  // namespace burin::ui
