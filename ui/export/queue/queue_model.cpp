// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/queue/queue_model.hpp"

#include "ui/export/queue/job_words.hpp"
#include "ui/words/quantities.hpp"

namespace burin::ui {

QueueModel::QueueModel(ExportQueue& queue, QObject* parent) : QAbstractListModel(parent), queue_(queue) {
    connect(&queue, &ExportQueue::aboutToInsert, this, [this](int row) { beginInsertRows({}, row, row); });
    connect(&queue, &ExportQueue::inserted, this, [this] { endInsertRows(); });
    connect(&queue, &ExportQueue::aboutToRemove, this, [this](int row) { beginRemoveRows({}, row, row); });
    connect(&queue, &ExportQueue::removed, this, [this] { endRemoveRows(); });
    connect(&queue, &ExportQueue::aboutToMove, this,
            [this](int from, int before) { beginMoveRows({}, from, from, {}, before); });
    connect(&queue, &ExportQueue::moved, this, [this] { endMoveRows(); });
    connect(&queue, &ExportQueue::jobChanged, this, [this](ExportJob* job) {
        const QModelIndex changed = index(queue_.indexOf(job));
        emit dataChanged(changed, changed);
    });
    for (const auto signal : {&ExportQueue::inserted, &ExportQueue::removed, &ExportQueue::batchesChanged})
        connect(&queue, signal, this, &QueueModel::showBatches);
    showBatches();
}

void QueueModel::showBatches() {
    std::vector<BatchEntry> batches = queue_.batchesWithoutJob();
    const int jobs = queue_.count();
    const auto last = [jobs](const std::vector<BatchEntry>& shown) {
        return jobs + static_cast<int>(shown.size()) - 1;
    };
    if (batches.size() == batches_.size()) {
        batches_ = std::move(batches);
    } else {
        if (!batches_.empty()) {
            beginRemoveRows({}, jobs, last(batches_));
            batches_.clear();
            endRemoveRows();
        }
        if (!batches.empty()) {
            beginInsertRows({}, jobs, last(batches));
            batches_ = std::move(batches);
            endInsertRows();
        }
    }
    if (rowCount() > 0) emit dataChanged(index(0), index(rowCount() - 1));
}

int QueueModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : queue_.count() + static_cast<int>(batches_.size());
}

ExportJob* QueueModel::job(const QModelIndex& index) const {
    return index.isValid() && index.row() < queue_.count() ? queue_.job(index.row()) : nullptr;
}

const BatchEntry* QueueModel::batch(const QModelIndex& index) const {
    if (const ExportJob* const exported = job(index)) return queue_.batchOf(exported);
    const auto place = static_cast<std::size_t>(index.row() - queue_.count());
    return index.isValid() && place < batches_.size() ? &batches_[place] : nullptr;
}

QVariant QueueModel::data(const QModelIndex& index, int role) const {
    const ExportJob* const shown = job(index);
    const bool spoken = role == Qt::DisplayRole || role == Qt::AccessibleTextRole;
    if (const BatchEntry* const entry = batch(index)) {
        if (role == Qt::ToolTipRole) return entry->target;
        if (!spoken) return {};
        return QStringList{entry->title, entry->target, entry->size, entry->look.word, entry->time}.join(
            ", ");
    }
    if (shown == nullptr) return {};
    if (role == Qt::ToolTipRole) {
        QStringList lines{shown->order().shownFile(), shown->message(), shown->remark()};
        lines.removeAll({});
        return lines.join('\n');
    }
    if (!spoken) return {};
    return QStringList{shown->order().title, shown->order().shownFile(), lookOf(*shown).word,
                       percentText(shown->share()), timeWords(*shown)}
        .join(", ");
}

Qt::ItemFlags QueueModel::flags(const QModelIndex& index) const {
    if (!index.isValid()) return Qt::ItemIsDropEnabled;
    const Qt::ItemFlags all = Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
    return job(index) == nullptr ? all : all | Qt::ItemIsDragEnabled;
}

bool QueueModel::moveRows(const QModelIndex& from, int row, int count, const QModelIndex& to, int before) {
    if (from.isValid() || to.isValid() || count != 1) return false;
    queue_.move(row, before > row ? before - 1 : before);
    return true;
}

}  // namespace burin::ui
