// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/affine.hpp"

#include "core/outlines/trigonometry.hpp"

#include <cmath>

namespace burin {

double length(PlanePoint a) {
    return std::sqrt(dot(a, a));
}

Affine Affine::turn(double degrees) {
    const SineCosine t = sineCosineOfDegrees(degrees);
    return {t.cosine, -t.sine, t.sine, t.cosine, 0, 0};
}

Affine Affine::after(const Affine& first) const {
    const PlanePoint origin = (*this)({first.x0, first.y0});
    return {xx * first.xx + xy * first.yx,
            xx * first.xy + xy * first.yy,
            yx * first.xx + yy * first.yx,
            yx * first.xy + yy * first.yy,
            origin.x,
            origin.y};
}

double Affine::largestStretch() const {
    const double a = xx * xx + yx * yx;
    const double b = xy * xy + yy * yy;
    const double c = xx * xy + yx * yy;
    return std::sqrt((a + b + std::sqrt((a - b) * (a - b) + 4 * c * c)) / 2);
}

bool Affine::finite() const {
    return std::isfinite(xx) && std::isfinite(xy) && std::isfinite(yx) && std::isfinite(yy) &&
           std::isfinite(x0) && std::isfinite(y0);
}

}  // namespace burin
