// SPDX-License-Identifier: GPL-3.0-or-later

// Events of the viewport: keys that have no action of their own, and screens.

#include "ui/model/previews/previews.hpp"
#include "ui/viewport/viewport_widget.hpp"

#include <QKeyEvent>

namespace burin::ui {

namespace {

constexpr double arrowStep = 64;
constexpr double wipeStep = 16;
constexpr double turnStep = 5;  ///< in degrees

}  // namespace

bool ViewportWidget::event(QEvent* event) {
    // Here Space pans and Copy copies the probe, also if they do something else in the rest of the window.
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Space || key->key() == Qt::Key_Escape ||
            (key->matches(QKeySequence::Copy) && hasProbe()))
            event->accept();
    }
    // While things are placed, Tab goes to the next one.
    if (event->type() == QEvent::KeyPress && placeByKey(*static_cast<QKeyEvent*>(event))) return true;
    // A screen with another factor need not change the size of the widget.
    if (event->type() == QEvent::ScreenChangeInternal) relief_.setScreen(size(), devicePixelRatioF());
    return QOpenGLWidget::event(event);
}

/// Whether the probe has a sample, or A/B has a pair of them.
bool ViewportWidget::hasProbe() const {
    return wipe_.on() ? wipe_.probes().has_value() : workbench_.previews.probe().has_value();
}

void ViewportWidget::keyPressEvent(QKeyEvent* event) {
    const Qt::KeyboardModifiers modifiers = event->modifiers() & ~Qt::KeypadModifier;
    QPointF direction;
    if (event->key() == Qt::Key_Left) direction = {-1, 0};
    if (event->key() == Qt::Key_Right) direction = {1, 0};
    if (event->key() == Qt::Key_Up) direction = {0, -1};
    if (event->key() == Qt::Key_Down) direction = {0, 1};
    if (event->key() == Qt::Key_Space) {
        space_ = true;
        updateCursor();
    } else if (event->key() == Qt::Key_Escape) {
        escape();
    } else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        setPoint();
    } else if (event->matches(QKeySequence::Copy)) {
        if (hasProbe()) emit copyWanted();
    } else if (direction.isNull()) {
        QOpenGLWidget::keyPressEvent(event);
    } else if (hasWipeLine() && modifiers == (Qt::ControlModifier | Qt::ShiftModifier)) {
        wipe_.setPlace(wipe_.place() + direction.x() * wipeStep / width());
    } else if (modifiers == Qt::ShiftModifier) {
        moveProbe(static_cast<int>(direction.x()), static_cast<int>(direction.y()));
    } else if (relief_.on() && modifiers == Qt::NoModifier) {
        relief_.turn(direction.x() * turnStep, -direction.y() * turnStep);
    } else if (relief_.on() && modifiers == Qt::ControlModifier) {
        panBy(-direction * arrowStep);
    } else if (modifiers == Qt::ControlModifier) {
        setViewpoint(
            goal().panned({-direction.x() * viewSize().width(), -direction.y() * viewSize().height()}));
    } else if (modifiers == Qt::NoModifier) {
        setViewpoint(goal().panned(-direction * arrowStep));
    } else {
        QOpenGLWidget::keyPressEvent(event);
    }
}

void ViewportWidget::keyReleaseEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Space && !event->isAutoRepeat()) {
        space_ = false;
        updateCursor();
    }
    QOpenGLWidget::keyReleaseEvent(event);
}

void ViewportWidget::focusOutEvent(QFocusEvent* event) {
    space_ = false;
    updateCursor();
    QOpenGLWidget::focusOutEvent(event);
}

}  // namespace burin::ui
