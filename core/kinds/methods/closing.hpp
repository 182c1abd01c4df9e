// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"
#include "core/kinds/form/values.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace burin {

/// Quotient rounded towards minus infinity. \pre the divisor is not 0
[[nodiscard]] constexpr std::int64_t flooredQuotient(std::int64_t value, std::int64_t divisor) {
    const std::int64_t quotient = value / divisor;
    return value % divisor != 0 && (value < 0) != (divisor < 0) ? quotient - 1 : quotient;
}

/// Makes a lattice of two vectors repeat exactly after a whole number of pixels along x, along y, or both.
///
/// A sum of integer multiples of both vectors that is almost such a step is treated as that step.
class Closing {
  public:
    /// A lattice that closes in neither direction.
    Closing() = default;
    /// \param after  a step in pixels along x and along y; 0: the lattice does not close in that direction
    /// \pre u and v span the plane
    Closing(Vector u, Vector v, Size after);

    [[nodiscard]] constexpr bool any() const { return x_ || y_; }
    [[nodiscard]] constexpr bool both() const { return x_ && y_; }
    /// Whether the lattice comes within 0.01 px of each step.
    [[nodiscard]] bool closes() const { return closes_; }
    /// The vectors nearest to those of the lattice that close; nothing if there are none nearby.
    [[nodiscard]] const std::optional<Vector>& u() const { return u_; }
    [[nodiscard]] const std::optional<Vector>& v() const { return v_; }
    /// These vectors as keys, such as "u: [30, 0], v: [0, 30]"; empty if there are none nearby.
    [[nodiscard]] std::string nearestText() const;

    /// The repeat (i, j) that another repeat copies, and the distance between the two repeats.
    struct Folded {
        Point cell;
        Point moved;
    };
    [[nodiscard]] constexpr Folded fold(Point cell) const;

    /// The numbers of u and v that add up to one step; nothing if the lattice does not close in that
    /// direction.
    struct Step {
        Point cells;
        Vector pixels;
    };
    [[nodiscard]] const std::optional<Step>& alongX() const { return x_; }
    [[nodiscard]] const std::optional<Step>& alongY() const { return y_; }

  private:
    /// a1 b2 - a2 b1
    [[nodiscard]] static constexpr std::int64_t spanned(Point a, Point b) { return a.x * b.y - b.x * a.y; }

    std::optional<Step> x_;
    std::optional<Step> y_;
    bool closes_ = true;
    std::optional<Vector> u_;
    std::optional<Vector> v_;
};

constexpr Closing::Folded Closing::fold(Point cell) const {
    if (!any()) return {cell, {}};
    std::int64_t alongX = 0;
    std::int64_t alongY = 0;
    if (both()) {
        const std::int64_t det = spanned(x_->cells, y_->cells);
        alongX = flooredQuotient(spanned(cell, y_->cells), det);
        alongY = flooredQuotient(spanned(x_->cells, cell), det);
    } else {
        const Point step = (x_ ? *x_ : *y_).cells;
        const std::int64_t along =
            flooredQuotient(step.x * cell.x + step.y * cell.y, step.x * step.x + step.y * step.y);
        (x_ ? alongX : alongY) = along;
    }
    Folded result{cell, {}};
    const auto back = [&result](const std::optional<Step>& step, std::int64_t times) {
        if (!step) return;
        result.cell = {result.cell.x - times * step->cells.x, result.cell.y - times * step->cells.y};
        result.moved = {result.moved.x + times * static_cast<std::int64_t>(step->pixels.x),
                        result.moved.y + times * static_cast<std::int64_t>(step->pixels.y)};
    };
    back(x_, alongX);
    back(y_, alongY);
    return result;
}

}  // namespace burin
