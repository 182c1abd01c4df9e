// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/progress.hpp"

#include <cstdint>
#include <vector>

namespace burin::ui {

/// The recent speed of an export. Seconds count from its start.
class RateHistory {
  public:
    struct Point {
        double seconds = 0;
        double bytesPerSecond = 0;
        double executedPerSecond = 0;  ///< bytes engraved by a machine
    };

    /// How far back the history reaches.
    static constexpr double spanSeconds = 1800;

    /// Adds a report of the exporter. Paused time does not lower the rate.
    void add(const Progress& progress);
    void clear() { *this = {}; }

    /// At most one point a second, oldest first.
    [[nodiscard]] const std::vector<Point>& points() const { return points_; }
    /// The mean of the last half minute; 0 if there is none yet.
    [[nodiscard]] double samplesPerSecond() const { return samplesPerSecond_; }
    [[nodiscard]] double bytesPerSecond() const { return bytesPerSecond_; }

  private:
    std::vector<Point> points_;
    bool begun_ = false;
    Progress last_;
    double samplesPerSecond_ = 0;
    double bytesPerSecond_ = 0;
    double weight_ = 0;  ///< total time behind the means above, in seconds
};

}  // namespace burin::ui
