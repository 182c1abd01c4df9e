// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/methods/scatter_points.hpp"

#include <algorithm>

namespace burin {

namespace {

constexpr std::int64_t fewestCells = 16;
/// Points whose homes lie within this length are visited together, in pixels.
constexpr double runLength = 256;

}  // namespace

ScatterPoints::Axis::Axis(double pitch, double distance, std::int64_t closesAfter)
    : side(pitch), closes(closesAfter) {
    if (closes > 0) {
        const double length = static_cast<double>(closes);
        count = std::max(fewestCells, static_cast<std::int64_t>(std::floor(length / pitch + 0.5)));
        side = length / static_cast<double>(count);
    }
    around = static_cast<std::int64_t>(std::floor((distance + 1) / side)) + 1;
}

ScatterPoints::Cells ScatterPoints::Axis::near(std::int64_t from, std::int64_t to) const {
    // A candidate lies in its cell, except for rounding.
    return {static_cast<std::int64_t>(std::floor(static_cast<double>(from - 1) / side)) - 1,
            static_cast<std::int64_t>(std::floor(static_cast<double>(to + 1) / side)) + 1};
}

std::int64_t ScatterPoints::Axis::runEnd(std::int64_t cell) const {
    const auto run = static_cast<std::int64_t>(std::clamp(runLength / side, 1.0, double{mostAtOnce}));
    const std::int64_t end = cell + run;
    return count == 0 ? end : std::min(end, (turns(cell) + 1) * count);
}

ScatterPoints::ScatterPoints(double pitch, double distance, std::uint32_t seed, Size closes)
    : distance_(distance),
      seed_(seed),
      x_(pitch, distance, closes.width),
      y_(pitch, distance, closes.height) {}

}  // namespace burin
