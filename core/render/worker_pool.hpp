// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parallel_rows.hpp"

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace burin {

/// How threads share the processor: with givesWay, the window's thread comes first.
enum class ThreadManners { usual, givesWay };

/// Runs tasks on a fixed number of threads: higher priority first, then in order of submission, which a
/// work-stealing scheduler does not guarantee.
///
/// Tasks never wait for each other. Thread-safe; the destructor waits for all tasks.
class WorkerPool {
  public:
    /// A group of tasks, identified by number.
    class Work {
      public:
        virtual ~Work() = default;
        virtual void run(std::uint32_t task) noexcept = 0;
    };

    /// Space in the queue, reserved so that submitting allocates nothing; released on destruction. Move-only.
    /// The pool must outlive it.
    class Places {
      public:
        Places() = default;
        Places(Places&& other) noexcept
            : pool_(std::exchange(other.pool_, nullptr)), count_(std::exchange(other.count_, 0)) {}
        Places& operator=(Places&& other) noexcept {
            std::swap(pool_, other.pool_);
            std::swap(count_, other.count_);
            return *this;
        }
        ~Places() {
            if (pool_ != nullptr) pool_->giveBack(count_);
        }

      private:
        friend class WorkerPool;
        Places(WorkerPool* pool, std::size_t count) : pool_(pool), count_(count) {}
        WorkerPool* pool_ = nullptr;
        std::size_t count_ = 0;
    };

    /// \param rows  how many rows each thread processes at once, see limitRowsAtOnce()
    /// \throws std::system_error if the system cannot start that many threads
    explicit WorkerPool(int threads, ThreadManners manners = ThreadManners::usual, int rows = rowsAtOnce());
    ~WorkerPool();
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    /// \param count  the largest number of tasks that wait at once \throws std::bad_alloc
    [[nodiscard]] Places reserve(std::size_t count);
    /// \pre places are reserved for all waiting tasks
    void submit(int priority, std::shared_ptr<Work> work, std::uint32_t task) noexcept;
    /// \param task  must not throw \throws std::bad_alloc
    void submit(int priority, std::function<void()> task);
    [[nodiscard]] int threads() const { return static_cast<int>(threads_.size()); }

  private:
    struct Task {
        int priority;
        std::uint64_t number;
        std::shared_ptr<Work> work;
        std::uint32_t part;
    };
    WorkerPool() = default;
    static bool later(const Task& a, const Task& b) {
        return a.priority != b.priority ? a.priority < b.priority : a.number > b.number;
    }
    void giveBack(std::size_t places);
    void run();
    /// The next task, or one without work if the pool is closing and no more tasks can come.
    Task take();

    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<Task> tasks_;  ///< a heap, the first task on top
    std::size_t places_ = 0;   ///< places that are reserved; tasks_ has capacity for them
    std::uint64_t submitted_ = 0;
    std::uint64_t running_ = 0;
    bool closing_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace burin
