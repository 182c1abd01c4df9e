// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace burin {

/// How long a sender has waited for its controller since the job last advanced. Waits add up, and only an
/// advancing job resets the sum: a controller that answers and is lost again does not reset it.
///
/// The caller passes in the time. Not thread-safe.
class WaitingTime {
  public:
    using Time = std::chrono::steady_clock::time_point;

    /// Waiting begins at `now`.
    explicit WaitingTime(Time now) : last_(now) {}

    /// \param waits  whether the sender waits from now on
    void look(Time now, bool waits) {
        if (waits_) waited_ += now - last_;
        last_ = now;
        waits_ = waits;
    }
    /// The job has advanced.
    void advance(Time now) {
        waited_ = {};
        last_ = now;
    }
    /// The sum up to the last call of look().
    [[nodiscard]] Time::duration total() const { return waited_; }

  private:
    Time last_;
    Time::duration waited_{};
    bool waits_ = true;
};

}  // namespace burin
