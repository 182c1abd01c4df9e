// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/series/series_places.hpp"

#include <algorithm>

namespace burin {
namespace {

/// Real numbers from low to high; none if low > high.
struct Span {
    double low = 0;
    double high = 0;

    [[nodiscard]] Span cut(Span other) const {
        return {std::max(low, other.low), std::min(high, other.high)};
    }
};

/// The s for which s * step lies in `wanted`; `all` if the step is too short to matter.
Span stepsInto(Span wanted, double step, Span all) {
    if (step == 0) return wanted.low <= 0 && wanted.high >= 0 ? all : Span{1, 0};
    const double a = wanted.low / step;
    const double b = wanted.high / step;
    return all.cut({std::min(a, b), std::max(a, b)});
}

/// The least and the greatest s * step.
Span reach(double step, Span s) {
    return {std::min(step * s.low, step * s.high), std::max(step * s.low, step * s.high)};
}

}  // namespace

Rect SeriesPlaces::bounds() const {
    std::int64_t left = INT64_MAX, top = INT64_MAX, right = INT64_MIN, bottom = INT64_MIN;
    for (const std::int64_t i : {std::int64_t{0}, columns - 1}) {
        for (const std::int64_t j : {std::int64_t{0}, rows - 1}) {
            const Point at = corner(i, j);
            left = std::min(left, at.x);
            top = std::min(top, at.y);
            right = std::max(right, at.x + cellWidth);
            bottom = std::max(bottom, at.y + cellHeight);
        }
    }
    return {left, top, right - left, bottom - top};
}

void SeriesPlaces::meeting(const Rect& area, std::vector<std::int64_t>& items) const {
    // The places of corners before they are rounded, a pixel wider than necessary.
    const Span x{static_cast<double>(area.x - cellWidth) - 1 - origin.x,
                 static_cast<double>(area.x + area.width) + 1 - origin.x};
    const Span y{static_cast<double>(area.y - cellHeight) - 1 - origin.y,
                 static_cast<double>(area.y + area.height) + 1 - origin.y};
    const Span allColumns{0, static_cast<double>(columns - 1)};
    Span rowsThere{0, static_cast<double>(rows - 1)};
    const auto without = [](Span wanted, Span added) {
        return Span{wanted.low - added.high, wanted.high - added.low};
    };
    rowsThere = stepsInto(without(x, reach(u.x, allColumns)), v.x, rowsThere);
    rowsThere = stepsInto(without(y, reach(u.y, allColumns)), v.y, rowsThere);
    const double det = u.x * v.y - u.y * v.x;
    if (std::fabs(det) > 1e-6) {
        // j of the corners of the rectangle in the lattice's own coordinates
        Span j{INFINITY, -INFINITY};
        for (const double cx : {x.low, x.high}) {
            for (const double cy : {y.low, y.high}) {
                const double at = (u.x * cy - u.y * cx) / det;
                j = {std::min(j.low, at), std::max(j.high, at)};
            }
        }
        rowsThere = rowsThere.cut(j);
    }
    const auto lastRow = static_cast<std::int64_t>(std::floor(rowsThere.high + 1e-6));
    for (auto j = static_cast<std::int64_t>(std::ceil(rowsThere.low - 1e-6)); j <= lastRow; ++j) {
        const double row = static_cast<double>(j);
        Span there = stepsInto({x.low - row * v.x, x.high - row * v.x}, u.x, allColumns);
        there = stepsInto({y.low - row * v.y, y.high - row * v.y}, u.y, there);
        const auto last = static_cast<std::int64_t>(std::floor(there.high + 1e-6));
        for (auto i = static_cast<std::int64_t>(std::ceil(there.low - 1e-6)); i <= last; ++i) {
            if (i < 0 || j < 0 || i >= columns || j >= rows) continue;
            const std::int64_t k = j * columns + i;
            const Rect own = cell(k);
            const bool meets = own.x < area.x + area.width && area.x < own.x + own.width &&
                               own.y < area.y + area.height && area.y < own.y + own.height;
            if (meets) items.push_back(k);
        }
    }
}

}  // namespace burin
