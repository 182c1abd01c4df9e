// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/fields/segmented_switch.hpp"

#include "ui/theme/theme.hpp"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace burin::ui {

namespace {

constexpr int barHeight = 24;
constexpr int padding = 10;
constexpr double radius = 4;

}  // namespace

SegmentedSwitch::SegmentedSwitch(const Theme& theme, const QStringList& words, QWidget* parent)
    : QWidget(parent), theme_(theme), words_(words) {
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(&theme, &Theme::changed, this, [this] { update(); });
}

int SegmentedSwitch::wordWidth(int index) const {
    return QFontMetrics(theme_.font(12, 500)).horizontalAdvance(words_[index]) + 2 * padding;
}

QSize SegmentedSwitch::sizeHint() const {
    int width = 0;
    for (int i = 0; i < words_.size(); ++i)
        width += wordWidth(i);
    return {width, barHeight};
}

QRect SegmentedSwitch::segment(int index) const {
    int x = 0;
    for (int i = 0; i < index; ++i)
        x += wordWidth(i);
    return {x, 0, wordWidth(index), barHeight};
}

void SegmentedSwitch::setChosen(int index) {
    chosen_ = index;
    update();
}

void SegmentedSwitch::pick(int index) {
    if (index == chosen_ || index < 0 || index >= words_.size()) return;
    setChosen(index);
    emit picked(index);
}

void SegmentedSwitch::mousePressEvent(QMouseEvent* event) {
    for (int i = 0; i < words_.size(); ++i) {
        if (segment(i).contains(event->position().toPoint())) return pick(i);
    }
}

void SegmentedSwitch::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right) {
        return pick(chosen_ + (event->key() == Qt::Key_Right ? 1 : -1));
    }
    QWidget::keyPressEvent(event);
}

void SegmentedSwitch::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF box = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    QPainterPath outline;
    outline.addRoundedRect(box, radius, radius);
    painter.fillPath(outline, theme_.color(Role::field));
    painter.setClipPath(outline);
    for (int i = 0; i < words_.size(); ++i) {
        const bool chosen = i == chosen_;
        if (chosen) painter.fillRect(segment(i), theme_.color(Role::selectedGround));
        painter.setPen(theme_.color(Role::border));
        if (i > 0)
            painter.drawLine(QPointF(segment(i).x() + 0.5, 0), QPointF(segment(i).x() + 0.5, barHeight));
        painter.setFont(theme_.font(12, chosen ? 500 : 400));
        painter.setPen(theme_.color(!isEnabled() ? Role::quiet : chosen ? Role::accent : Role::text));
        painter.drawText(segment(i), Qt::AlignCenter, words_[i]);
    }
    painter.setClipping(false);
    painter.setPen(QPen(theme_.color(hasFocus() ? Role::accent : Role::border), hasFocus() ? 2 : 1));
    painter.drawPath(outline);
}

}  // namespace burin::ui
