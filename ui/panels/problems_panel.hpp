// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/inspector/typed_problem.hpp"
#include "ui/model/workbench.hpp"
#include "ui/panels/problem_list.hpp"

#include <QWidget>

#include <vector>

class QAction;
class QListView;

namespace burin::ui {

/// Lists what is wrong with the design; a click jumps to the node and parameter.
class ProblemsPanel : public QWidget {
    Q_OBJECT

  public:
    explicit ProblemsPanel(Workbench workbench, QWidget* parent = nullptr);
    ~ProblemsPanel() override;

    [[nodiscard]] int count() const;
    /// Shows typed texts that are not valid before the problems of the design.
    void setTyped(const QList<TypedProblem>& problems);
    /// The actions "problems.next" and "problems.previous", usable from anywhere.
    [[nodiscard]] QList<QAction*> actions() const { return {next_, previous_}; }

  signals:
    /// Carries the number for the tab's badge.
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
    [[nodiscard]] QString open(const ProblemRow& problem);
    void remedy(int row);
    void openMenu(const QPoint& at);
    [[nodiscard]] int current() const;

    Workbench workbench_;
    QListView* view_;
    Rows* rows_;
    QList<TypedProblem> typed_;
    QAction* next_;
    QAction* previous_;
};

}  // namespace burin::ui
