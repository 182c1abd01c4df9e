// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/batch/batch_plan.hpp"

#include <QAbstractListModel>
#include <QListView>

#include <vector>

namespace burin::ui {

class Theme;

/// The problems of a table of jobs, one line for each.
class ProblemRows : public QAbstractListModel {
    Q_OBJECT

  public:
    using QAbstractListModel::QAbstractListModel;

    void clear();
    /// Adds problems. \param row  of all of them, from 1; 0: of the table as a whole
    void add(std::size_t row, const TableProblems& problems);
    /// Adds the problems of rows.
    void add(const std::vector<CheckedRow>& rows);
    [[nodiscard]] const TableProblem& problem(int index) const { return entry(index).problem; }
    /// The row of a problem, from 1; 0: the table as a whole.
    [[nodiscard]] std::size_t row(int index) const { return entry(index).row; }
    /// All problems as text, one line each.
    [[nodiscard]] QString text() const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

  private:
    struct Entry {
        std::size_t row = 0;
        TableProblem problem;
    };
    [[nodiscard]] const Entry& entry(int index) const { return entries_[static_cast<std::size_t>(index)]; }

    std::vector<Entry> entries_;
};

/// Shows the problems: place, title and words. The first three are seen as a whole, the others by scrolling.
/// A click or Enter emits the cell.
class ProblemRowsView : public QListView {
    Q_OBJECT

  public:
    ProblemRowsView(const Theme& theme, ProblemRows& rows, QWidget* parent = nullptr);

  signals:
    /// \param index  of the problem
    void cellWanted(int index);

  protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

  private:
    void fit();

    ProblemRows& rows_;
};

}  // namespace burin::ui
