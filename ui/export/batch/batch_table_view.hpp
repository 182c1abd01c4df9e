// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/batch/batch_model.hpp"

#include <QTableView>

namespace burin::ui {

class Theme;

/// The rows of a table of jobs. Cells are painted, so 100,000 rows cost no widgets. The line and the state
/// stay in their places when the other columns are scrolled.
class BatchTableView : public QTableView {
    Q_OBJECT

  public:
    BatchTableView(const Theme& theme, BatchModel& model, QWidget* parent = nullptr);

    /// Selects a cell and scrolls to it. \param row  from 0 \param column  of the model
    void goTo(int row, int column);
    void scrollTo(const QModelIndex& index, ScrollHint hint = EnsureVisible) override;

  signals:
    /// \param row  from 0; -1: none
    void rowSelected(int row);

  protected:
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void resizeEvent(QResizeEvent* event) override;

  private:
    void makeFixed();
    void placeFixed();
    [[nodiscard]] int wantedWidth(int column) const;
    void fitColumns();
    void fitTargets();
    void placeTargets();

    const Theme& theme_;
    BatchModel& model_;
    QTableView* fixed_;  ///< the line and the state, above the columns that are scrolled below them
    QList<int> wanted_;  ///< the widths of the columns
};

}  // namespace burin::ui
