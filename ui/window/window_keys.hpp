// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QFocusEvent>
#include <QList>
#include <QObject>
#include <QWidget>

#include <functional>

namespace burin::ui {

/// Keeps the window's commands (Ctrl+E, Ctrl+K) working in text fields, which would take some keys for
/// Emacs-like editing. The usual keys of fields (copy, paste, undo, select all) stay with them, but without
/// typed text, Undo and Redo act on the design's history. An open menu keeps all keys: a letter chooses an
/// entry there, and must not edit the texts behind the menu. A key that opens a menu leaves the selected text
/// of a field selected, because the menu may hold Cut and Copy.
class WindowKeys : public QObject {
    Q_OBJECT

  public:
    /// \param commands  called for each key press
    WindowKeys(QWidget& window, std::function<QList<QAction*>()> commands);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    /// Lets a field lose the focus to the menu bar, and selects its text again.
    /// \return whether the field has received the event
    bool leave(QObject* watched, QFocusEvent& event);

    QWidget& window_;
    std::function<QList<QAction*>()> commands_;
    const QObject* leaving_ = nullptr;  ///< while its loss of the focus is handled
};

}  // namespace burin::ui
