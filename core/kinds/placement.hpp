// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/extent.hpp"
#include "core/kinds/values.hpp"

#include <cstdint>
#include <optional>

namespace burin {

/// Sine and cosine of an angle in degrees. Exact for multiples of 90, else within 2^-51; from single IEEE
/// operations, so that every processor and C library gives the same bytes.
struct Turn {
    double cosine = 1;
    double sine = 0;
    /// How many times 90 degrees it is, 0 to 3, or nothing between them.
    std::optional<int> quarters = 0;

    [[nodiscard]] static Turn byDegrees(double degrees);
};

/// Where a child lies in the frame of the transform above it: scaled (negative: mirrored), then turned
/// clockwise, then moved.
///
/// Positions are continuous: sample i covers [i, i + 1) and its centre is i + 0.5. Those of the child are
/// local to `origin`, its rectangle's first corner, so that they are small and exact; a child without a
/// rectangle is turned and mirrored about its (0, 0).
struct Placement {
    Vector scale{1, 1};
    Turn turn;
    Point origin;   ///< of the local positions, in the child's frame
    Vector corner;  ///< what is added to a position of the parent before it is turned back
    Extent child;   ///< local
    Extent result;  ///< the child's rectangle transformed, rounded outwards, its corner at (0, 0)

    /// \pre !extent.empty(), scale is not 0
    Placement(const Extent& extent, Vector signedScale, const Turn& by);

    /// The local position in the child of a position in the parent.
    [[nodiscard]] Vector toChild(Vector parent) const;
    /// The position in the parent of a local position in the child.
    [[nodiscard]] Vector toParent(Vector local) const;

    /// The sides of the rectangle in which the child lies, in real pixels; \pre child.bounded()
    [[nodiscard]] static Vector span(Size size, Vector scale, const Turn& turn);
};

/// The next whole number, where a number that is whole but for rounding (1e-9 of it) is that number.
[[nodiscard]] double roundedOutwards(double length);

}  // namespace burin
