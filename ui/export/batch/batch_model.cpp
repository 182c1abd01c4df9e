// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/batch/batch_model.hpp"

#include "core/remote/transfer_sink.hpp"
#include "ui/words/table_text.hpp"
#include "ui/words/text.hpp"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace burin::ui {

namespace {

/// Whether a run would make a row in this state.
bool toBeMade(RowState state) {
    return state == RowState::ready || state == RowState::failed || state == RowState::stopped ||
           state == RowState::running;
}

/// The state of a row that the next run exports, from the result of the last run.
RowState endedAs(const BatchResult* last) {
    if (last != nullptr && last->state == BatchResult::State::failed) return RowState::failed;
    if (last != nullptr && last->state == BatchResult::State::stopped) return RowState::stopped;
    return RowState::ready;
}

}  // namespace

void BatchModel::setTask(const BatchTaskPtr& task) {
    beginResetModel();
    task_ = task;
    rows_.assign(task ? task->plan.rows() : 0, {});
    problems_.clear();
    errors_.clear();
    counts_ = {};
    counts_[static_cast<std::size_t>(RowState::unchecked)] = static_cast<int>(rows_.size());
    samplesToMake_ = 0;
    bytesDone_ = 0;
    size_.reset();
    sizesDiffer_ = false;
    recordRow_.reset();
    endResetModel();
    emit countsChanged();
}

void BatchModel::put(Row& row, RowState state) {
    const auto samples = static_cast<double>(row.size.width) * static_cast<double>(row.size.height);
    if (toBeMade(row.state)) samplesToMake_ -= samples;
    if (toBeMade(state)) samplesToMake_ += samples;
    if (row.state == RowState::done) bytesDone_ -= static_cast<double>(row.bytes);
    if (state == RowState::done) bytesDone_ += static_cast<double>(row.bytes);
    --counts_[static_cast<std::size_t>(row.state)];
    ++counts_[static_cast<std::size_t>(state)];
    row.state = state;
}

void BatchModel::takeRow(const CheckedRow& checked) {
    const int number = static_cast<int>(checked.row) - 1;
    Row& row = rows_[checked.row - 1];
    row.target = checked.target;
    row.size = checked.size;
    row.bytes = checked.bytes;
    if (row.size.width > 0) {
        sizesDiffer_ = sizesDiffer_ || (size_ && *size_ != row.size);
        size_ = row.size;
    }
    switch (checked.state) {
        case CheckedRow::State::done:
            return put(row, RowState::done);
        case CheckedRow::State::skipped:
            return put(row, RowState::skipped);
        case CheckedRow::State::wrong:
            problems_[number] = checked.problems;
            return put(row, RowState::problem);
        case CheckedRow::State::ready:
            break;
    }
    const BatchResult* const last = task_->earlier.last(checked.row);
    put(row, endedAs(last));
    if (row.state == RowState::failed) errors_[number] = textOf(last->error);
}

void BatchModel::take(const std::vector<CheckedRow>& rows) {
    for (const CheckedRow& checked : rows)
        takeRow(checked);
    const int first = static_cast<int>(rows.front().row) - 1;
    const int last = static_cast<int>(rows.back().row) - 1;
    emit dataChanged(index(first, 0), index(last, columnCount() - 1));
    emit countsChanged();
}

void BatchModel::setState(int row, RowState state, const QString& error, std::uint64_t bytes) {
    Row& changed = rows_[static_cast<std::size_t>(row)];
    if (state == RowState::done) changed.bytes = bytes;
    put(changed, state);
    if (state == RowState::failed) errors_[row] = error;
    emit dataChanged(index(row, 0), index(row, columnCount() - 1));
    emit countsChanged();
}

int BatchModel::toMake() const {
    int rows = 0;
    for (const RowState state : {RowState::ready, RowState::running, RowState::failed, RowState::stopped})
        rows += count(state);
    return rows;
}

double BatchModel::bytes(int row) const {
    return state(row) == RowState::done ? static_cast<double>(rows_[static_cast<std::size_t>(row)].bytes) : 0;
}

QString BatchModel::trouble(int row) const {
    QStringList words;
    if (const auto found = problems_.find(row); found != problems_.end()) {
        for (const TableProblem& problem : found->second)
            words << lineWords(problem);
    }
    const auto error = errors_.find(row);
    if (state(row) == RowState::failed && error != errors_.end()) words << error->second;
    return words.join('\n');
}

QString BatchModel::target(int row) const {
    return QFile::decodeName(rows_[static_cast<std::size_t>(row)].target.c_str());
}

const CsvRecord& BatchModel::record(int row) const {
    if (recordRow_ != row) {
        record_ = task_->plan.table().record(static_cast<std::size_t>(row));
        recordRow_ = row;
    }
    return record_;
}

QString BatchModel::cell(int row, int column) const {
    return textOf(record(row).cells[static_cast<std::size_t>(column)].text);
}

QString BatchModel::name(int row) const {
    const auto column = task_->plan.table().column(BatchColumn::Use::name);
    const QString own = column ? cell(row, static_cast<int>(*column)) : QString();
    return own.isEmpty() ? QString::fromStdString(defaultJobName(static_cast<std::size_t>(row) + 1)) : own;
}

int BatchModel::columns() const {
    return task_ ? static_cast<int>(task_->plan.table().columns().size()) : 0;
}

int BatchModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int BatchModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() || !task_ ? 0 : firstCell + columns() + 1;
}

bool BatchModel::wrong(int row, int column) const {
    const auto found = problems_.find(row);
    if (found == problems_.end()) return false;
    return std::any_of(found->second.begin(), found->second.end(), [column](const TableProblem& problem) {
        return problem.column - 1 + firstCell == column;
    });
}

QString BatchModel::makes(int row) const {
    if (state(row) == RowState::skipped) return tr("nothing");
    const QString to = target(row);
    if (to.isEmpty()) return tr("nothing yet");
    if (!QDir::isAbsolutePath(to)) return to;
    const QString seen = QFileInfo(task_->setup.table).dir().relativeFilePath(to);
    return seen.startsWith("..") ? to : seen;
}

QString BatchModel::text(const QModelIndex& index) const {
    if (index.column() == lineColumn) return QString::number(lineOf(index.row()));
    if (index.column() == stateColumn) return lookOf(state(index.row())).word;
    if (index.column() == columnCount() - 1) return makes(index.row());
    return cell(index.row(), index.column() - firstCell);
}

QVariant BatchModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    switch (role) {
        case Qt::DisplayRole:
            return text(index).replace('\n', ' ');
        case Qt::ToolTipRole: {
            const QString words = trouble(index.row());
            return words.isEmpty() ? text(index) : words;
        }
        case Qt::AccessibleTextRole:
            return wrong(index.row(), index.column()) ? tr("%1, wrong").arg(text(index)) : text(index);
        case stateRole:
            return static_cast<int>(state(index.row()));
        case wrongRole:
            return wrong(index.row(), index.column());
        default:
            return {};
    }
}

QVariant BatchModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || !task_) return {};
    const int column = section - firstCell;
    const bool inFile = column >= 0 && column < columns();
    if (role == settingRole) return inFile;
    if (role == Qt::TextAlignmentRole && section == lineColumn)
        return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);  // like the numbers of the column
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
    if (inFile) return textOf(task_->plan.table().columns()[static_cast<std::size_t>(column)].title);
    if (section == lineColumn) return tr("line");
    return section == stateColumn ? tr("state") : tr("makes");
}

}  // namespace burin::ui
