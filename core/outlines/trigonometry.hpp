// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Trigonometric functions of binary64 within 1 ulp. They use plain IEEE operations only, so that every
// processor and every C library gives the same bits.

namespace burin {

inline constexpr double piNumber = 3.14159265358979323846;

/// Sine and cosine of one angle.
struct SineCosine {
    double sine = 0;
    double cosine = 1;
};

/// \param radians  finite; beyond 2^30 in magnitude the error of the result is 1 ulp of the angle
[[nodiscard]] SineCosine sineCosine(double radians);
/// Exact for multiples of 90 degrees. \param degrees  finite
[[nodiscard]] SineCosine sineCosineOfDegrees(double degrees);
[[nodiscard]] double tangentOf(double radians);
/// The angle of (x, y), in [-pi, pi]; 0 if both are 0. \param y, x  finite
[[nodiscard]] double arcTangent(double y, double x);

}  // namespace burin
