// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/session.hpp"

#include <QAction>
#include <QLineEdit>
#include <QPointer>
#include <QStandardItemModel>

#include <functional>

namespace burin::ui {

/// Finds a command by words of its name, a node also by what people call its kind; Enter runs the command or
/// shows the node.
class CommandSearch : public QLineEdit {
    Q_OBJECT

  public:
    explicit CommandSearch(Session session, QWidget* parent = nullptr);

    /// \param actions  asked each time, so that what is new is found
    void setCommands(std::function<QList<QAction*>()> actions) { actions_ = std::move(actions); }
    /// Only nodes, or everything.
    void begin(bool nodesOnly);

  protected:
    void focusInEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    void fill();
    void run(const QModelIndex& index);
    void sayIfNothing();

    Session session_;
    std::function<QList<QAction*>()> actions_;
    QStandardItemModel model_;
    QList<QPointer<QAction>> found_;
    bool nodesOnly_ = false;
    QPointer<QWidget> before_;  ///< had the focus
};

}  // namespace burin::ui
