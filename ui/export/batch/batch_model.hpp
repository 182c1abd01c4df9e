// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/batch/batch_setup.hpp"
#include "ui/export/batch/batch_words.hpp"

#include <QAbstractTableModel>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace burin::ui {

/// The rows of a table of jobs: line, state, the columns of the file, and what is made.
///
/// Cells are read from the table's text when they are shown, so a table of 100,000 rows costs as little as a
/// short one. Rows count from 0 here.
class BatchModel : public QAbstractTableModel {
    Q_OBJECT

  public:
    static constexpr int lineColumn = 0;
    static constexpr int stateColumn = 1;
    static constexpr int firstCell = 2;  ///< the first column of the file
    enum Extra {
        stateRole = Qt::UserRole,  ///< RowState as int
        wrongRole,                 ///< whether this cell is wrong
        settingRole                ///< of a header: whether the column sets a value of the design
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// Shows another table, whose rows are not checked yet; nullptr: none.
    void setTask(const BatchTaskPtr& task);
    [[nodiscard]] const BatchTaskPtr& task() const { return task_; }
    void take(const std::vector<CheckedRow>& rows);
    /// \param error  why the row failed; otherwise empty
    /// \param bytes  of the files of a row that is done; 0: not known
    void setState(int row, RowState state, const QString& error = {}, std::uint64_t bytes = 0);

    [[nodiscard]] RowState state(int row) const { return rows_[static_cast<std::size_t>(row)].state; }
    /// The number of rows in that state.
    [[nodiscard]] int count(RowState state) const { return counts_[static_cast<std::size_t>(state)]; }
    /// The number of rows that a run would make, and their samples.
    [[nodiscard]] int toMake() const;
    [[nodiscard]] double samplesToMake() const { return samplesToMake_; }
    /// The bytes of the row's files if the row is done, or of the files of all such rows; 0: not known.
    [[nodiscard]] double bytes(int row) const;
    [[nodiscard]] double bytesDone() const { return bytesDone_; }
    /// The size of the rows that were checked, if all have the same.
    [[nodiscard]] std::optional<Size> commonSize() const { return sizesDiffer_ ? std::nullopt : size_; }
    /// The number of rows that the check has reached.
    [[nodiscard]] int checkedRows() const { return rowCount() - count(RowState::unchecked); }
    /// The error in the row, or why the row failed; empty if all is well.
    [[nodiscard]] QString trouble(int row) const;
    /// The row's target; empty if it has none.
    [[nodiscard]] QString target(int row) const;
    /// The target relative to the table's folder, or why there is none.
    [[nodiscard]] QString makes(int row) const;
    [[nodiscard]] Size size(int row) const { return rows_[static_cast<std::size_t>(row)].size; }
    /// The text of a cell of the file. \param column  of the file, from 0
    [[nodiscard]] QString cell(int row, int column) const;
    [[nodiscard]] int lineOf(int row) const { return record(row).line; }
    /// The row's name, as the batch knows it.
    [[nodiscard]] QString name(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  signals:
    /// States have changed, and with them the counts.
    void countsChanged();

  private:
    struct Row {
        RowState state = RowState::unchecked;
        Size size = {};
        std::uint64_t bytes = 0;  ///< of the files of a row that is done
        std::string target;
    };
    [[nodiscard]] const CsvRecord& record(int row) const;
    [[nodiscard]] QString text(const QModelIndex& index) const;
    [[nodiscard]] int columns() const;
    [[nodiscard]] bool wrong(int row, int column) const;
    void put(Row& row, RowState state);
    void takeRow(const CheckedRow& checked);

    BatchTaskPtr task_;
    std::vector<Row> rows_;
    std::unordered_map<int, TableProblems> problems_;  ///< by row
    std::unordered_map<int, QString> errors_;          ///< the errors of failed rows
    std::array<int, 8> counts_{};
    double samplesToMake_ = 0;
    double bytesDone_ = 0;
    std::optional<Size> size_;  ///< the size of the first row that was checked
    bool sizesDiffer_ = false;
    mutable std::optional<int> recordRow_;  ///< the row that was read last
    mutable CsvRecord record_;
};

}  // namespace burin::ui
