// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engraving/thin_features.hpp"

#include <algorithm>
#include <cmath>

namespace burin {

namespace {

/// The distance of each place of a column to the nearest place of the set, up to `cap`.
void columnDistances(const std::vector<std::uint8_t>& set, Size size, std::int64_t x, int cap,
                     std::vector<int>& out) {
    const auto at = [&](std::int64_t y) { return static_cast<std::size_t>(y * size.width + x); };
    int distance = cap;
    for (std::int64_t y = 0; y < size.height; ++y) {
        distance = set[at(y)] != 0 ? 0 : std::min(distance + 1, cap);
        out[at(y)] = distance;
    }
    distance = cap;
    for (std::int64_t y = size.height - 1; y >= 0; --y) {
        distance = set[at(y)] != 0 ? 0 : std::min(distance + 1, cap);
        out[at(y)] = std::min(out[at(y)], distance);
    }
}

/// The squared distance of each place to the nearest place of the set; beyond `reach` any larger number.
std::vector<int> squaredDistances(const std::vector<std::uint8_t>& set, Size size, int reach) {
    std::vector<int> columns(set.size());
    for (std::int64_t x = 0; x < size.width; ++x)
        columnDistances(set, size, x, reach + 1, columns);
    std::vector<int> result(set.size());
    for (std::int64_t y = 0; y < size.height; ++y) {
        const int* row = columns.data() + y * size.width;
        for (std::int64_t x = 0; x < size.width; ++x) {
            int nearest = (reach + 1) * (reach + 1);
            const std::int64_t last = std::min(size.width - 1, x + reach);
            for (std::int64_t from = std::max<std::int64_t>(0, x - reach); from <= last; ++from) {
                const auto dx = static_cast<int>(from - x);
                nearest = std::min(nearest, dx * dx + row[from] * row[from]);
            }
            result[static_cast<std::size_t>(y * size.width + x)] = nearest;
        }
    }
    return result;
}

}  // namespace

std::int64_t thinMargin(double spotPx) {
    return static_cast<std::int64_t>(std::ceil(1.5 * spotPx)) + 2;
}

ThinFeatures findThinFeatures(const std::vector<std::uint8_t>& set, Size size, const Rect& judged,
                              double spotPx) {
    const int reach = static_cast<int>(std::ceil(spotPx)) + 1;
    std::vector<std::uint8_t> untouched(set.size());
    std::transform(set.begin(), set.end(), untouched.begin(),
                   [](std::uint8_t engraved) { return static_cast<std::uint8_t>(engraved == 0); });
    const std::vector<int> toUntouched = squaredDistances(untouched, size, reach);
    std::vector<std::uint8_t> centres(set.size());
    std::transform(toUntouched.begin(), toUntouched.end(), centres.begin(),
                   [&](int squared) { return static_cast<std::uint8_t>(4.0 * squared >= spotPx * spotPx); });
    const std::vector<int> toCentres = squaredDistances(centres, size, reach);
    ThinFeatures found;
    for (std::int64_t y = judged.y; y < judged.bottom(); ++y) {
        for (std::int64_t x = judged.x; x < judged.right(); ++x) {
            const auto k = static_cast<std::size_t>(y * size.width + x);
            if (set[k] == 0 || toCentres[k] <= spotPx * spotPx) continue;
            ++found.samples;
            if (!found.place) found.place = Point{x, y};
        }
    }
    return found;
}

}  // namespace burin
