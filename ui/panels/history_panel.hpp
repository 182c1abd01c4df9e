// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/workbench.hpp"

#include <QWidget>

class QLabel;
class QModelIndex;
class QUndoView;

namespace burin::ui {

/// The steps that can be undone and redone; a click goes to a step.
class HistoryPanel : public QWidget {
    Q_OBJECT

  public:
    explicit HistoryPanel(Workbench workbench, QWidget* parent = nullptr);

  protected:
    void focusInEvent(QFocusEvent* event) override;

  private:
    void goTo(const QModelIndex& row);
    void refresh();

    Workbench workbench_;
    QUndoView* view_;
    QLabel* nothing_;
};

}  // namespace burin::ui
