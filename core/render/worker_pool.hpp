// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

/// How threads share the processor with others: beside a window they give way to it.
enum class ThreadManners { usual, givesWay };

/// Runs tasks on a fixed number of threads: higher priority first, then first come, first served, which a
/// work-stealing scheduler does not promise.
///
/// Tasks never wait for one another. Thread-safe; the destructor waits for all tasks.
class WorkerPool {
  public:
    /// Tasks that belong together, by number.
    class Work {
      public:
        virtual ~Work() = default;
        virtual void run(std::uint32_t task) noexcept = 0;
    };

    /// Room in the queue that was taken beforehand, so that submitting takes no memory; given back on
    /// destruction. Move-only. The pool outlives it.
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

    explicit WorkerPool(int threads, ThreadManners manners = ThreadManners::usual);
    ~WorkerPool();
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    /// \param count  the most tasks that will wait at once \throws std::bad_alloc
    [[nodiscard]] Places reserve(std::size_t count);
    /// \pre there are places for all that wait
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
    static bool later(const Task& a, const Task& b) {
        return a.priority != b.priority ? a.priority < b.priority : a.number > b.number;
    }
    void giveBack(std::size_t places);
    void run();
    /// The first task, or one without work once the pool is closing and nothing will come any more.
    Task take();

    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<Task> tasks_;  ///< a heap, the first task on top
    std::size_t places_ = 0;   ///< that were reserved; tasks_ has room for them
    std::uint64_t submitted_ = 0;
    std::uint64_t running_ = 0;
    bool closing_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace burin
