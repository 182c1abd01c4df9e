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
}

int QueueModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : queue_.count();
}

ExportJob* QueueModel::job(const QModelIndex& index) const {
    return index.isValid() ? queue_.job(index.row()) : nullptr;
}

QVariant QueueModel::data(const QModelIndex& index, int role) const {
    const ExportJob* const shown = job(index);
    if (shown == nullptr) return {};
    if (role == Qt::ToolTipRole) {
        return shown->message().isEmpty() ? shown->order().file()
                                          : shown->order().file() + '\n' + shown->message();
    }
    if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole) return {};
    return QStringList{shown->order().title, shown->order().file(), lookOf(*shown).word,
                       percentText(shown->share()), timeWords(*shown)}
        .join(", ");
}

Qt::ItemFlags QueueModel::flags(const QModelIndex& index) const {
    if (!index.isValid()) return Qt::ItemIsDropEnabled;
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsDragEnabled | Qt::ItemNeverHasChildren;
}

bool QueueModel::moveRows(const QModelIndex& from, int row, int count, const QModelIndex& to, int before) {
    if (from.isValid() || to.isValid() || count != 1) return false;
    queue_.move(row, before > row ? before - 1 : before);
    return true;
}

}  // namespace burin::ui
