// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/relief/relief_shading.hpp"

#include <cstddef>

namespace burin::ui {

/// How the 3-D view shows a surface.
struct ReliefLook {
    static constexpr double leastHeights = 0.1;
    static constexpr double mostHeights = 1000;

    std::size_t material = 0;   ///< an index of reliefMaterials
    double lightAzimuth = 315;  ///< in degrees, as lightFrom() takes them
    double lightElevation = 45;
    double heights = 1;  ///< the exaggeration that is wanted; a roller may limit it
    bool rolled = true;  ///< whether the view goes round the roller, if there is one
    bool joint = true;   ///< whether the line of the roller's joint is shown

    friend bool operator==(const ReliefLook&, const ReliefLook&) = default;
};

}  // namespace burin::ui
