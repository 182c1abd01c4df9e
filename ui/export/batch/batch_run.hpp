// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/batch/batch.hpp"
#include "ui/export/batch/batch_setup.hpp"
#include "ui/export/batch/batch_words.hpp"
#include "ui/export/queue/export_queue.hpp"
#include "ui/model/threads/inbox.hpp"

#include <QObject>
#include <QPointer>

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace burin::ui {

/// How far a row has come.
struct RowChange {
    std::size_t row = 0;  ///< from 1
    RowState state = RowState::running;
    QString error = {};       ///< why it failed
    std::uint64_t bytes = 0;  ///< writtenBytes() of a row that is done
    double seconds = 0;       ///< how long it took
};

/// Runs the rows of a checked table, one after the other, through the export queue. Interface thread only.
///
/// A separate thread walks through the rows by runBatch(), as the command does, and waits while the queue
/// exports one.
class BatchRun : public QObject {
    Q_OBJECT

  public:
    explicit BatchRun(ExportQueue& queue, QObject* parent = nullptr);
    /// Stops, and waits for the thread.
    ~BatchRun() override;

    /// \pre not running; the task was checked and has no problems
    void start(const BatchTaskPtr& task);
    [[nodiscard]] bool running() const { return thread_.joinable(); }
    [[nodiscard]] bool stopping() const { return stopping_; }
    [[nodiscard]] bool paused() const;
    /// The batch that runs, or ran last; may be null.
    [[nodiscard]] const BatchTaskPtr& task() const { return task_; }
    /// The row that is being exported, or about which the user is asked, from 1; 0 if there is none.
    [[nodiscard]] std::size_t row() const { return row_; }
    /// The export of that row; nullptr before it is in the queue.
    [[nodiscard]] ExportJob* job() const { return job_; }
    /// Whether the row waits for begin().
    [[nodiscard]] bool asking() const { return asking_; }

    void pause();
    void goOn();
    /// Stops the row that is being exported, so that it can be resumed, and the batch with it.
    void stop();
    /// Answers the question before a row. \pre asking()
    void begin();

  signals:
    /// The batch runs another row, asks, pauses or resumes, or the row has made progress.
    void changed();
    void rowChanged(const burin::ui::RowChange& change);
    /// \param problem  why the batch ended early; empty if it ran or was stopped
    void ended(const burin::BatchEnd& end, const QString& problem);

  private:
    void run(const BatchTask& task, const std::stop_token& stop);
    [[nodiscard]] JobEnd exported(const BatchJob& job, const ExportRequest& request);
    [[nodiscard]] bool confirmed(const BatchJob& job);
    void add(std::size_t row, ExportOrder order);
    void follow();
    void take(JobEnd end);
    void answer(bool begins);
    void conclude(const BatchEnd& end, const QString& problem);

    ExportQueue& queue_;
    BatchTaskPtr task_;
    std::size_t row_ = 0;
    QPointer<ExportJob> job_;
    bool asking_ = false;
    bool stopping_ = false;
    bool pausesNext_ = false;  ///< a pause was requested while no row was exported

    std::mutex mutex_;
    std::condition_variable answered_;
    bool leaves_ = false;  ///< no answer will come any more
    std::optional<JobEnd> end_;
    std::optional<bool> begins_;

    Inbox inbox_;
    std::jthread thread_;  ///< last member: it uses all of the above
};

}  // namespace burin::ui
