// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/textures/voronoi_reference.hpp"

#include "support/textures/lattice_reference.hpp"

#include <algorithm>
#include <cmath>

namespace burin::test {

namespace {

/// A point of the lattice, counted from P.
struct Seen {
    double x = 0;
    double y = 0;
    double id = 0;

    [[nodiscard]] double distance() const { return std::hypot(x, y); }
};

/// The points of the 9 x 9 cells around p, the nearest first.
std::vector<Seen> pointsAround(const VoronoiNode& node, Point p) {
    const PageLattice lattice{node.pitch, node.stretch, node.rotate, node.closes};
    const Pair at = lattice.cellsAt(p);
    const Point cell{static_cast<std::int64_t>(std::floor(at.x)),
                     static_cast<std::int64_t>(std::floor(at.y))};
    std::vector<Seen> points;
    for (std::int64_t j = -4; j <= 4; ++j) {
        for (std::int64_t i = -4; i <= 4; ++i) {
            const Point name = lattice.name({cell.x + i, cell.y + j});
            const auto stream = [&](std::int64_t k) {
                return hashOfPage(name.x, name.y, streamOfPage(node.seed, k));
            };
            const double inX = 0.5 + node.jitter * (stream(0) - 0.5);
            const double inY = 0.5 + node.jitter * (stream(1) - 0.5);
            points.push_back({static_cast<double>(i) + inX - (at.x - std::floor(at.x)),
                              static_cast<double>(j) + inY - (at.y - std::floor(at.y)), stream(2)});
        }
    }
    std::stable_sort(points.begin(), points.end(),
                     [](const Seen& a, const Seen& b) { return a.distance() < b.distance(); });
    return points;
}

}  // namespace

double voronoiDistanceOfPage(const VoronoiNode& node, Point p) {
    const std::vector<Seen> points = pointsAround(node, p);
    const double f1 = points[0].distance();
    const double f2 = points[1].distance();
    if (node.feature == "f1") return f1 * node.pitch;
    if (node.feature == "f2") return f2 * node.pitch;
    if (node.feature == "f2-f1") return (f2 - f1) * node.pitch;
    const Seen& A = points[0];
    double edge = 1e30;
    for (std::size_t k = 1; k < points.size(); ++k) {
        const Seen& B = points[k];
        const double x = B.x - A.x;
        const double y = B.y - A.y;
        edge = std::min(edge, ((A.x + B.x) / 2 * x + (A.y + B.y) / 2 * y) / std::hypot(x, y));
    }
    return std::max(0.0, edge) * node.pitch;
}

std::vector<double> voronoiIdsOfPage(const VoronoiNode& node, Point p) {
    const std::vector<Seen> points = pointsAround(node, p);
    std::vector<double> ids;
    for (const Seen& point : points) {
        if (point.distance() <= points[0].distance() + 1e-5) ids.push_back(point.id);
    }
    return ids;
}

}  // namespace burin::test
