// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/threads/held_keys.hpp"

#include <QCoreApplication>
#include <QGuiApplication>
#include <QTimer>

#include <chrono>
#include <utility>

// Tries the shortcuts as for a key of the keyboard. Qt exports this function for its own tests and offers no
// other.
QT_BEGIN_NAMESPACE
Q_GUI_EXPORT bool qt_sendShortcutOverrideEvent(QObject* o, ulong timestamp, int k, Qt::KeyboardModifiers mods,
                                               const QString& text = QString(), bool autorep = false,
                                               ushort count = 1);
QT_END_NAMESPACE

namespace burin::ui {

namespace {

constexpr std::chrono::milliseconds untilNextTurn(10);
constexpr int mostTurns = 100;  ///< the window gets the focus back long before that

/// Gives a key to a window as the keyboard does: first to the shortcuts, then to the object that has the
/// focus.
void press(QWindow& window, const QKeyEvent& key) {
    QObject* const focus = window.focusObject() == nullptr ? &window : window.focusObject();
    if (key.type() == QEvent::KeyPress &&
        qt_sendShortcutOverrideEvent(focus, static_cast<ulong>(key.timestamp()), key.key(), key.modifiers(),
                                     key.text(), key.isAutoRepeat(), static_cast<ushort>(key.count())))
        return;
    QKeyEvent again(key.type(), key.key(), key.modifiers(), key.text(), key.isAutoRepeat(),
                    static_cast<quint16>(key.count()));
    QCoreApplication::sendEvent(&window, &again);
}

}  // namespace

HeldKeys::~HeldKeys() {
    if (!keys_.empty()) QTimer::singleShot(0, qApp, [keys = std::move(keys_)] { giveBack(keys, mostTurns); });
}

void HeldKeys::hold() {
    qApp->installEventFilter(this);
    QCoreApplication::processEvents(QEventLoop::AllEvents);
    qApp->removeEventFilter(this);
}

bool HeldKeys::eventFilter(QObject* watched, QEvent* event) {
    auto* const window = qobject_cast<QWindow*>(watched);
    switch (event->type()) {
        case QEvent::ShortcutOverride:
            event->accept();  // so that no shortcut takes the key
            return true;
        case QEvent::KeyPress:
        case QEvent::KeyRelease: {
            const auto* const key = static_cast<QKeyEvent*>(event);
            if (window != nullptr) keys_.push_back({window, std::shared_ptr<QKeyEvent>(key->clone())});
            return true;
        }
        case QEvent::MouseButtonPress:
        case QEvent::MouseButtonRelease:
        case QEvent::MouseButtonDblClick:
        case QEvent::MouseMove:
        case QEvent::Wheel:
        case QEvent::TabletPress:
        case QEvent::TabletMove:
        case QEvent::TabletRelease:
        case QEvent::TouchBegin:
        case QEvent::TouchUpdate:
        case QEvent::TouchEnd:
        case QEvent::ContextMenu:
            return true;
        default:
            return false;
    }
}

void HeldKeys::giveBack(const std::vector<Key>& keys, int turnsLeft) {
    const QWindow* const first = keys.front().window;
    // A shortcut works only in the active window, and the modal window was closed just now.
    if (first != nullptr && !first->isActive() && turnsLeft > 0) {
        QTimer::singleShot(untilNextTurn, qApp, [keys, turnsLeft] { giveBack(keys, turnsLeft - 1); });
        return;
    }
    for (const Key& key : keys) {
        if (key.window != nullptr) press(*key.window, *key.event);
    }
}

}  // namespace burin::ui
