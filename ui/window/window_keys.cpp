// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/window_keys.hpp"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QFocusEvent>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QPointer>

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

/// The field of one line that a widget is, or that a spin box contains; nothing for other widgets.
QLineEdit* lineOf(QWidget& widget) {
    if (qobject_cast<QAbstractSpinBox*>(&widget) != nullptr) return widget.findChild<QLineEdit*>();
    return qobject_cast<QLineEdit*>(&widget);
}

/// Whether a key is Undo or Redo, and the widget is a field of one line that has nothing to undo or redo.
bool passesField(QWidget& widget, const QKeyEvent& key) {
    const QLineEdit* const field = lineOf(widget);
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
    if (event->type() == QEvent::FocusOut) return leave(watched, *static_cast<QFocusEvent*>(event));
    if (event->type() != QEvent::ShortcutOverride) return false;
    if (qobject_cast<QMenu*>(watched) != nullptr) {
        event->accept();
        return true;
    }
    const auto* key = static_cast<QKeyEvent*>(event);
    auto* const widget = qobject_cast<QWidget*>(watched);
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

bool WindowKeys::leave(QObject* watched, QFocusEvent& event) {
    auto* const widget = qobject_cast<QWidget*>(watched);
    if (event.reason() != Qt::MenuBarFocusReason || watched == leaving_ || widget == nullptr ||
        widget->window() != &window_)
        return false;
    const QPointer<QLineEdit> field = lineOf(*widget);
    if (field == nullptr || !field->hasSelectedText()) return false;
    const QString text = field->text();
    const int start = field->selectionStart();
    const int length = field->selectionLength();
    leaving_ = watched;
    QCoreApplication::sendEvent(watched, &event);
    leaving_ = nullptr;
    if (field != nullptr && field->text() == text) field->setSelection(start, length);
    return true;
}

}  // namespace burin::ui
