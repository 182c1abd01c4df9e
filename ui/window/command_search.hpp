// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/description.hpp"
#include "ui/model/session.hpp"

#include <QAction>
#include <QLineEdit>
#include <QPointer>
#include <QStandardItemModel>

#include <functional>
#include <utility>
#include <vector>

namespace burin::ui {

/// Finds a command by words of its name, a node and a kind that can be added also by what people call the
/// kind. Enter runs the command, shows the node or adds one of the kind.
class CommandSearch : public QLineEdit {
    Q_OBJECT

  public:
    explicit CommandSearch(Session session, QWidget* parent = nullptr);

    /// \param actions  asked each time, so that what is new is found
    void setCommands(std::function<QList<QAction*>()> actions) { actions_ = std::move(actions); }
    /// \param kinds  what can be added, asked each time \param add  adds one of them
    void setKinds(std::function<std::vector<const KindDescription*>()> kinds,
                  std::function<void(const KindDescription&)> add) {
        kinds_ = std::move(kinds);
        add_ = std::move(add);
    }
    /// Only nodes, or everything.
    void begin(bool nodesOnly);

  protected:
    void focusInEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    void fill();
    void fillKinds();
    void run(const QModelIndex& index);
    void sayIfNothing();

    Session session_;
    std::function<QList<QAction*>()> actions_;
    std::function<std::vector<const KindDescription*>()> kinds_;
    std::function<void(const KindDescription&)> add_;
    std::vector<const KindDescription*> offered_;
    QStandardItemModel model_;
    QList<QPointer<QAction>> found_;
    bool nodesOnly_ = false;
    QPointer<QWidget> before_;  ///< had the focus
};

}  // namespace burin::ui
