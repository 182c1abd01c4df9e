// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engraving/measuring/height_map.hpp"
#include "core/kinds/form/values.hpp"

#include <optional>
#include <vector>

namespace burin {

/// A straight line between two places, in samples; both ends belong to it.
struct MeasuredLine {
    Vector from;
    Vector to;
    /// The number of samples, which lie one pixel apart.
    [[nodiscard]] std::int64_t count() const;
};

/// Depths along a line, linear between samples. \pre the extent contains the line
[[nodiscard]] std::vector<double> depthsAlong(const HeightMap& map, const MeasuredLine& line);

/// Line parameters, in the unit of the heights; nothing if they are not defined.
struct ProfileParameters {
    double Ra = 0;
    double Rq = 0;
    std::optional<double> Rsk;
    std::optional<double> Rku;
    double Rz = 0;
    std::optional<double> RSm;
};

/// Subtracts the least-squares line first.
/// \param heights  not empty; greater is higher
/// \param stepUm   from one to the next
/// \param flat     the least Rq for which Rsk and Rku are computed, in the unit of the heights
[[nodiscard]] ProfileParameters profileParameters(std::vector<double> heights, double stepUm, double flat);

}  // namespace burin
