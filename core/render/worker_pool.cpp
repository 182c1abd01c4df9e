// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/render/worker_pool.hpp"

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <utility>

namespace burin {

/// Our own threads and no slot for the caller's: the caller goes on while they work.
struct WorkerPool::Workers {
    explicit Workers(int threads)
        : parallelism(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads) + 1),
          arena(threads, 0) {}
    tbb::global_control parallelism;
    tbb::task_arena arena;
};

WorkerPool::WorkerPool(int threads) : threads_(threads), workers_(std::make_unique<Workers>(threads)) {}

WorkerPool::~WorkerPool() {
    std::unique_lock lock(mutex_);
    idle_.wait(lock, [this] { return unfinished_ == 0; });
}

void WorkerPool::submit(int priority, std::function<void()> task) {
    {
        const std::lock_guard lock(mutex_);
        tasks_.push({priority, submitted_++, std::move(task)});
        ++unfinished_;
    }
    workers_->arena.enqueue([this] { runNext(); });
}

/// Every enqueued call takes whatever task is first by then.
void WorkerPool::runNext() {
    std::function<void()> task;
    {
        const std::lock_guard lock(mutex_);
        task = std::move(const_cast<Task&>(tasks_.top()).run);
        tasks_.pop();
    }
    task();
    task = {};
    const std::lock_guard lock(mutex_);
    if (--unfinished_ == 0) idle_.notify_all();
}

}  // namespace burin
