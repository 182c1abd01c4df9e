// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/field_keys.hpp"

#include <QCoreApplication>
#include <QKeyEvent>

namespace burin::ui {

namespace {

/// Sends a key to the widget that has the focus. \return whether the widget accepts it
bool sendToFocus(const QWidget& window, QEvent::Type type, const QKeySequence& key) {
    QWidget* const focus = window.focusWidget();
    if (key.isEmpty() || focus == nullptr || !focus->isVisible()) return false;
    QKeyEvent event(type, key[0].key(), key[0].keyboardModifiers());
    event.ignore();
    QCoreApplication::sendEvent(focus, &event);
    return event.isAccepted();
}

}  // namespace

bool usedByFocus(const QWidget& window, const QKeySequence& key) {
    return sendToFocus(window, QEvent::ShortcutOverride, key);
}

bool pressInFocus(const QWidget& window, const QKeySequence& key) {
    if (!usedByFocus(window, key)) return false;
    sendToFocus(window, QEvent::KeyPress, key);
    return true;
}

}  // namespace burin::ui
