// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Real positions in the plane and their affine maps. x grows to the right, y downwards; lengths are real
// numbers of pixels. Each function rounds every single binary64 operation, so every processor gives the same
// bits.

namespace burin {

/// A real position, or a vector between two of them.
struct PlanePoint {
    double x = 0;
    double y = 0;

    friend bool operator==(const PlanePoint&, const PlanePoint&) = default;
    friend PlanePoint operator+(PlanePoint a, PlanePoint b) { return {a.x + b.x, a.y + b.y}; }
    friend PlanePoint operator-(PlanePoint a, PlanePoint b) { return {a.x - b.x, a.y - b.y}; }
    friend PlanePoint operator-(PlanePoint a) { return {-a.x, -a.y}; }
    friend PlanePoint operator*(PlanePoint a, double by) { return {a.x * by, a.y * by}; }
};

[[nodiscard]] inline double dot(PlanePoint a, PlanePoint b) {
    return a.x * b.x + a.y * b.y;
}
/// Positive if b lies clockwise of a, as seen on the screen.
[[nodiscard]] inline double cross(PlanePoint a, PlanePoint b) {
    return a.x * b.y - a.y * b.x;
}
[[nodiscard]] double length(PlanePoint a);

/// (x, y) becomes (xx x + xy y + x0, yx x + yy y + y0).
///
/// SVG's matrix(a b c d e f) is {a, c, b, d, e, f}.
struct Affine {
    double xx = 1;
    double xy = 0;
    double yx = 0;
    double yy = 1;
    double x0 = 0;
    double y0 = 0;

    friend bool operator==(const Affine&, const Affine&) = default;

    [[nodiscard]] static Affine translation(double x, double y) { return {1, 0, 0, 1, x, y}; }
    [[nodiscard]] static Affine scale(double x, double y) { return {x, 0, 0, y, 0, 0}; }
    /// About (0, 0), clockwise. Exact for multiples of 90 degrees.
    [[nodiscard]] static Affine turn(double degrees);

    [[nodiscard]] PlanePoint operator()(PlanePoint p) const {
        return {xx * p.x + xy * p.y + x0, yx * p.x + yy * p.y + y0};
    }
    /// Applies the map without its translation.
    [[nodiscard]] PlanePoint vector(PlanePoint v) const { return {xx * v.x + xy * v.y, yx * v.x + yy * v.y}; }
    /// This map after `first`.
    [[nodiscard]] Affine after(const Affine& first) const;
    /// Negative if the map mirrors, 0 if it is singular.
    [[nodiscard]] double determinant() const { return xx * yy - xy * yx; }
    /// The map lengthens a vector at most by this factor.
    [[nodiscard]] double largestStretch() const;
    [[nodiscard]] bool finite() const;
};

}  // namespace burin
