// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/threads/latest_task.hpp"

#include <utility>

namespace burin::ui {

LatestTask::LatestTask() : thread_([this](const std::stop_token& end) { run(end); }) {}

LatestTask::~LatestTask() {
    stop();
    thread_.request_stop();
}

void LatestTask::start(Task task) {
    const std::lock_guard lock(mutex_);
    current_.request_stop();
    current_ = {};
    next_ = std::move(task);
    arrived_.notify_one();
}

void LatestTask::stop() {
    const std::lock_guard lock(mutex_);
    current_.request_stop();
    next_ = {};
}

void LatestTask::run(const std::stop_token& end) {
    std::unique_lock lock(mutex_);
    while (arrived_.wait(lock, end, [this] { return static_cast<bool>(next_); })) {
        const Task task = std::exchange(next_, {});
        const std::stop_token stop = current_.get_token();
        lock.unlock();
        task(stop);
        lock.lock();
    }
}

}  // namespace burin::ui
