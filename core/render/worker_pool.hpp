// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <queue>
#include <vector>

namespace burin {

/// Runs tasks on a fixed number of oneTBB workers: higher priority first, then first come, first served.
///
/// Tasks never wait for one another. Thread-safe; the destructor waits for all tasks.
class WorkerPool {
  public:
    explicit WorkerPool(int threads);
    ~WorkerPool();
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    /// \param task  must not throw
    void submit(int priority, std::function<void()> task);
    [[nodiscard]] int threads() const { return threads_; }

  private:
    struct Workers;
    struct Task {
        int priority;
        std::uint64_t number;
        std::function<void()> run;
    };
    struct Later {
        bool operator()(const Task& a, const Task& b) const {
            return a.priority != b.priority ? a.priority < b.priority : a.number > b.number;
        }
    };
    void runNext();

    const int threads_;
    std::mutex mutex_;
    std::condition_variable idle_;
    std::priority_queue<Task, std::vector<Task>, Later> tasks_;
    std::uint64_t submitted_ = 0;
    std::uint64_t unfinished_ = 0;
    std::unique_ptr<Workers> workers_;
};

}  // namespace burin
