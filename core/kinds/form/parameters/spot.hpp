// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace burin {

/// The spot of a laser: how its effect is distributed around the place that it points at.
struct LaserSpot {
    enum class Shape {
        gaussian,  ///< the diameters are those at 1/e^2
        topHat,    ///< even inside an ellipse
        image      ///< as a picture shows it, white for the strongest effect
    };

    Shape shape = Shape::gaussian;
    double widthUm = 0;  ///< diameter along x; 0 for an image
    double heightUm = 0;
    std::string file = {};  ///< file of an image, relative to the design file
    double pitchUm = 0;     ///< pitch of one pixel of the image

    friend bool operator==(const LaserSpot&, const LaserSpot&) = default;
};

}  // namespace burin
