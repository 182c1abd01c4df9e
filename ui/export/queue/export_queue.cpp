// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/queue/export_queue.hpp"

#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace burin::ui {

namespace {

/// Compares file paths with symlinks in the folder resolved, and addresses as text.
bool sameTarget(const QString& a, const QString& b) {
    const auto plain = [](const QString& target) {
        const QFileInfo file(target);
        const QString folder = QFileInfo(file.absolutePath()).canonicalFilePath();
        return folder.isEmpty() ? target : folder + '/' + file.fileName();
    };
    return a == b || plain(a) == plain(b);
}

}  // namespace

ExportQueue::ExportQueue(const Engine& engine, QObject* parent) : QObject(parent), engine_(engine) {}

ExportQueue::~ExportQueue() = default;

int ExportQueue::indexOf(const ExportJob* job) const {
    const auto found =
        std::find_if(jobs_.begin(), jobs_.end(), [job](const auto& j) { return j.get() == job; });
    return found == jobs_.end() ? -1 : static_cast<int>(found - jobs_.begin());
}

ExportJob* ExportQueue::active() const {
    const auto found =
        std::find_if(jobs_.begin(), jobs_.end(), [](const auto& job) { return job->active(); });
    return found == jobs_.end() ? nullptr : found->get();
}

int ExportQueue::waiting() const {
    return static_cast<int>(std::count_if(jobs_.begin(), jobs_.end(), [](const auto& job) {
        return job->state() == ExportJob::State::waiting;
    }));
}

void ExportQueue::expectMore(bool more) {
    expectsMore_ = more;
    emit activeChanged();
}

void ExportQueue::setBatch(const QObject* owner, std::optional<BatchEntry> entry) {
    const auto found = std::find_if(batches_.begin(), batches_.end(),
                                    [owner](const auto& batch) { return batch.first == owner; });
    if (found == batches_.end()) {
        if (!entry) return;
        batches_.emplace_back(owner, *std::move(entry));
        // The owner may be destroyed before the queue, or after it.
        connect(owner, &QObject::destroyed, this, [this, owner] { setBatch(owner, {}); });
    } else if (!entry) {
        batches_.erase(found);
    } else if (found->second == *entry) {
        return;
    } else {
        found->second = *std::move(entry);
    }
    emit batchesChanged();
}

void ExportQueue::dismissBatch(const BatchEntry& entry) {
    const auto found = std::find_if(batches_.begin(), batches_.end(),
                                    [&entry](const auto& batch) { return batch.second == entry; });
    if (found != batches_.end()) emit batchDismissed(found->first);
}

const BatchEntry* ExportQueue::batchOf(const ExportJob* job) const {
    const auto found = std::find_if(batches_.begin(), batches_.end(),
                                    [job](const auto& batch) { return batch.second.job == job; });
    return job == nullptr || found == batches_.end() ? nullptr : &found->second;
}

std::vector<BatchEntry> ExportQueue::batchesWithoutJob() const {
    std::vector<BatchEntry> entries;
    for (const auto& [owner, entry] : batches_) {
        if (indexOf(entry.job) < 0) entries.push_back(entry);
    }
    return entries;
}

QString ExportQueue::conflict(const ExportOrder& order) const {
    const auto other = std::find_if(jobs_.begin(), jobs_.end(), [&order](const auto& job) {
        const bool ahead = job->active() || job->state() == ExportJob::State::waiting;
        return ahead && sameTarget(job->order().shownFile(), order.shownFile());
    });
    if (other == jobs_.end()) return {};
    return (order.machine ? tr("The queue already has an export of %1 to %2. Wait until it ends, or stop it.")
                          : tr("The queue already has an export of %1 to %2. Choose another file."))
        .arg((*other)->order().title, order.targetName());
}

ExportJob* ExportQueue::add(ExportOrder order) {
    auto made = std::make_unique<ExportJob>(engine_, std::move(order));
    ExportJob* const job = made.get();
    connect(job, &ExportJob::changed, this, [this, job] { emit jobChanged(job); });
    connect(job, &ExportJob::finished, this, [this, job] {
        emit ended(job);
        if (job->state() == ExportJob::State::failed) emit failed(job);
        emit activeChanged();
        startNext();
    });
    emit aboutToInsert(count());
    jobs_.push_back(std::move(made));
    emit inserted();
    startNext();
    return job;
}

void ExportQueue::remove(ExportJob* job) {
    const int index = indexOf(job);
    if (index < 0 || job->active()) return;
    emit aboutToRemove(index);
    // Deleted later: the request may come from a menu of the job itself.
    jobs_[static_cast<std::size_t>(index)].release()->deleteLater();
    jobs_.erase(jobs_.begin() + index);
    emit removed();
}

void ExportQueue::move(int from, int to) {
    to = std::clamp(to, 0, count() - 1);
    if (from == to || from < 0 || from >= count()) return;
    emit aboutToMove(from, to > from ? to + 1 : to);
    const auto first = jobs_.begin();
    if (from < to) {
        std::rotate(first + from, first + from + 1, first + to + 1);
    } else {
        std::rotate(first + to, first + from, first + from + 1);
    }
    emit moved();
}

void ExportQueue::resume(ExportJob* job) {
    job->renew();
    startNext();
}

void ExportQueue::startNext() {
    if (active() != nullptr) return;
    const auto next = std::find_if(jobs_.begin(), jobs_.end(),
                                   [](const auto& job) { return job->state() == ExportJob::State::waiting; });
    if (next == jobs_.end()) return;
    ExportJob* const job = next->get();
    job->start();
    emit started(job);
    emit activeChanged();
}

}  // namespace burin::ui
