// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/extent.hpp"
#include "core/kinds/form/values.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

namespace burin {

/// Sine and cosine of an angle in degrees. Exact for multiples of 90, otherwise within 2^-51. Uses single
/// IEEE operations, so every processor and C library gives the same bits.
struct Turn {
    double cosine = 1;
    double sine = 0;
    /// The multiple of 90 degrees, 0 to 3, or nothing for other angles.
    std::optional<int> quarters = 0;

    [[nodiscard]] static constexpr Turn byDegrees(double degrees);

  private:
    /// Taylor series up to x^19 and x^18; \pre |x| <= pi / 4
    [[nodiscard]] static constexpr Turn bySmallAngle(double x);
};

/// The placement of a child in the frame of the transform above it: scaled (negative: mirrored), then turned
/// clockwise, then moved.
///
/// Positions are continuous: sample i covers [i, i + 1) and its centre is i + 0.5. The child's positions are
/// relative to `origin`, the first corner of its rectangle, so that they are small and exact. A child without
/// a rectangle is turned and mirrored about its (0, 0).
struct Placement {
    Vector scale{1, 1};
    Turn turn;
    Point origin;   ///< origin of the relative positions, in the child's frame
    Vector corner;  ///< added to a position of the parent before it is turned back
    Extent child;   ///< relative to `origin`
    Extent result;  ///< the transformed rectangle, rounded outwards, with its corner at (0, 0)

    /// \pre !extent.empty(), scale is not 0
    Placement(const Extent& extent, Vector signedScale, const Turn& by);

    /// The relative position in the child of a position in the parent.
    [[nodiscard]] Vector toChild(Vector parent) const;
    /// The position in the parent of a relative position in the child.
    [[nodiscard]] Vector toParent(Vector local) const;

    /// The sides, in real pixels, of the bounding rectangle of the transformed child; \pre child.bounded()
    [[nodiscard]] static constexpr Vector span(Size size, Vector scale, const Turn& turn);
    /// The `corner` of a child of that size.
    [[nodiscard]] static constexpr Vector cornerOf(Size size, Vector scale, const Turn& turn);
};

/// Rounds up, but takes a number within 1e-9 (relative) of an integer as that integer.
[[nodiscard]] constexpr double roundedOutwards(double length);

constexpr Turn Turn::bySmallAngle(double x) {
    const double square = x * x;
    double sine = 0;
    double cosine = 0;
    for (int n = 19; n > 1; n -= 2) {
        sine = (1 + sine) * (-square / static_cast<double>(n * (n - 1)));
        cosine = (1 + cosine) * (-square / static_cast<double>((n - 1) * (n - 2)));
    }
    return {1 + cosine, x + x * sine, std::nullopt};
}

constexpr Turn Turn::byDegrees(double degrees) {
    const double within = std::fmod(degrees, 360.0);
    const double nearest = std::floor(within / 90 + 0.5);
    const double rest = within - nearest * 90;  // exact, within [-45, 45]
    const int quarters = (static_cast<int>(nearest) % 4 + 4) % 4;
    Turn turn = rest == 0 ? Turn{} : bySmallAngle(rest * (3.14159265358979323846 / 180));
    for (int i = 0; i < quarters; ++i)
        turn = {-turn.sine, turn.cosine, std::nullopt};
    turn.quarters = rest == 0 ? std::optional(quarters) : std::nullopt;
    return turn;
}

constexpr double roundedOutwards(double length) {
    const double whole = std::round(length);
    return std::fabs(length - whole) <= 1e-9 * std::max(1.0, whole) ? whole : std::ceil(length);
}

constexpr Vector Placement::span(Size size, Vector scale, const Turn& turn) {
    const double width = std::fabs(scale.x) * static_cast<double>(size.width);
    const double height = std::fabs(scale.y) * static_cast<double>(size.height);
    const double cosine = std::fabs(turn.cosine);
    const double sine = std::fabs(turn.sine);
    return {cosine * width + sine * height, sine * width + cosine * height};
}

constexpr Vector Placement::cornerOf(Size size, Vector scale, const Turn& turn) {
    Vector least{0, 0};
    const double width = static_cast<double>(size.width);
    const double height = static_cast<double>(size.height);
    for (const Vector local : {Vector{width, 0}, Vector{0, height}, Vector{width, height}}) {
        const double x = scale.x * local.x;
        const double y = scale.y * local.y;
        least.x = std::min(least.x, turn.cosine * x - turn.sine * y);
        least.y = std::min(least.y, turn.sine * x + turn.cosine * y);
    }
    return least;
}

}  // namespace burin
