// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

namespace burin::ui {

/// How rough a profile is, in the unit of its heights.
struct Roughness {
    double ra = 0;  ///< arithmetic mean of the distances from the mean line
    double rq = 0;  ///< their root mean square
    double rz = 0;  ///< mean of the peak-to-valley heights of five sections
};

/// Ra, Rq and Rz as ISO 4287 and ISO 21920-2 define them, for the designed surface instead of a stylus trace.
///
/// The mean line is the least-squares line, so an overall slope does not count as roughness. Nothing is
/// filtered: the profile contains no waviness except what is designed, and the user chose the length of the
/// line. For Rz the line is cut into five sections of equal length; Rz is the mean of their heights from
/// lowest valley to highest peak. Fewer than ten heights form a single section.
[[nodiscard]] Roughness roughnessOf(std::span<const double> heights);

}  // namespace burin::ui
