// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/progress.hpp"

#include <cstdint>
#include <vector>

namespace burin::ui {

/// How fast an export was of late. Seconds count from its begin.
class RateHistory {
  public:
    struct Point {
        double seconds = 0;
        double bytesPerSecond = 0;
        double executedPerSecond = 0;  ///< bytes, by a machine
    };

    /// How far back it reaches.
    static constexpr double spanSeconds = 1800;

    /// Takes a report of the exporter. Time that passes while it is paused counts for no rate.
    void add(const Progress& progress);
    void clear() { *this = {}; }

    /// At most one a second, oldest first.
    [[nodiscard]] const std::vector<Point>& points() const { return points_; }
    /// Of the last half minute; 0 where there is none yet.
    [[nodiscard]] double samplesPerSecond() const { return samplesPerSecond_; }
    [[nodiscard]] double bytesPerSecond() const { return bytesPerSecond_; }

  private:
    std::vector<Point> points_;
    bool begun_ = false;
    Progress last_;
    double samplesPerSecond_ = 0;
    double bytesPerSecond_ = 0;
    double weight_ = 0;  ///< seconds that the means above stand for
};

}  // namespace burin::ui
