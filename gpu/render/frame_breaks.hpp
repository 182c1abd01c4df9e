// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/render/backend.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>

namespace burin::gpu {

/// When lanes begin no work, because OpenGL draws a frame on the card. \see Backend::beginFrame
///
/// One thread reports the frames, and all lanes query them.
class FrameBreaks {
  public:
    using Clock = std::chrono::steady_clock;

    /// A break begins, but only after work has had a quarter of the time of the break before.
    void begin(Clock::time_point now) {
        const Clock::time_point last = std::min(now, until_.load());
        from_ = std::max(now, last + std::max(last - from_.load(), Clock::duration{}) / 4);
        until_ = now + Backend::longestFrame;
    }
    void end(Clock::time_point now) { until_ = std::min(now, until_.load()); }

    [[nodiscard]] bool breakAt(Clock::time_point now) const {
        return from_.load() <= now && now < until_.load();
    }
    /// Whether a frame was drawn shortly before, so that the next one may follow soon.
    [[nodiscard]] bool recentAt(Clock::time_point now) const {
        constexpr std::chrono::milliseconds recent{100};
        return now < until_.load() + recent;
    }

  private:
    std::atomic<Clock::time_point> from_{};
    std::atomic<Clock::time_point> until_{};
};

}  // namespace burin::gpu
