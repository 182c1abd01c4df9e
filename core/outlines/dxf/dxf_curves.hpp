// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Curves of DXF as contours. y grows upwards here; angles are anticlockwise.

#include "core/base/problem.hpp"
#include "core/outlines/outline.hpp"

#include <optional>
#include <span>
#include <vector>

namespace burin {

/// A point of a polyline. The bulge is the tangent of a quarter of the arc's angle to the next point; 0: a
/// line.
struct BulgedPoint {
    PlanePoint at;
    double bulge = 0;
};

/// Adds a contour through the points. \pre !points.empty()
void addBulged(ContourList& list, std::span<const BulgedPoint> points, bool closed);

/// C + A cos w + B sin w, from w0 to w1, w1 beyond w0 if B turns anticlockwise.
struct DxfArc {
    PlanePoint centre;
    PlanePoint a;
    PlanePoint b;
    double from = 0;  ///< in radians
    double to = 0;
    PlanePoint start;
    PlanePoint end;

    /// This arc from its end to its start.
    [[nodiscard]] DxfArc reversed() const { return {centre, a, b, to, from, end, start}; }
};

/// An arc whose ends are computed from its formula.
[[nodiscard]] DxfArc arcOf(PlanePoint centre, PlanePoint a, PlanePoint b, double from, double to);

/// An arc from degrees to degrees, anticlockwise; equal angles make a whole circle.
[[nodiscard]] DxfArc circularArc(PlanePoint centre, double radius, double fromDegrees, double toDegrees);
/// Begins a contour with the arc.
void addArc(ContourList& list, const DxfArc& arc);

/// A B-spline of degree 1 to 3, not rational.
struct DxfSpline {
    int degree = 3;
    std::vector<double> knots;
    std::vector<PlanePoint> controls;
};

/// Begins a contour with the spline as lines, quadratics or cubics, one for each span of knots.
/// \return what is wrong with the spline, or nothing
[[nodiscard]] std::optional<Problem> addSpline(ContourList& list, const DxfSpline& spline);

/// `list` under an affine map.
[[nodiscard]] ContourList mapped(const ContourList& list, const Affine& map);

}  // namespace burin
