// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace burin {

/// How single bits stand for what lies between 0 and 1.
enum class Dither { none, ordered, blueNoise };

/// A square of thresholds t in (0, 1) that repeats over the plane from 0, 0 on: a sample is written as
/// floor(v + t(x, y)). Since t depends on the place alone, neither tiles nor screens show a seam.
///
/// Thread-safe.
class DitherMatrix {
  public:
    /// Neighbours that from() promises: as many as a byte has bits.
    static constexpr int run = 8;

    /// \param ranks  row by row, each of 0 to side * side - 1 once
    /// \pre   side is a power of two
    DitherMatrix(int side, std::span<const int> ranks);

    [[nodiscard]] int side() const { return side_; }
    /// t(p) and those of the next run - 1 places of the row.
    [[nodiscard]] const float* from(Point p) const {
        return rows_.data() + (p.y & (side_ - 1)) * rowLength(side_) + (p.x & (side_ - 1));
    }
    [[nodiscard]] float at(Point p) const { return *from(p); }

    /// As they lie in memory: every row goes on with its own first run - 1 thresholds.
    [[nodiscard]] std::span<const float> rows() const { return rows_; }
    [[nodiscard]] static constexpr int rowLength(int side) { return side + run - 1; }

  private:
    int side_;
    std::vector<float> rows_;
};

/// The matrix of `dither`, computed when it is first asked for; nullptr for none.
[[nodiscard]] const DitherMatrix* matrixOf(Dither dither);

}  // namespace burin
