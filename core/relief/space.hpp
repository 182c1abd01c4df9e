// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>

namespace burin {

/// A position or direction in the space of the 3-D view, in um. X grows to the right, Y upwards, and Z
/// towards a viewer in front.
struct Vector3 {
    double x = 0;
    double y = 0;
    double z = 0;

    friend bool operator==(const Vector3&, const Vector3&) = default;
    friend Vector3 operator+(Vector3 a, Vector3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
    friend Vector3 operator-(Vector3 a, Vector3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
    friend Vector3 operator-(Vector3 a) { return {-a.x, -a.y, -a.z}; }
    friend Vector3 operator*(Vector3 a, double by) { return {a.x * by, a.y * by, a.z * by}; }
};

[[nodiscard]] inline double dot(Vector3 a, Vector3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

[[nodiscard]] inline Vector3 cross(Vector3 a, Vector3 b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

[[nodiscard]] inline double lengthOf(Vector3 a) {
    return std::sqrt(dot(a, a));
}

/// \pre `a` is not 0
[[nodiscard]] inline Vector3 normalized(Vector3 a) {
    return a * (1 / lengthOf(a));
}

/// A position and three directions of length 1, at right angles to each other.
struct SpaceFrame {
    Vector3 origin;
    Vector3 x;
    Vector3 y;
    Vector3 z;

    /// The position in space of a position in this frame.
    [[nodiscard]] Vector3 toSpace(Vector3 local) const {
        return origin + x * local.x + y * local.y + z * local.z;
    }
    [[nodiscard]] Vector3 toLocal(Vector3 inSpace) const {
        const Vector3 from = inSpace - origin;
        return {dot(from, x), dot(from, y), dot(from, z)};
    }
};

/// A half-line. \pre the direction is not 0
struct SpaceRay {
    Vector3 origin;
    Vector3 direction;

    [[nodiscard]] Vector3 at(double t) const { return origin + direction * t; }
};

}  // namespace burin
