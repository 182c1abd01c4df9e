// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/remote/server_limits.hpp"

#include <chrono>
#include <functional>
#include <list>
#include <mutex>
#include <string>

namespace burin {

/// The calls whose sender is not admitted yet. Each holds a thread: there are few places, half of them at
/// most for one network. A call that has waited for two seconds gives its place to one that comes when all
/// are taken, and each is ended when the time up to `begin` is over. Thread-safe; time is given to it.
class WaitingCalls {
  public:
    using Time = std::chrono::steady_clock::time_point;

    explicit WaitingCalls(const ServerLimits& limits) : limits_(limits) {}

    /// The place of a call, for as long as it lives or until it is left.
    class Place {
      public:
        /// \param end  ends the call; may be called from any thread, once, and not after `leave`
        Place(WaitingCalls& calls, std::string network, Time now, std::function<void()> end);
        Place(const Place&) = delete;
        Place& operator=(const Place&) = delete;
        ~Place() { leave(); }

        /// Whether there was a place.
        [[nodiscard]] bool taken() const { return taken_; }
        void leave();

      private:
        WaitingCalls& calls_;
        bool taken_ = false;
    };

    /// Ends the calls that have waited too long.
    void tick(Time now);

    /// Calls that hold a place.
    [[nodiscard]] int size() const;

  private:
    struct Call {
        const Place* place = nullptr;
        std::string network;
        Time since;
        std::function<void()> end;
        bool ended = false;
    };

    bool enter(Call call);
    [[nodiscard]] int placesOf(const std::string* network) const;
    bool makeRoom(const std::string* network, Time now);

    const ServerLimits limits_;
    mutable std::mutex mutex_;
    std::list<Call> calls_;  // the oldest first
};

}  // namespace burin
