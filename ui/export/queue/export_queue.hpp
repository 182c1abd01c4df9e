// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/queue/batch_entry.hpp"
#include "ui/export/queue/export_job.hpp"

#include <QObject>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace burin::ui {

/// The program's exports, run one after another. Outlives the windows. Interface thread only.
class ExportQueue : public QObject {
    Q_OBJECT

  public:
    explicit ExportQueue(const Engine& engine, QObject* parent = nullptr);
    /// Stops the running export, keeps what has been written, and waits for the thread.
    ~ExportQueue() override;

    [[nodiscard]] const Engine& engine() const { return engine_; }
    [[nodiscard]] int count() const { return static_cast<int>(jobs_.size()); }
    [[nodiscard]] ExportJob* job(int index) const { return jobs_[static_cast<std::size_t>(index)].get(); }
    /// -1 if the job is not in the queue.
    [[nodiscard]] int indexOf(const ExportJob* job) const;
    /// The job that runs or is paused, or nullptr.
    [[nodiscard]] ExportJob* active() const;
    /// The number of jobs that wait for their turn.
    [[nodiscard]] int waiting() const;
    /// Whether something is exported or waits, or more jobs were announced.
    [[nodiscard]] bool busy() const { return active() != nullptr || waiting() > 0 || expectsMore_; }
    /// Announces whether more jobs will be added as soon as the present ones have ended.
    void expectMore(bool more);

    /// Shows a batch among the jobs, or removes it. \param owner  the object that runs the batch
    void setBatch(const QObject* owner, std::optional<BatchEntry> entry);
    /// Asks the owner of a batch that has ended to remove its line.
    void dismissBatch(const BatchEntry& entry);
    /// The batch that exports the job as one of its rows; nullptr: none.
    [[nodiscard]] const BatchEntry* batchOf(const ExportJob* job) const;
    /// The batches without a row in the queue.
    [[nodiscard]] std::vector<BatchEntry> batchesWithoutJob() const;

    /// Why the order cannot be added: an unfinished job has the same file or machine. Empty if it can.
    [[nodiscard]] QString conflict(const ExportOrder& order) const;
    /// Starts the job at once if no other is active.
    ExportJob* add(ExportOrder order);
    /// Does nothing if the job is active.
    void remove(ExportJob* job);
    /// Moves the job at index `from` to index `to`.
    void move(int from, int to);
    /// Resumes a stopped or failed job when its turn comes.
    void resume(ExportJob* job);

  signals:
    void aboutToInsert(int index);
    void inserted();
    void aboutToRemove(int index);
    void removed();
    /// The job at `from` will be inserted before the job that is now at `before`.
    void aboutToMove(int from, int before);
    void moved();
    void jobChanged(burin::ui::ExportJob* job);
    void batchesChanged();
    /// The user does not want to see the batch of this owner any more.
    void batchDismissed(const QObject* owner);
    /// The job has begun or has resumed.
    void started(burin::ui::ExportJob* job);
    /// The job has ended: finished, stopped or failed.
    void ended(burin::ui::ExportJob* job);
    /// The job ended without a request of the user.
    void failed(burin::ui::ExportJob* job);
    /// Another job has become active, or none is active any more.
    void activeChanged();

  private:
    void startNext();

    const Engine engine_;
    bool expectsMore_ = false;
    std::vector<std::pair<const QObject*, BatchEntry>> batches_;  ///< the batches by their owners
    std::vector<std::unique_ptr<ExportJob>> jobs_;
};

}  // namespace burin::ui
