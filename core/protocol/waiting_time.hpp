// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace burin {

/// How long a sender has waited for its controller since the job advanced last. Waits add up, and only a job
/// that advances starts the sum anew: a controller that is lost, answers and is lost again does not.
///
/// Time is given to it and never asked for. Not thread-safe.
class WaitingTime {
  public:
    using Time = std::chrono::steady_clock::time_point;

    /// The controller is waited for from now on.
    explicit WaitingTime(Time now) : last_(now) {}

    /// \param waits  whether the controller is waited for from now on
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
    /// Up to the last look.
    [[nodiscard]] Time::duration total() const { return waited_; }

  private:
    Time last_;
    Time::duration waited_{};
    bool waits_ = true;
};

}  // namespace burin
