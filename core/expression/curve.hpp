// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace burin {

/// A curve through points, joined by straight lines and constant beyond the ends.
class Curve {
  public:
    /// \param points  (in, out), in strictly increasing, at least two
    explicit Curve(std::vector<std::pair<double, double>> points);

    /// out0 + (v - in0) * s with s = (out1 - out0) / (in1 - in0), each operation in binary64.
    [[nodiscard]] double operator()(double v) const;
    /// The same in binary32, points rounded to binary32 first: the root's curves. In place.
    void apply(float* values, std::int64_t count) const;
    /// What apply() reads: the points in binary32, and the slope from each but the last to the next.
    [[nodiscard]] std::span<const float> in() const { return in_; }
    [[nodiscard]] std::span<const float> out() const { return out_; }
    [[nodiscard]] std::span<const float> slope() const { return slope_; }
    /// The points as text with all their digits.
    [[nodiscard]] std::string canonical() const;

  private:
    std::vector<std::pair<double, double>> points_;
    std::vector<float> in_, out_, slope_;
};

}  // namespace burin
