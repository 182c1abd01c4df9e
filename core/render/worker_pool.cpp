// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/render/worker_pool.hpp"

#include <algorithm>
#include <utility>

#include <sys/resource.h>

namespace burin {

namespace {

/// With this niceness, a thread gets a tenth of the processor time beside a thread of niceness 0, and all of
/// it while that thread sleeps.
constexpr int niceness = 10;

}  // namespace

// The other constructor has completed the object, so the destructor ends the threads if one cannot be
// started.
WorkerPool::WorkerPool(int threads, ThreadManners manners, int rows) : WorkerPool() {
    for (int i = 0; i < threads; ++i) {
        threads_.emplace_back([this, manners, rows] {
            limitRowsAtOnce(rows);
            // Applies to this thread and to threads that it starts. If the system refuses this, nothing is
            // lost.
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

WorkerPool::Places WorkerPool::reserve(std::size_t count) {
    const std::lock_guard lock(mutex_);
    if (const std::size_t wanted = places_ + count; wanted > tasks_.capacity())
        tasks_.reserve(std::max(wanted, 2 * tasks_.capacity()));
    places_ += count;
    return {this, count};
}

void WorkerPool::giveBack(std::size_t places) {
    const std::lock_guard lock(mutex_);
    places_ -= places;
}

void WorkerPool::submit(int priority, std::shared_ptr<Work> work, std::uint32_t task) noexcept {
    const std::lock_guard lock(mutex_);
    tasks_.push_back({priority, submitted_++, std::move(work), task});
    std::push_heap(tasks_.begin(), tasks_.end(), later);
    changed_.notify_one();
}

void WorkerPool::submit(int priority, std::function<void()> task) {
    struct Function final : Work {
        Function(std::function<void()> what, Places room)
            : function(std::move(what)), place(std::move(room)) {}
        void run(std::uint32_t) noexcept override { function(); }
        std::function<void()> function;
        Places place;
    };
    submit(priority, std::make_shared<Function>(std::move(task), reserve(1)), 0);
}

WorkerPool::Task WorkerPool::take() {
    std::unique_lock lock(mutex_);
    // A running task may submit others.
    changed_.wait(lock, [this] { return !tasks_.empty() || (closing_ && running_ == 0); });
    if (tasks_.empty()) return {};
    std::pop_heap(tasks_.begin(), tasks_.end(), later);
    Task task = std::move(tasks_.back());
    tasks_.pop_back();
    ++running_;
    return task;
}

void WorkerPool::run() {
    while (true) {
        Task task = take();
        if (!task.work) return;
        task.work->run(task.part);
        task.work.reset();
        const std::lock_guard lock(mutex_);
        if (--running_ == 0 && closing_) changed_.notify_all();
    }
}

}  // namespace burin
