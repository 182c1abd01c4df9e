// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"
#include "core/kinds/form/values.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

namespace burin {

/// The signed area of the parallelogram of two vectors.
[[nodiscard]] constexpr double determinant(Vector u, Vector v) {
    return u.x * v.y - u.y * v.x;
}

/// The repeats of a pattern that overlap an area.
struct Repeats {
    Vector u, v, origin;
    Point at;
    Rect pattern;  ///< in the pattern's frame
    Rect area;     ///< in the node's frame

    /// The place of the pattern's (0, 0) in repeat (i, j).
    [[nodiscard]] constexpr Point place(std::int64_t i, std::int64_t j) const {
        const auto coordinate = [&](double stepI, double stepJ, double start, std::int64_t shift) {
            const double sum = ((static_cast<double>(i) * stepI + static_cast<double>(j) * stepJ) + start) +
                               static_cast<double>(shift);
            return static_cast<std::int64_t>(std::floor(sum + 0.5));
        };
        return {coordinate(u.x, v.x, origin.x, at.x), coordinate(u.y, v.y, origin.y, at.y)};
    }

    /// Calls visit(place, covered part of `area`) for each repeat, in ascending order of (j, i).
    template <class Visit>
    void forEach(const Visit& visit) const {
        forEachNear([&](Point cell) {
            const Point p = place(cell.x, cell.y);
            const Rect covered = intersection(pattern.translated(p), area);
            if (!covered.empty()) visit(p, covered);
        });
    }

    /// Calls visit((i, j)) for each repeat and a few others nearby, in ascending order of (j, i).
    template <class Visit>
    void forEachNear(const Visit& visit) const {
        // Range of the pattern's origin, one pixel wider than necessary; the exact test follows.
        const double left = static_cast<double>(area.x - pattern.right() - at.x) - origin.x - 1;
        const double right = static_cast<double>(area.right() - pattern.x - at.x) - origin.x + 1;
        const double top = static_cast<double>(area.y - pattern.bottom() - at.y) - origin.y - 1;
        const double bottom = static_cast<double>(area.bottom() - pattern.y - at.y) - origin.y + 1;
        const double det = determinant(u, v);
        double lowest = std::numeric_limits<double>::infinity();
        double highest = -lowest;
        for (const double x : {left, right}) {
            for (const double y : {top, bottom}) {
                const double j = (u.x * y - u.y * x) / det;
                lowest = std::min(lowest, j);
                highest = std::max(highest, j);
            }
        }
        const double slack = 1 + 1e-9 * std::max(std::abs(lowest), std::abs(highest));
        const auto lastJ = static_cast<std::int64_t>(std::ceil(highest + slack));
        for (auto j = static_cast<std::int64_t>(std::floor(lowest - slack)); j <= lastJ; ++j) {
            const auto real = static_cast<double>(j);
            Interval is{-0x1p62, 0x1p62};
            is.limit(real * v.x, u.x, left, right);
            is.limit(real * v.y, u.y, top, bottom);
            if (is.low > is.high) continue;
            const auto lastI = static_cast<std::int64_t>(std::floor(is.high + 1));
            for (auto i = static_cast<std::int64_t>(std::ceil(is.low - 1)); i <= lastI; ++i)
                visit(Point{i, j});
        }
    }

  private:
    /// A closed interval of real numbers that limit() reduces.
    struct Interval {
        double low;
        double high;

        /// Keeps the t with `from <= base + t * step <= to`.
        void limit(double base, double step, double from, double to) {
            if (step == 0) {
                if (base < from || base > to) high = low - 1;
                return;
            }
            double a = (from - base) / step;
            double b = (to - base) / step;
            if (a > b) std::swap(a, b);
            low = std::max(low, a);
            high = std::min(high, b);
        }
    };
};

}  // namespace burin
