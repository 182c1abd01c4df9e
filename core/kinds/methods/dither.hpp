// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace burin {

/// How single bits represent values between 0 and 1.
enum class Dither { none, ordered, blueNoise };

/// A square of thresholds t in (0, 1) that repeats over the plane, starting at (0, 0): a sample is written as
/// floor(v + t(x, y)). Because t depends only on the place, tiles and repeats of the square join without
/// seams.
///
/// Thread-safe.
class DitherMatrix {
  public:
    /// Consecutive thresholds that from() guarantees: one for each bit of a byte.
    static constexpr int run = 8;

    /// \param ranks  row by row; each number from 0 to side * side - 1 occurs once
    /// \pre   side is a power of two
    DitherMatrix(int side, std::span<const int> ranks);

    [[nodiscard]] int side() const { return side_; }
    /// t(p) and the thresholds of the next run - 1 places of the row.
    [[nodiscard]] const float* from(Point p) const {
        return rows_.data() + (p.y & (side_ - 1)) * rowLength(side_) + (p.x & (side_ - 1));
    }
    [[nodiscard]] float at(Point p) const { return *from(p); }

    /// The thresholds as stored: every row is followed by its own first run - 1 thresholds.
    [[nodiscard]] std::span<const float> rows() const { return rows_; }
    [[nodiscard]] static constexpr int rowLength(int side) { return side + run - 1; }

  private:
    int side_;
    std::vector<float> rows_;
};

/// The matrix of `dither`, computed on first use; nullptr for none.
[[nodiscard]] const DitherMatrix* matrixOf(Dither dither);

}  // namespace burin
