// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/session.hpp"
#include "ui/panels/problem_list.hpp"

#include <QWidget>

#include <vector>

class QAction;
class QListView;

namespace burin::ui {

/// What is wrong with the design; a row jumps to its node and parameter.
class ProblemsPanel : public QWidget {
    Q_OBJECT

  public:
    explicit ProblemsPanel(Session session, QWidget* parent = nullptr);
    ~ProblemsPanel() override;

    [[nodiscard]] int count() const;
    /// "problems.next", "problems.previous": from anywhere.
    [[nodiscard]] QList<QAction*> actions() const { return {next_, previous_}; }

  signals:
    /// For the tab's badge.
    void countChanged(int count);

  protected:
    void focusInEvent(QFocusEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    class Rows;
    class Drawing;

    void refresh();
    void step(int by);
    void jump(int row);
    void remedy(int row);
    void openMenu(const QPoint& at);
    [[nodiscard]] int current() const;

    Session session_;
    QListView* view_;
    Rows* rows_;
    QAction* next_;
    QAction* previous_;
};

}  // namespace burin::ui
