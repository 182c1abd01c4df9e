// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/fields/range_slider.hpp"

#include "ui/theme/theme.hpp"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace burin::ui {

namespace {

constexpr double knobSide = 14;
constexpr double trackHeight = 4;
constexpr double keyStep = 0.01;
constexpr double pageStep = 0.1;

}  // namespace

RangeSlider::RangeSlider(const Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
    setFocusPolicy(Qt::ClickFocus);  // keyboard users use the fields beside it
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void RangeSlider::setFractions(double low, double high) {
    low_ = std::clamp(low, 0.0, 1.0);
    high_ = std::clamp(high, low_, 1.0);
    update();
}

double RangeSlider::xOf(double fraction) const {
    return knobSide / 2 + fraction * (width() - knobSide);
}

void RangeSlider::slideTo(double fraction) {
    const double inside = upper_ ? std::clamp(fraction, low_, 1.0) : std::clamp(fraction, 0.0, high_);
    knob() = inside;
    update();
    emit slid(upper_, inside);
}

void RangeSlider::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return event->ignore();
    const double x = event->position().x();
    const double toLow = std::abs(x - xOf(low_));
    const double toHigh = std::abs(x - xOf(high_));
    // If both knobs are at one place, the one that can move towards the pointer is taken.
    upper_ = toLow == toHigh ? x > xOf(high_) : toHigh < toLow;
    held_ = true;
    emit grabbed();
    slideTo((x - knobSide / 2) / std::max(1.0, width() - knobSide));
}

void RangeSlider::mouseMoveEvent(QMouseEvent* event) {
    if (held_) slideTo((event->position().x() - knobSide / 2) / std::max(1.0, width() - knobSide));
}

void RangeSlider::mouseReleaseEvent(QMouseEvent*) {
    held_ = false;
}

void RangeSlider::keyPressEvent(QKeyEvent* event) {
    const double step = event->modifiers().testFlag(Qt::ShiftModifier) ? pageStep : keyStep;
    switch (event->key()) {
        case Qt::Key_Left:
        case Qt::Key_Down:
            return slideTo(knob() - step);
        case Qt::Key_Right:
        case Qt::Key_Up:
            return slideTo(knob() + step);
        case Qt::Key_Space:
            upper_ = !upper_;
            return update();
        default:
            event->ignore();
    }
}

void RangeSlider::focusInEvent(QFocusEvent* event) {
    if (event->reason() != Qt::MouseFocusReason) emit grabbed();
    update();
}

void RangeSlider::focusOutEvent(QFocusEvent*) {
    update();
}

void RangeSlider::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setOpacity(isEnabled() ? 1 : 0.4);
    const double top = (height() - trackHeight) / 2;
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme_.color(Role::strongLine));
    painter.drawRoundedRect(QRectF(2, top, width() - 4, trackHeight), 2, 2);
    painter.setBrush(theme_.color(Role::accent));
    painter.drawRect(QRectF(xOf(low_), top, xOf(high_) - xOf(low_), trackHeight));
    for (const bool upper : {!upper_, upper_}) {
        const bool active = hasFocus() && upper == upper_;
        painter.setPen(QPen(theme_.color(active ? Role::text : Role::accent), 2));
        painter.setBrush(theme_.color(active ? Role::accent : Role::panel));
        painter.drawEllipse(QPointF(xOf(upper ? high_ : low_), height() / 2.0), knobSide / 2 - 1,
                            knobSide / 2 - 1);
    }
}

}  // namespace burin::ui
