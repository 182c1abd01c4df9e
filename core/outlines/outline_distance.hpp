// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/samples.hpp"
#include "core/outlines/outline_index.hpp"

#include <span>

namespace burin {

/// Values of a profile at k / 64 px, k = -64 D to 64 D, and the last one once more.
struct DistanceTable {
    std::int64_t distanceMaxPx = 1;
    std::span<const float> values;

    [[nodiscard]] static std::size_t size(std::int64_t distanceMaxPx) {
        return static_cast<std::size_t>(128 * distanceMaxPx) + 2;
    }
    /// The value at a distance from -D to D.
    [[nodiscard]] float at(double distance) const;
};

/// The profile's values at the distances of pixels' middles from an outline, negative outside, as `output:
/// distance` defines them.
///
/// \param index  made with RowSum::middles
///
/// Thread-safe. Time grows with the pixels, and with the edges within D of them.
void distanceArea(const OutlineIndex& index, const DistanceTable& table, const Rect& area,
                  const SamplesView& out);

}  // namespace burin
