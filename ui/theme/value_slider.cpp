// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/value_slider.hpp"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace burin::ui {

namespace {

constexpr int wholeWay = 10000;
constexpr double knob = 14;
constexpr int pageSteps = 10;

}  // namespace

ValueSlider::ValueSlider(QWidget* parent) : QSlider(Qt::Horizontal, parent) {
    setRange(0, wholeWay);
    setFocusPolicy(Qt::ClickFocus);  // keyboard users use the field beside it
}

void ValueSlider::setFraction(double fraction) {
    setValue(static_cast<int>(std::lround(std::clamp(fraction, 0.0, 1.0) * wholeWay)));
}

void ValueSlider::slideTo(double x) {
    const double fraction = std::clamp((x - knob / 2) / std::max(1.0, width() - knob), 0.0, 1.0);
    setFraction(fraction);
    emit slid(fraction);
}

void ValueSlider::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return event->ignore();
    setSliderDown(true);
    emit grabbed();
    slideTo(event->position().x());
}

void ValueSlider::mouseMoveEvent(QMouseEvent* event) {
    if (isSliderDown()) slideTo(event->position().x());
}

void ValueSlider::mouseReleaseEvent(QMouseEvent*) {
    setSliderDown(false);
}

void ValueSlider::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Left:
        case Qt::Key_Down:
            return emit nudged(event->modifiers().testFlag(Qt::ShiftModifier) ? -pageSteps : -1);
        case Qt::Key_Right:
        case Qt::Key_Up:
            return emit nudged(event->modifiers().testFlag(Qt::ShiftModifier) ? pageSteps : 1);
        case Qt::Key_PageDown:
            return emit nudged(-pageSteps);
        case Qt::Key_PageUp:
            return emit nudged(pageSteps);
        case Qt::Key_Home:
            return emit slid(0);
        case Qt::Key_End:
            return emit slid(1);
        default:
            event->ignore();
    }
}

void ValueSlider::wheelEvent(QWheelEvent* event) {
    if (!hasFocus()) return event->ignore();
    if (event->angleDelta().y() != 0) emit nudged(event->angleDelta().y() > 0 ? 1 : -1);
    event->accept();
}

void ValueSlider::focusInEvent(QFocusEvent* event) {
    QSlider::focusInEvent(event);
    if (event->reason() != Qt::MouseFocusReason) emit grabbed();
}

}  // namespace burin::ui
