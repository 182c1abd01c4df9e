// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/relief/space.hpp"

#include <array>
#include <span>

namespace burin {

/// A place on the screen, or its size, in pixels. x grows to the right, y downwards.
struct ScreenPlace {
    double x = 0;
    double y = 0;
};

/// A viewer in space, which turns about a target and always keeps Y upright.
struct ReliefCamera {
    /// The angle that the height of the screen shows, in degrees.
    static constexpr double viewAngle = 30;

    /// The distances from the viewer, along the view, between which everything is drawn.
    struct Range {
        double nearestUm = 0;
        double farthestUm = 0;
    };

    Vector3 target;  ///< position in the middle of the screen
    double distanceUm = 1;
    double azimuth = 0;    ///< in degrees: 0 sees from Z, 90 from X
    double elevation = 0;  ///< in degrees: 0 sees from the side, 90 from Y

    /// The viewer. The frame's x points to the right of the screen, y to its top, and z towards the viewer.
    [[nodiscard]] SpaceFrame frame() const;
    /// The size of a pixel at the target.
    [[nodiscard]] double umPerPixel(ScreenPlace screen) const;
    /// \pre the position is in front of the viewer
    [[nodiscard]] ScreenPlace toScreen(Vector3 position, ScreenPlace screen) const;
    /// The ray from the viewer through a place on the screen; its direction has the length 1.
    [[nodiscard]] SpaceRay rayThrough(ScreenPlace on, ScreenPlace screen) const;

    /// This camera turned about the target, up to a view straight from above or below.
    [[nodiscard]] ReliefCamera turned(double azimuthBy, double elevationBy) const;
    /// This camera turned about another position, which keeps its place on the screen.
    [[nodiscard]] ReliefCamera turned(double azimuthBy, double elevationBy, Vector3 about) const;
    /// This camera, moved so that the target follows the pointer.
    [[nodiscard]] ReliefCamera panned(ScreenPlace byPixels, ScreenPlace screen) const;
    /// This camera, brought nearer by `factor`, so that `fixed` stays at its place on the screen. The
    /// distance is limited; at the limit nothing moves.
    [[nodiscard]] ReliefCamera zoomed(double factor, Vector3 fixed, double leastUm, double mostUm) const;
    /// The camera that looks from the same side, but so near that all positions just fit, with a small
    /// margin. They are in the middle of the screen in both directions. \pre there are positions
    [[nodiscard]] ReliefCamera fitting(std::span<const Vector3> positions, ScreenPlace screen) const;

    /// A range of distances that contains all positions, except those that are much nearer than the target.
    [[nodiscard]] Range rangeOf(std::span<const Vector3> positions) const;
    /// The matrix for OpenGL, column by column, from positions in `local` to clip space. It is converted to
    /// floats at the end, so that positions near the frame's origin are exact however far away that is.
    [[nodiscard]] std::array<float, 16> matrixFrom(const SpaceFrame& local, ScreenPlace screen,
                                                   const Range& range) const;
};

}  // namespace burin
