// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/queue/state_chip.hpp"

#include <QPainter>

namespace burin::ui {

namespace {

constexpr int chipPadding = 10;
constexpr int iconSize = 16;
constexpr int chipGap = 6;

}  // namespace

StateChip::StateChip(const Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(&theme, &Theme::changed, this, [this] { update(); });
}

void StateChip::setLook(const StateLook& look) {
    look_ = look;
    setAccessibleName(look.word);
    updateGeometry();
    update();
}

QSize StateChip::sizeHint() const {
    const int word = QFontMetrics(theme_.font(13, 500)).horizontalAdvance(look_.word);
    return {chipPadding + iconSize + chipGap + word + chipPadding + 2, 28};
}

void StateChip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor color = theme_.color(look_.role);
    QColor ground = color;
    ground.setAlphaF(0.16F);
    QColor edge = color;
    edge.setAlphaF(0.35F);
    painter.setPen(edge);
    painter.setBrush(ground);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter.drawPixmap(chipPadding, (height() - iconSize) / 2,
                       theme_.pixmap(look_.icon, iconSize, look_.role, devicePixelRatioF()));
    painter.setPen(color);
    painter.setFont(theme_.font(13, 500));
    painter.drawText(rect().adjusted(chipPadding + iconSize + chipGap, 0, 0, 0), Qt::AlignVCenter,
                     look_.word);
}

}  // namespace burin::ui
