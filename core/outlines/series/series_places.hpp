// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"

#include <cmath>
#include <cstdint>
#include <vector>

namespace burin {

/// The cells of a series: item k = j columns + i has its cell's corner at i u + j v + origin, rounded as the
/// repeats of stitching.
struct SeriesPlaces {
    static constexpr std::int64_t mostItems = 100'000'000;

    struct Step {
        double x = 0;
        double y = 0;
    };
    Step u;
    Step v;
    Step origin;
    std::int64_t columns = 1;
    std::int64_t rows = 1;
    std::int64_t cellWidth = 1;
    std::int64_t cellHeight = 1;

    [[nodiscard]] std::int64_t count() const { return columns * rows; }
    [[nodiscard]] Point corner(std::int64_t i, std::int64_t j) const {
        const auto round = [&](double a, double b, double first) {
            const double sum = static_cast<double>(i) * a + static_cast<double>(j) * b + first;
            return static_cast<std::int64_t>(std::floor(sum + 0.5));
        };
        return {round(u.x, v.x, origin.x), round(u.y, v.y, origin.y)};
    }
    [[nodiscard]] Rect cell(std::int64_t k) const {
        const Point at = corner(k % columns, k / columns);
        return {at.x, at.y, cellWidth, cellHeight};
    }
    /// The rectangle around all cells.
    [[nodiscard]] Rect bounds() const;
    /// The items whose cells meet `area`, in ascending order.
    void meeting(const Rect& area, std::vector<std::int64_t>& items) const;
};

}  // namespace burin
