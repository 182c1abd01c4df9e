// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

namespace burin::ui {

/// How rough a profile is, in the unit of its heights.
struct Roughness {
    double ra = 0;  ///< arithmetic mean of the distances from the mean line
    double rq = 0;  ///< their root mean square
    double rz = 0;  ///< mean of the greatest heights in five sections
};

/// Ra, Rq and Rz as ISO 4287 and ISO 21920-2 define them, of what is drawn instead of what a stylus would
/// feel.
///
/// The mean line is the straight one of least squares, so that a slope of the whole is no roughness. Nothing
/// is filtered: the profile has no waviness but what the design says, and the line is as long as the user
/// drew it. For Rz the line is cut into five sections of equal length; in each the height from the lowest
/// valley to the highest peak counts, and Rz is their mean. Fewer than ten heights are one section.
[[nodiscard]] Roughness roughnessOf(std::span<const double> heights);

}  // namespace burin::ui
