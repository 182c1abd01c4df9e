// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"
#include "core/relief/space.hpp"

#include <array>
#include <vector>

namespace burin {

/// A place on a surface, in samples: sample (0, 0) covers 0 to 1. x grows to the right, y downwards.
struct SurfacePlace {
    double x = 0;
    double y = 0;
};

/// How a surface lies in space: flat, or bent round a roller.
///
/// A flat surface lies like a sheet on a table: its x along X, its y along Z, and its heights along Y. The
/// axis of a roller goes through the origin, along X or along Y; the middle of the surface faces Z.
/// A depth of 0 is untouched material, and a depth of 1 lies `depthUm` below it: towards the axis of a
/// roller. All functions need `depthUm` to be less than the radius.
struct ReliefForm {
    double pitchXUm = 1;
    double pitchYUm = 1;
    double depthUm = 0;  ///< the drawn depth: the full depth times the exaggeration; see withDepth()
    SurfacePlace middle;
    double diameterUm = 0;  ///< diameter of the roller; 0: flat
    bool roundX = false;    ///< whether x goes round the roller; otherwise y does

    [[nodiscard]] bool flat() const { return diameterUm <= 0; }
    /// This form with heights up to `um`. On a roller, heights are limited to nine tenths of its radius,
    /// because nothing may reach its axis. Compute the displayed exaggeration from the result.
    [[nodiscard]] ReliefForm withDepth(double um) const;
    /// The elevation of a viewer who sees the middle of the surface from above, in degrees.
    [[nodiscard]] double elevationFromAbove() const { return flat() ? 90 : 0; }
    /// The untouched surface at a place. The frame's x and y point along x and y of the surface, and z points
    /// out of the material.
    [[nodiscard]] SpaceFrame frameAt(SurfacePlace place) const;
    [[nodiscard]] Vector3 toSpace(SurfacePlace place, double depth) const;
    /// The direction that the surface faces. \param slopeX,slopeY  how the depth grows in one sample
    [[nodiscard]] Vector3 normalAt(SurfacePlace place, double depth, double slopeX, double slopeY) const;
    /// Positions for a camera: if it shows all of them, it shows all of `part`.
    [[nodiscard]] std::vector<Vector3> outlineOf(const Rect& part) const;
    /// The four corners of a part at depth 0, followed by those at depth 1.
    [[nodiscard]] std::array<Vector3, 8> cornersOf(const Rect& part) const;
    /// How far a part of a roller extends beyond its corners at most, in um; 0 if the surface
    /// is flat.
    [[nodiscard]] double bulgeOf(const Rect& part) const;
    /// Half of the angle that a part covers on the roller, in radians; 0 if the surface is flat.
    [[nodiscard]] double halfTurnOf(const Rect& part) const;
};

}  // namespace burin
