// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/render/worker_pool.hpp"

#include <utility>

#include <sys/resource.h>

namespace burin {

namespace {

/// A tenth of the processor's time beside a thread of the usual 0, all of it where that one sleeps.
constexpr int niceness = 10;

}  // namespace

WorkerPool::WorkerPool(int threads, ThreadManners manners) {
    for (int i = 0; i < threads; ++i) {
        threads_.emplace_back([this, manners] {
            // Of this thread alone, and of those that it starts; where it is refused, nothing is lost.
            if (manners == ThreadManners::givesWay) ::setpriority(PRIO_PROCESS, 0, niceness);
            run();
        });
    }
}

WorkerPool::~WorkerPool() {
    {
        const std::lock_guard lock(mutex_);
        closing_ = true;
        changed_.notify_all();
    }
    for (std::thread& thread : threads_)
        thread.join();
}

void WorkerPool::submit(int priority, std::function<void()> task) {
    const std::lock_guard lock(mutex_);
    tasks_.push({priority, submitted_++, std::move(task)});
    changed_.notify_one();
}

std::function<void()> WorkerPool::take() {
    std::unique_lock lock(mutex_);
    // A task that still runs may submit others.
    changed_.wait(lock, [this] { return !tasks_.empty() || (closing_ && running_ == 0); });
    if (tasks_.empty()) return {};
    std::function<void()> task = std::move(const_cast<Task&>(tasks_.top()).run);
    tasks_.pop();
    ++running_;
    return task;
}

void WorkerPool::run() {
    while (std::function<void()> task = take()) {
        task();
        task = {};
        const std::lock_guard lock(mutex_);
        if (--running_ == 0 && closing_) changed_.notify_all();
    }
}

}  // namespace burin
