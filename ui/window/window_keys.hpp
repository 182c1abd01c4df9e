// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QList>
#include <QObject>
#include <QWidget>

#include <functional>

namespace burin::ui {

/// Keeps the window's commands (Ctrl+E, Ctrl+K) in fields too: these would take some of the keys for moving
/// and deleting as Emacs does. What people know of fields (copy, paste, undo, all) stays with them.
class WindowKeys : public QObject {
    Q_OBJECT

  public:
    /// \param commands  asked at each key
    WindowKeys(QWidget& window, std::function<QList<QAction*>()> commands);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    QWidget& window_;
    std::function<QList<QAction*>()> commands_;
};

}  // namespace burin::ui
