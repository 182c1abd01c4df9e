// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A drawing as polygons whose corners lie close together on its contours. Slow and obvious: each question
// goes through all edges.

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace burin::test {

/// Pixels; x grows to the right, y downwards.
struct PolygonPicture {
    using Place = std::pair<double, double>;

    std::vector<std::vector<Place>> polygons;
    bool evenOdd = false;

    /// Calls `visit` with both ends of each edge; the last corner of a polygon is joined to the first.
    template <class Visit>
    void eachEdge(const Visit& visit) const {
        for (const std::vector<Place>& polygon : polygons) {
            // Without a division for each edge, which would take longer than the rest.
            for (std::size_t i = 1; i < polygon.size(); ++i)
                visit(polygon[i - 1], polygon[i]);
            if (!polygon.empty()) visit(polygon.back(), polygon.front());
        }
    }

    /// How often the polygons run round a point, clockwise.
    [[nodiscard]] int winding(double x, double y) const {
        int turns = 0;
        eachEdge([&](const Place& a, const Place& b) {
            if ((a.second <= y) == (b.second <= y)) return;
            const double crossing = a.first + (b.first - a.first) * ((y - a.second) / (b.second - a.second));
            if (crossing < x) turns += a.second < b.second ? -1 : 1;
        });
        return turns;
    }

    [[nodiscard]] bool contains(double x, double y) const {
        const int turns = winding(x, y);
        return evenOdd ? turns % 2 != 0 : turns != 0;
    }

    /// The distance to the border, at most `largest`, negative outside. Points on the edges, 1/32 px apart,
    /// stand for the border: the result is at most 1/32 px too large. An edge between two filled sides does
    /// not belong to the border.
    /// \param beside  how far from an edge a place counts as on its side
    [[nodiscard]] double distance(double x, double y, double largest, double beside) const {
        double nearest = largest;
        eachEdge([&](Place a, Place b) {
            const double dx = b.first - a.first, dy = b.second - a.second;
            const double length = std::hypot(dx, dy);
            const double pieces = std::ceil(32 * length);
            for (double k = 0.5; k < pieces; ++k) {
                const double px = a.first + dx * (k / pieces), py = a.second + dy * (k / pieces);
                const double d = std::sqrt((px - x) * (px - x) + (py - y) * (py - y));
                const double nx = -dy / length * beside, ny = dx / length * beside;
                if (d < nearest && contains(px + nx, py + ny) != contains(px - nx, py - ny)) nearest = d;
            }
        });
        return contains(x, y) ? nearest : -nearest;
    }
};

/// The distance of a point from the open lines through some places.
[[nodiscard]] inline double distanceFromLine(const std::vector<PolygonPicture::Place>& line, double x,
                                             double y) {
    double nearest = HUGE_VAL;  // squared, because std::hypot would take most of the time
    for (std::size_t i = 0; i < line.size(); ++i) {
        const auto [ax, ay] = line[i];
        const auto [bx, by] = line[std::min(i + 1, line.size() - 1)];
        const double dx = bx - ax, dy = by - ay, q = dx * dx + dy * dy;
        const double share = q > 0 ? std::clamp(((x - ax) * dx + (y - ay) * dy) / q, 0.0, 1.0) : 0;
        const double wx = ax + share * dx - x, wy = ay + share * dy - y;
        nearest = std::min(nearest, wx * wx + wy * wy);
    }
    return std::sqrt(nearest);
}

}  // namespace burin::test
