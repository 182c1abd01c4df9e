// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/form/operation.hpp"

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>

namespace burin {

/// A value that a kind computes only from its parameters, such as a table. It is computed on first use
/// instead of when the kind is bound, and only once, however many threads ask for it.
///
/// The owner reports its size in advance (Operation::residentBytes), so that it is counted before it exists.
/// Copies share the value. Thread-safe; once the value exists, reading it costs one atomic read.
template <class T>
class Deferred {
  public:
    using Make = std::function<T(const std::stop_token& stop)>;

    Deferred() = default;
    /// \param make  called without a lock, by one thread at a time; called again if it has thrown, and freed
    ///              with all that it holds once the value exists
    explicit Deferred(Make make) : state_(std::make_shared<State>(std::move(make))) {}

    /// Computes the value, or waits for the thread that is computing it.
    /// \throws Cancelled once `stop` is signalled, and what `make` throws; then the next caller computes it
    [[nodiscard]] const T& value(const std::stop_token& stop = {}) const {
        State& state = *state_;
        if (!state.made.load(std::memory_order_acquire)) state.makeOnce(stop);
        return *state.value;
    }
    [[nodiscard]] bool made() const { return state_ && state_->made.load(std::memory_order_acquire); }

  private:
    struct State {
        explicit State(Make how) : make(std::move(how)) {}

        void makeOnce(const std::stop_token& stop) {
            std::unique_lock lock(mutex);
            changed.wait(lock, stop, [this] { return !making; });
            if (making) throw Cancelled();
            if (value) return;
            making = true;
            lock.unlock();
            try {
                value.emplace(make(stop));
                make = nullptr;
            } catch (...) {
                ended(false);
                throw;
            }
            ended(true);
        }
        void ended(bool isMade) {
            const std::lock_guard lock(mutex);
            making = false;
            made.store(isMade, std::memory_order_release);
            changed.notify_all();
        }

        Make make;  ///< used only by the thread that has set `making`
        std::mutex mutex;
        std::condition_variable_any changed;
        bool making = false;
        std::optional<T> value;
        std::atomic<bool> made{false};
    };

    std::shared_ptr<State> state_;
};

}  // namespace burin
