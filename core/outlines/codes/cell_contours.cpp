// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/codes/cell_contours.hpp"

#include <optional>
#include <utility>

namespace burin {

namespace {

/// Directions of a walk along the lines, clockwise.
enum Way : unsigned { right, down, left, up };

Way turned(Way way, unsigned quarters) {
    return static_cast<Way>((way + quarters) % 4);
}

/// Walks along the sides between drawn cells and others, with the drawn cells on the right hand.
class CellWalk {
  public:
    explicit CellWalk(const CellGrid& grid)
        : grid_(grid), stride_(grid.x.size()), ways_(grid.x.size() * grid.y.size()) {
        for (std::size_t y = 0; y < grid.rows(); ++y) {
            for (std::size_t x = 0; x < grid.columns(); ++x) {
                if (!drawn(x, y)) continue;
                const std::size_t corner = y * stride_ + x;
                if (!drawn(x, y - 1)) add(corner, right);
                if (!drawn(x + 1, y)) add(corner + 1, down);
                if (!drawn(x, y + 1)) add(corner + stride_ + 1, left);
                if (!drawn(x - 1, y)) add(corner + stride_, up);
            }
        }
    }

    [[nodiscard]] ContourList walked() {
        // The first remaining corner is the upper left one of a contour, and the contour turns there.
        for (std::size_t corner = 0; corner < ways_.size(); ++corner) {
            while (ways_[corner] != 0)
                follow(corner);
        }
        return std::move(list_);
    }

  private:
    /// Places beside the grid, including those before its first row or column, are not drawn.
    [[nodiscard]] bool drawn(std::size_t x, std::size_t y) const {
        return x < grid_.columns() && y < grid_.rows() && grid_.drawn[y * grid_.columns() + x];
    }
    void add(std::size_t corner, Way way) { ways_[corner] |= 1U << way; }

    [[nodiscard]] PlanePoint placeOf(std::size_t corner) const {
        return {static_cast<double>(grid_.x[corner % stride_]),
                static_cast<double>(grid_.y[corner / stride_])};
    }
    [[nodiscard]] std::size_t next(std::size_t corner, Way way) const {
        switch (way) {
            case right:
                return corner + 1;
            case down:
                return corner + stride_;
            case left:
                return corner - 1;
            case up:
                break;
        }
        return corner - stride_;
    }
    /// Takes a way out of a corner. It prefers the way to the right, so that cells that share only a corner
    /// get separate contours.
    std::optional<Way> leave(std::size_t corner, Way arrival) {
        for (const unsigned quarters : {1U, 0U, 3U}) {
            const Way way = turned(arrival, quarters);
            if ((ways_[corner] >> way & 1U) == 0) continue;
            ways_[corner] &= ~(1U << way);
            return way;
        }
        return {};
    }

    void follow(std::size_t first) {
        std::size_t corner = first;
        Way before = up;
        std::optional<Way> way = leave(corner, before);
        if (!way) way = leave(corner, before = left);
        list_.moveTo(placeOf(corner));
        while (true) {
            before = *way;
            corner = next(corner, before);
            if (corner == first) break;
            way = leave(corner, before);
            if (*way != before) list_.lineTo(placeOf(corner));
        }
        list_.close();
    }

    const CellGrid& grid_;
    std::size_t stride_;
    std::vector<unsigned> ways_;  ///< the ways that leave each corner, one bit each
    ContourList list_;
};

}  // namespace

ContourList cellContours(const CellGrid& grid) {
    return CellWalk(grid).walked();
}

}  // namespace burin
