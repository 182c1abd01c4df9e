// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/remote/server_limits.hpp"

#include <chrono>
#include <functional>
#include <list>
#include <mutex>
#include <string>

namespace burin {

/// The calls whose sender is not admitted yet. Each occupies a thread, so places are few, and one network may
/// hold half of them. If all places, or those of the new call's network, are taken, the oldest call among
/// them loses its place to the new one once it has waited for two seconds. Every call is ended when the time
/// up to `begin` has passed. Thread-safe; the caller passes in the time.
class WaitingCalls {
  public:
    using Time = std::chrono::steady_clock::time_point;

    explicit WaitingCalls(const ServerLimits& limits) : limits_(limits) {}

    /// A call's place; freed on destruction or by leave().
    class Place {
      public:
        /// \param end  ends the call; called from any thread, at most once, and not after `leave`
        Place(WaitingCalls& calls, std::string network, Time now, std::function<void()> end);
        Place(const Place&) = delete;
        Place& operator=(const Place&) = delete;
        ~Place() { leave(); }

        /// Whether the call got a place.
        [[nodiscard]] bool taken() const { return taken_; }
        void leave();

      private:
        WaitingCalls& calls_;
        bool taken_ = false;
    };

    /// Ends calls that have waited too long.
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
    std::list<Call> calls_;  // oldest first
};

}  // namespace burin
