// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The outlines of plain shapes. Lengths are pixels; a corner, tooth or tip is at the top, and angles go
// clockwise.

#include "core/outlines/outline.hpp"

namespace burin {

/// \param radius  of the corners; at most half of the shorter side is used
[[nodiscard]] Outline rectangleOutline(double width, double height, double radius);
[[nodiscard]] Outline ellipseOutline(double width, double height);
/// \param acrossFlats  whether the diameter is that of the inscribed circle
[[nodiscard]] Outline polygonOutline(int sides, double diameter, bool acrossFlats);
/// \param inner  the diameter of the inner corners as a share of the diameter
[[nodiscard]] Outline starOutline(int points, double diameter, double inner);
[[nodiscard]] Outline ringOutline(double diameter, double inner);
[[nodiscard]] Outline crossOutline(double width, double height, double thickness);
[[nodiscard]] Outline lineOutline(PlanePoint from, PlanePoint to, double thickness, StrokeCap cap);
/// \pre from and to differ
[[nodiscard]] Outline arrowOutline(PlanePoint from, PlanePoint to, double thickness, double headLength,
                                   double headWidth);

/// An involute gear with an addendum of 1 and a dedendum of 1.25 modules; flanks are radial below the base
/// circle.
struct GearShape {
    int teeth = 20;
    double module = 1;
    double pressureDegrees = 20;
    double bore = 0;

    [[nodiscard]] double outerDiameter() const { return (teeth + 2) * module; }
    [[nodiscard]] double rootDiameter() const { return (teeth - 2.5) * module; }
    /// The reason why the gear is impossible, or nothing.
    [[nodiscard]] const char* complaint() const;
};

/// \param stretch  the outline will be enlarged at most by this factor
[[nodiscard]] Outline gearOutline(const GearShape& gear, double stretch);

}  // namespace burin
