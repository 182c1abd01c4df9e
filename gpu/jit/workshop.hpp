// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <latch>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace burin::gpu {

/// A value that is computed once for all holders: by a thread of a workshop, or by the first holder that
/// waits.
///
/// Thread-safe. The destructor does not wait.
template <class Value>
class SharedWork {
  public:
    /// \param make  throws only std::exception; runs at most once and is then destroyed
    explicit SharedWork(std::function<Value()> make) : make_(std::move(make)) {}

    /// Whether neither problem() nor value() would wait.
    [[nodiscard]] bool ready() const { return done_.try_wait(); }
    /// The message of the exception thrown instead of a value; empty if there is a value. Waits.
    [[nodiscard]] const std::string& problem() {
        wait();
        return problem_;
    }
    /// A default value if there is a problem(). Waits.
    [[nodiscard]] const Value& value() {
        wait();
        return value_;
    }
    /// Computes the value on this thread, unless another thread has begun.
    void makeUnlessBegun() {
        if (begun_.test_and_set()) return;
        try {
            value_ = std::exchange(make_, nullptr)();
        } catch (const std::exception& error) {
            problem_ = error.what();
        }
        done_.count_down();
    }

  private:
    void wait() {
        if (ready()) return;
        makeUnlessBegun();
        done_.wait();
    }

    std::function<Value()> make_;
    std::atomic_flag begun_;
    std::latch done_{1};
    Value value_{};
    std::string problem_;
};

/// Computes values in the background, newest first. Values with equal keys are shared while someone holds
/// them. A value is not computed if no caller holds it any more when its turn comes.
///
/// Thread-safe; no value is computed while the lock is held.
template <class Value>
class Workshop {
  public:
    using Work = std::shared_ptr<SharedWork<Value>>;

    /// \param mostThreads  limit of threads, which are started on demand
    explicit Workshop(std::size_t mostThreads) : mostThreads_(mostThreads) {}
    /// Waits for values that are being computed; queued ones are left to their holders.
    ~Workshop() {
        for (std::jthread& thread : threads_)
            thread.request_stop();
    }
    Workshop(const Workshop&) = delete;
    Workshop& operator=(const Workshop&) = delete;

    /// The existing work with that key if it is still held and has not failed; otherwise new work. Does not
    /// wait.
    [[nodiscard]] Work order(const std::string& key, std::function<Value()> make) {
        const auto unheld = [](const std::weak_ptr<SharedWork<Value>>& work) { return work.expired(); };
        const std::lock_guard lock(mutex_);
        std::erase_if(known_, [&](const auto& entry) { return unheld(entry.second); });
        std::erase_if(queue_, unheld);
        std::weak_ptr<SharedWork<Value>>& known = known_[key];
        Work work = known.lock();
        const bool failed = work && work->ready() && !work->problem().empty();
        if (work && !failed) return work;
        work = std::make_shared<SharedWork<Value>>(std::move(make));
        known = work;
        queue_.push_back(work);
        if (threads_.size() < mostThreads_) startThread();
        changed_.notify_all();
        return work;
    }
    /// Waits until none of its threads is working.
    void settle() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return atWork_ == 0; });
    }

  private:
    void startThread() {
        try {
            threads_.emplace_back([this](const std::stop_token& stop) { run(stop); });
        } catch (const std::system_error&) {  // the waiting thread does the work
        }
    }
    void run(const std::stop_token& stop) {
        while (Work work = take(stop)) {
            work->makeUnlessBegun();
            work = nullptr;  // this may be the last reference
            const std::lock_guard lock(mutex_);
            --atWork_;
            changed_.notify_all();
        }
    }
    /// The next work; nothing once the thread is to stop.
    Work take(const std::stop_token& stop) {
        std::unique_lock lock(mutex_);
        while (changed_.wait(lock, stop, [this] { return !queue_.empty(); }) && !stop.stop_requested()) {
            Work work = queue_.back().lock();
            queue_.pop_back();
            if (!work) continue;
            ++atWork_;
            return work;
        }
        return nullptr;
    }

    const std::size_t mostThreads_;
    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::map<std::string, std::weak_ptr<SharedWork<Value>>> known_;
    std::vector<std::weak_ptr<SharedWork<Value>>> queue_;
    std::size_t atWork_ = 0;
    std::vector<std::jthread> threads_;  ///< last, because they use the members above
};

}  // namespace burin::gpu
