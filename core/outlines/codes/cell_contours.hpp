// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/outlines/outline.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace burin {

/// Cells between vertical lines at `x` and horizontal lines at `y`, both in pixels and ascending.
struct CellGrid {
    std::vector<std::int64_t> x;
    std::vector<std::int64_t> y;
    std::vector<bool> drawn;  ///< whether each cell is drawn, by rows of x.size() - 1 cells

    [[nodiscard]] std::size_t columns() const { return x.size() - 1; }
    [[nodiscard]] std::size_t rows() const { return y.size() - 1; }
};

/// The contours around the drawn cells, clockwise, and counterclockwise around their holes. `nonzero` and
/// `evenodd` fill them alike.
///
/// No two contours share a side, so a turned or scaled drawing has no slits between cells.
///
/// \pre at least one row and one column
[[nodiscard]] ContourList cellContours(const CellGrid& grid);

}  // namespace burin
