// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace burin {

/// Two real numbers: a repetition vector in pixels, a scale, a point of a curve.
struct Vector {
    double x = 0;
    double y = 0;
    friend bool operator==(const Vector&, const Vector&) = default;
};

}  // namespace burin
