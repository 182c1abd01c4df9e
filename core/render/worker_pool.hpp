// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

namespace burin {

/// How threads share the processor with others: beside a window they give way to it.
enum class ThreadManners { usual, givesWay };

/// Runs tasks on a fixed number of threads: higher priority first, then first come, first served, which a
/// work-stealing scheduler does not promise.
///
/// Tasks never wait for one another. Thread-safe; the destructor waits for all tasks.
class WorkerPool {
  public:
    explicit WorkerPool(int threads, ThreadManners manners = ThreadManners::usual);
    ~WorkerPool();
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    /// \param task  must not throw
    void submit(int priority, std::function<void()> task);
    [[nodiscard]] int threads() const { return static_cast<int>(threads_.size()); }

  private:
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
    void run();
    /// The first task, or an empty one once the pool is closing and nothing will come any more.
    std::function<void()> take();

    std::mutex mutex_;
    std::condition_variable changed_;
    std::priority_queue<Task, std::vector<Task>, Later> tasks_;
    std::uint64_t submitted_ = 0;
    std::uint64_t running_ = 0;
    bool closing_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace burin
