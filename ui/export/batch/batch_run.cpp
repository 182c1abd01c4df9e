// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/batch/batch_run.hpp"

#include "ui/words/problem_text.hpp"
#include "ui/words/table_text.hpp"

#include <utility>

namespace burin::ui {

namespace {

RowState rowStateOf(BatchResult::State state) {
    switch (state) {
        case BatchResult::State::done:
            return RowState::done;
        case BatchResult::State::failed:
            return RowState::failed;
        case BatchResult::State::stopped:
            return RowState::stopped;
        case BatchResult::State::skipped:
            break;
    }
    return RowState::skipped;
}

JobEnd endOf(const ExportJob& job) {
    const bool done = job.state() == ExportJob::State::done;
    const bool failed = job.state() == ExportJob::State::failed;
    return {.state = done     ? BatchResult::State::done
                     : failed ? BatchResult::State::failed
                              : BatchResult::State::stopped,
            .hash = job.hash(),
            .error = failed ? job.message().toStdString() : std::string()};
}

}  // namespace

BatchRun::BatchRun(ExportQueue& queue, QObject* parent) : QObject(parent), queue_(queue) {}

BatchRun::~BatchRun() {
    thread_.request_stop();
    {
        const std::lock_guard lock(mutex_);
        leaves_ = true;
    }
    answered_.notify_all();
}

void BatchRun::start(const BatchTaskPtr& task) {
    task_ = task;
    stopping_ = false;
    pausesNext_ = false;
    queue_.expectMore(true);
    thread_ = std::jthread([this, task](const std::stop_token& stop) { run(*task, stop); });
    emit changed();
}

void BatchRun::run(const BatchTask& task, const std::stop_token& stop) {
    BatchCalls calls;
    calls.run = [this](const BatchJob& job, const ExportRequest& request) { return exported(job, request); };
    if (task.setup.ask) calls.confirm = [this](const BatchJob& job) { return confirmed(job); };
    calls.words = [](const TableProblem& problem) { return lineWords(problem).toStdString(); };
    calls.told = [this](const BatchResult& result) {
        const bool done = result.state == BatchResult::State::done;
        const RowChange change{.row = result.row,
                               .state = rowStateOf(result.state),
                               .error = QString::fromStdString(result.error),
                               .bytes = done ? writtenBytes(result.to) : 0,
                               .seconds = result.seconds};
        inbox_.post([this, change] { emit rowChanged(change); });
    };
    BatchEnd end;
    QString problem;
    try {
        ResultsWriter results(task.setup.results(), task.earlier);
        end = runBatch(task.plan, task.earlier, results, task.setup.keepGoing, calls, stop);
    } catch (const std::exception& error) {
        problem = errorText(error);
    }
    inbox_.post([this, end, problem] { conclude(end, problem); });
}

/// Has the queue export a row, and waits. On the batch's thread.
JobEnd BatchRun::exported(const BatchJob& job, const ExportRequest& request) {
    inbox_.post([this, row = job.row, order = task_->setup.order(job, request)] { add(row, order); });
    std::unique_lock lock(mutex_);
    answered_.wait(lock, [this] { return leaves_ || end_; });
    return end_ ? *std::exchange(end_, {}) : JobEnd{.state = BatchResult::State::stopped};
}

/// Asks the user before a row. On the batch's thread.
bool BatchRun::confirmed(const BatchJob& job) {
    inbox_.post([this, row = job.row] {
        row_ = row;
        asking_ = true;
        if (stopping_) return answer(false);
        emit changed();
    });
    std::unique_lock lock(mutex_);
    answered_.wait(lock, [this] { return leaves_ || begins_; });
    return std::exchange(begins_, {}).value_or(false);
}

void BatchRun::answer(bool begins) {
    asking_ = false;
    {
        const std::lock_guard lock(mutex_);
        begins_ = begins;
    }
    answered_.notify_all();
    emit changed();
}

void BatchRun::begin() {
    if (asking_) answer(true);
}

void BatchRun::add(std::size_t row, ExportOrder order) {
    row_ = row;
    if (stopping_) return take({.state = BatchResult::State::stopped});
    emit rowChanged({.row = row});
    job_ = queue_.add(std::move(order));
    connect(job_, &ExportJob::changed, this, &BatchRun::follow);
    // The user may remove it from the queue before its turn.
    connect(job_, &QObject::destroyed, this, [this] { take({.state = BatchResult::State::stopped}); });
    follow();
}

void BatchRun::follow() {
    ExportJob* const job = job_;
    switch (job->state()) {
        case ExportJob::State::running:
            if (std::exchange(pausesNext_, false)) return job->pause();
            break;
        case ExportJob::State::done:
        case ExportJob::State::failed:
        case ExportJob::State::stopped: {
            job->disconnect(this);
            // A failure that ends the batch stays in the queue with its report.
            const bool stays = job->state() == ExportJob::State::failed && !task_->setup.keepGoing;
            if (!stays) inbox_.post([this, gone = QPointer(job)] { queue_.remove(gone); });
            return take(endOf(*job));
        }
        default:
            break;
    }
    emit changed();
}

/// Tells the batch's thread how the row has ended.
void BatchRun::take(JobEnd end) {
    job_ = nullptr;
    {
        const std::lock_guard lock(mutex_);
        end_ = std::move(end);
    }
    answered_.notify_all();
    emit changed();
}

bool BatchRun::paused() const {
    return pausesNext_ || (job_ != nullptr && job_->state() == ExportJob::State::paused);
}

void BatchRun::pause() {
    if (job_ != nullptr && job_->state() == ExportJob::State::running) return job_->pause();
    pausesNext_ = true;
    emit changed();
}

void BatchRun::goOn() {
    pausesNext_ = false;
    if (job_ != nullptr) job_->goOn();
    emit changed();
}

void BatchRun::stop() {
    if (!running() || stopping_) return;
    stopping_ = true;
    thread_.request_stop();
    if (asking_) answer(false);
    if (job_ != nullptr) job_->stop();
    emit changed();
}

void BatchRun::conclude(const BatchEnd& end, const QString& problem) {
    thread_.join();
    thread_ = {};
    row_ = 0;
    stopping_ = false;
    pausesNext_ = false;
    queue_.expectMore(false);
    emit ended(end, problem);
    emit changed();
}

}  // namespace burin::ui
