// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/queue/rate_history.hpp"

#include <algorithm>

namespace burin::ui {

namespace {

/// The bytes that a machine engraved between two reports; 0 if one of them has no machine status.
double executedBetween(const Progress& before, const Progress& now) {
    if (!before.machine || !now.machine) return 0;
    const std::uint64_t from = before.machine->executedBytes;
    const std::uint64_t to = now.machine->executedBytes;
    return to > from ? static_cast<double>(to - from) : 0;
}

}  // namespace

void RateHistory::add(const Progress& progress) {
    constexpr double interval = 1;
    constexpr double memory = 30;
    const double passed = progress.seconds - last_.seconds;
    if (begun_ && passed < interval) return;
    const Progress before = last_;
    last_ = progress;
    if (!begun_) {
        begun_ = true;
        return;
    }
    const double bytes = static_cast<double>(progress.bytes - before.bytes) / passed;
    points_.push_back({progress.seconds, bytes, executedBetween(before, progress) / passed});
    const double oldest = progress.seconds - spanSeconds;
    points_.erase(points_.begin(), std::find_if(points_.begin(), points_.end(),
                                                [oldest](const Point& p) { return p.seconds >= oldest; }));
    if (progress.state == Progress::State::paused || before.state == Progress::State::paused) return;
    // An exponential mean: samples older than `memory` count little.
    const double samples = static_cast<double>(progress.doneSamples - before.doneSamples) / passed;
    weight_ = std::min(memory, weight_ + passed);
    const double part = std::min(1.0, passed / weight_);
    samplesPerSecond_ += part * (samples - samplesPerSecond_);
    bytesPerSecond_ += part * (bytes - bytesPerSecond_);
}

}  // namespace burin::ui
