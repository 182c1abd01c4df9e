// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/methods/closing.hpp"
#include "core/kinds/methods/variation.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <span>

namespace burin {

/// Irregular points that keep a distance. Each cell of a grid has one candidate. A candidate that is too near
/// to one of higher rank is dropped.
///
/// Everything is computed from hashes of cells, so that any part of the plane can be computed independently.
class ScatterPoints {
  public:
    struct Place {
        Point cell;  ///< determines all random numbers of the point
        Point home;  ///< the position of that cell's point
        Point at;    ///< the position of this point: `home`, or whole steps of `closes` away
    };
    /// The largest number of points that are visited together.
    static constexpr std::int64_t mostAtOnce = 128;

    /// \param pitch     the side of a cell in pixels; it is adjusted if the plane closes
    /// \param distance  the least distance between two points, in pixels
    /// \param closes    in pixels; 0 if it does not close in that direction
    ScatterPoints(double pitch, double distance, std::uint32_t seed, Size closes);

    /// Calls visit(points) for all points inside `area`, in ascending order of their cells (Y, X). The points
    /// of one call lie near one another, and so do their homes. Allocates no memory; takes about 10 ns for
    /// each cell.
    template <class Visit>
    void forEach(const Rect& area, const Visit& visit) const {
        const Cells columns = x_.near(area.x, area.right());
        const Cells rows = y_.near(area.y, area.bottom());
        std::array<Place, mostAtOnce> points;
        for (std::int64_t j = rows.first; j <= rows.last; ++j) {
            for (std::int64_t i = columns.first; i <= columns.last;) {
                std::size_t count = 0;
                const std::int64_t end = std::min(columns.last + 1, x_.runEnd(i));
                for (; i < end; ++i) {
                    const Candidate candidate = at({i, j});
                    if (!area.contains(candidate.at) || givesWay({i, j}, candidate)) continue;
                    points[count++] = {candidate.cell, home(candidate.cell), candidate.at};
                }
                if (count > 0) visit(std::span<const Place>(points.data(), count));
            }
        }
    }

    /// Square pixels for each candidate.
    [[nodiscard]] double cellArea() const { return x_.side * y_.side; }
    /// The sides of a cell, in pixels.
    [[nodiscard]] Vector cellSides() const { return {x_.side, y_.side}; }

    /// The point that one cell might place.
    struct Candidate {
        Point cell;
        Point at;
    };
    /// The candidate of any cell.
    [[nodiscard]] constexpr Candidate at(Point index) const {
        const Point turns{x_.turns(index.x), y_.turns(index.y)};
        const Point cell{index.x - turns.x * x_.count, index.y - turns.y * y_.count};
        const Point from = home(cell);
        return {cell, {from.x + turns.x * x_.closes, from.y + turns.y * y_.closes}};
    }
    [[nodiscard]] constexpr Point home(Point cell) const {
        return {x_.place(cell.x, hashOf(cell.x, cell.y, seed_)),
                y_.place(cell.y, hashOf(cell.x, cell.y, seed_ + 1))};
    }
    /// Whether a candidate of higher rank is too near.
    [[nodiscard]] constexpr bool givesWay(Point index, const Candidate& candidate) const;
    /// Whether a map of densities keeps the point of a cell. \param density  of the map at the point's home
    [[nodiscard]] constexpr bool remains(Point cell, float density) const {
        return std::clamp(static_cast<double>(density), 0.0, 1.0) > randomOf(cell, seed_, densityNumber);
    }

  private:
    static constexpr std::uint32_t rankNumber = 9;
    static constexpr std::uint32_t densityNumber = 10;

    struct Cells {
        std::int64_t first;
        std::int64_t last;
    };

    /// The grid along one axis.
    struct Axis {
        double side;
        std::int64_t closes;     ///< in pixels; 0 if it does not close
        std::int64_t count = 0;  ///< number of cells within `closes`
        std::int64_t around;     ///< how many cells away a neighbour may lie

        Axis(double pitch, double distance, std::int64_t closesAfter);
        /// The cells whose candidates may lie in [from, to), and some others.
        [[nodiscard]] Cells near(std::int64_t from, std::int64_t to) const;
        /// The first cell after `cell` whose points are not visited together with it.
        [[nodiscard]] std::int64_t runEnd(std::int64_t cell) const;
        [[nodiscard]] constexpr std::int64_t turns(std::int64_t cell) const {
            return count == 0 ? 0 : flooredQuotient(cell, count);
        }
        [[nodiscard]] constexpr std::int64_t place(std::int64_t cell, double within) const {
            return static_cast<std::int64_t>(std::floor((static_cast<double>(cell) + within) * side + 0.5));
        }
    };

    double distance_;
    std::uint32_t seed_;
    Axis x_;
    Axis y_;
};

constexpr bool ScatterPoints::givesWay(Point index, const Candidate& candidate) const {
    if (distance_ <= 0) return false;
    const double rank = randomOf(candidate.cell, seed_, rankNumber);
    const double limit = distance_ * distance_;
    for (std::int64_t dy = -y_.around; dy <= y_.around; ++dy) {
        for (std::int64_t dx = -x_.around; dx <= x_.around; ++dx) {
            if (dx == 0 && dy == 0) continue;
            const Candidate other = at({index.x + dx, index.y + dy});
            const Point apart{other.at.x - candidate.at.x, other.at.y - candidate.at.y};
            if (static_cast<double>(apart.x * apart.x + apart.y * apart.y) >= limit) continue;
            const double otherRank = randomOf(other.cell, seed_, rankNumber);
            const bool later = dy > 0 || (dy == 0 && dx > 0);
            if (otherRank > rank || (otherRank == rank && later)) return true;
        }
    }
    return false;
}

}  // namespace burin
