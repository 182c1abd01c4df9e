// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/roughness.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace burin::ui {

namespace {

/// Distances from the least-squares line.
std::vector<double> levelled(std::span<const double> heights) {
    const auto count = static_cast<double>(heights.size());
    const double middle = (count - 1) / 2;
    double mean = 0;
    for (const double z : heights)
        mean += z / count;
    double xz = 0;
    double xx = 0;
    for (std::size_t k = 0; k < heights.size(); ++k) {
        const double x = static_cast<double>(k) - middle;
        xz += x * (heights[k] - mean);
        xx += x * x;
    }
    const double slope = xx > 0 ? xz / xx : 0;
    std::vector<double> result(heights.size());
    for (std::size_t k = 0; k < heights.size(); ++k)
        result[k] = heights[k] - mean - slope * (static_cast<double>(k) - middle);
    return result;
}

}  // namespace

Roughness roughnessOf(std::span<const double> heights) {
    Roughness roughness;
    if (heights.size() < 2) return roughness;
    const std::vector<double> profile = levelled(heights);
    for (const double z : profile) {
        roughness.ra += std::abs(z);
        roughness.rq += z * z;
    }
    roughness.ra /= static_cast<double>(profile.size());
    roughness.rq = std::sqrt(roughness.rq / static_cast<double>(profile.size()));
    const std::size_t sections = profile.size() < 10 ? 1 : 5;
    for (std::size_t s = 0; s < sections; ++s) {
        const auto from = profile.begin() + static_cast<std::ptrdiff_t>(profile.size() * s / sections);
        const auto to = profile.begin() + static_cast<std::ptrdiff_t>(profile.size() * (s + 1) / sections);
        const auto [lowest, highest] = std::minmax_element(from, to);
        roughness.rz += (*highest - *lowest) / static_cast<double>(sections);
    }
    return roughness;
}

}  // namespace burin::ui
