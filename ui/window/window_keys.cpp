// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/window_keys.hpp"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>

#include <algorithm>
#include <array>

namespace burin::ui {

namespace {

constexpr std::array ofFields = {QKeySequence::Undo, QKeySequence::Redo,  QKeySequence::Cut,
                                 QKeySequence::Copy, QKeySequence::Paste, QKeySequence::SelectAll};

bool isCommandKey(const QKeyEvent& key) {
    const bool letter = key.key() >= Qt::Key_A && key.key() <= Qt::Key_Z;
    const Qt::KeyboardModifiers held = key.modifiers() & ~Qt::ShiftModifier;
    return letter && held == Qt::ControlModifier &&
           std::none_of(ofFields.begin(), ofFields.end(),
                        [&](QKeySequence::StandardKey standard) { return key.matches(standard); });
}

/// Whether a key is Undo or Redo, and the widget is a field of one line that has nothing to undo or redo.
bool passesField(const QWidget& widget, const QKeyEvent& key) {
    const auto* field = qobject_cast<const QLineEdit*>(&widget);
    if (qobject_cast<const QAbstractSpinBox*>(&widget) != nullptr) field = widget.findChild<QLineEdit*>();
    if (field == nullptr) return false;
    return (key.matches(QKeySequence::Undo) && !field->isUndoAvailable()) ||
           (key.matches(QKeySequence::Redo) && !field->isRedoAvailable());
}

}  // namespace

WindowKeys::WindowKeys(QWidget& window, std::function<QList<QAction*>()> commands)
    : QObject(&window), window_(window), commands_(std::move(commands)) {
    qApp->installEventFilter(this);
}

bool WindowKeys::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::ShortcutOverride) return false;
    if (qobject_cast<QMenu*>(watched) != nullptr) {
        event->accept();
        return true;
    }
    const auto* key = static_cast<QKeyEvent*>(event);
    const auto* widget = qobject_cast<QWidget*>(watched);
    if (widget == nullptr || widget->window() != &window_) return false;
    if (!isCommandKey(*key) && !passesField(*widget, *key)) return false;
    const QKeySequence pressed(key->keyCombination());
    const QList<QAction*> commands = commands_();
    if (std::none_of(commands.begin(), commands.end(),
                     [&](const QAction* command) { return command->shortcuts().contains(pressed); }))
        return false;
    event->ignore();  // ignored, so that Qt looks for a shortcut
    return true;
}

}  // namespace burin::ui
