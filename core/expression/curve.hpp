// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace burin {

/// A piecewise linear curve through points, constant beyond its ends.
class Curve {
  public:
    /// \param points  (in, out), at least two, with strictly increasing `in`
    explicit Curve(std::vector<std::pair<double, double>> points);

    /// out0 + (v - in0) * s with s = (out1 - out0) / (in1 - in0), each operation in binary64.
    [[nodiscard]] double operator()(double v) const;
    /// (in, out), in order.
    [[nodiscard]] std::span<const std::pair<double, double>> points() const { return points_; }
    /// Applies the curve in place, in binary32, with the points rounded to binary32 first; for the root's
    /// curves.
    void apply(float* values, std::int64_t count) const;
    /// The data of apply(): the points in binary32, and the slope from each point to the next.
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
