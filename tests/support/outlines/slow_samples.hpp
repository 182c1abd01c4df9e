// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The samples of a resolved outline by the formulas of the specification, edge by edge and pixel by pixel.

#include "core/geometry/rect.hpp"
#include "core/outlines/resolved_outline.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <utility>
#include <vector>

namespace burin::test {

__extension__ using Whole = __int128;

inline std::int64_t floorOf(Whole n, Whole d) {
    Whole q = n / d;
    if (n % d < 0) --q;
    return static_cast<std::int64_t>(q);
}

/// `output: fill` over an area.
inline std::vector<float> slowFill(const std::vector<ResolvedEdge>& edges, std::int32_t units,
                                   const Rect& area) {
    std::vector<float> out;
    const double full = 8589934592.0 * units;
    for (std::int64_t row = area.y; row < area.bottom(); ++row) {
        std::map<std::int64_t, std::int64_t> own;    // by column
        std::map<std::int64_t, std::int64_t> after;  // what a column adds to the columns right of it
        for (const ResolvedEdge& e : edges) {
            const Whole x0 = e.a.x, y0 = e.a.y, x1 = e.b.x, y1 = e.b.y;
            if (y0 == y1 || y1 <= row * 256 || y0 >= (row + 1) * 256) continue;
            const auto at = [&](Whole y) -> std::int64_t {
                if (y == y0) return static_cast<std::int64_t>(256 * x0);
                if (y == y1) return static_cast<std::int64_t>(256 * x1);
                const std::int64_t q = floorOf((y - y0) * (x1 - x0), y1 - y0);
                const Whole r = (y - y0) * (x1 - x0) - q * (y1 - y0);
                return static_cast<std::int64_t>(256 * (x0 + q)) + floorOf(512 * r + y1 - y0, 2 * (y1 - y0));
            };
            const Whole top = std::max<Whole>(y0, row * 256);
            const Whole bottom = std::min<Whole>(y1, (row + 1) * 256);
            std::pair<std::int64_t, std::int64_t> l{at(top), static_cast<std::int64_t>(256 * top)};
            std::pair<std::int64_t, std::int64_t> r{at(bottom), static_cast<std::int64_t>(256 * bottom)};
            if (r.first < l.first) std::swap(l, r);
            const std::int64_t dV = e.right - e.left;
            std::pair<std::int64_t, std::int64_t> from = l;
            for (std::int64_t column = floorOf(l.first, 65536);; ++column) {
                const std::int64_t border = (column + 1) * 65536;
                std::pair<std::int64_t, std::int64_t> to = r;
                if (border < r.first) {
                    to.first = border;
                    to.second = l.second + floorOf(2 * Whole(border - l.first) * (r.second - l.second) +
                                                       r.first - l.first,
                                                   2 * Whole(r.first - l.first));
                }
                const std::int64_t c = dV * std::abs(to.second - from.second);
                own[column] += c * (2 * border - from.first - to.first);
                after[column] += 131072 * c;
                if (to == r) break;
                from = to;
            }
        }
        std::int64_t sum = 0;
        auto next = after.begin();
        for (std::int64_t column = area.x; column < area.right(); ++column) {
            for (; next != after.end() && next->first < column; ++next)
                sum += next->second;
            const auto found = own.find(column);
            const std::int64_t a = sum + (found == own.end() ? 0 : found->second);
            out.push_back(static_cast<float>(std::clamp(static_cast<double>(a), 0.0, full) / full));
        }
    }
    return out;
}

/// `output: distance` over an area, with a profile.
inline std::vector<float> slowDistance(const std::vector<ResolvedEdge>& edges, std::int64_t largest,
                                       const std::function<double(double)>& profile, const Rect& area) {
    std::vector<float> table;
    for (std::int64_t k = -64 * largest; k <= 64 * largest; ++k) {
        const double value = profile(static_cast<double>(k) / 64);
        table.push_back(std::isfinite(value) ? static_cast<float>(value) : 0.0F);
    }
    std::vector<float> out;
    for (std::int64_t y = area.y; y < area.bottom(); ++y) {
        for (std::int64_t x = area.x; x < area.right(); ++x) {
            const Whole px = 256 * x + 128, py = 256 * y + 128;
            double least = std::numeric_limits<double>::infinity();
            std::int64_t side = 0;
            for (const ResolvedEdge& edge : edges) {
                const Whole ex = edge.b.x - Whole(edge.a.x), ey = edge.b.y - Whole(edge.a.y);
                const Whole wx = px - edge.a.x, wy = py - edge.a.y;
                const Whole vx = px - edge.b.x, vy = py - edge.b.y;
                const Whole k = wx * ex + wy * ey, q = ex * ex + ey * ey;
                const Whole across = wx * ey - wy * ex;
                double m = 0;
                if (k > 0 && k < q) {
                    m = std::fabs(static_cast<double>(across)) / std::sqrt(static_cast<double>(q));
                } else if (k <= 0) {
                    m = std::sqrt(static_cast<double>(wx * wx + wy * wy));
                } else {
                    m = std::sqrt(static_cast<double>(vx * vx + vy * vy));
                }
                least = std::min(least, m);
                if (edge.a.y <= py && py < edge.b.y && across > 0) side += edge.right - edge.left;
            }
            double d = std::min(least / 256, static_cast<double>(largest));
            if (side == 0) d = -d;
            const double place = 64 * (d + static_cast<double>(largest));
            const double i = std::floor(place);
            const auto f = static_cast<float>(place - i);
            const auto index = static_cast<std::size_t>(i);
            const float first = table[index];
            const float second = table[std::min(index + 1, table.size() - 1)];
            out.push_back(first + (second - first) * f);
        }
    }
    return out;
}

/// A profile with a pole and a bend, and its table as DistanceTable takes it.
inline double hills(double d) {
    return d < -1 ? 1 / (d + 1.5) : d * 0.25;
}

inline std::vector<float> hillTable(std::int64_t largest) {
    std::vector<float> values;
    for (std::int64_t k = -64 * largest; k <= 64 * largest; ++k) {
        const double value = hills(static_cast<double>(k) / 64);
        values.push_back(std::isfinite(value) ? static_cast<float>(value) : 0.0F);
    }
    values.push_back(values.back());
    return values;
}

}  // namespace burin::test
