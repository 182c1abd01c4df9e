// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"

#include <algorithm>
#include <cstdint>

namespace burin::gpu {

/// A part of an area, widened to whole cache lines of the area's rows.
[[nodiscard]] inline Rect inWholeLines(const Rect& part, const Rect& area) {
    constexpr std::int64_t line = 32;
    if (part.empty()) return part;
    const std::int64_t left = (part.x - area.x) / line * line;
    const std::int64_t right = std::min((part.right() - area.x + line - 1) / line * line, area.width);
    return {area.x + left, part.y, right - left, part.height};
}

/// Bands of an area that are computed one after another in the same memory.
class OutlineBands {
  public:
    /// \param tileRows  the height of a band is a multiple of this
    /// \param perRow    items of a row
    /// \param most      the most items of a band, unless it has only one row of tiles
    OutlineBands(const Rect& area, std::int64_t tileRows, std::int64_t perRow, std::int64_t most)
        : area_(area), rows_(std::max<std::int64_t>(most / (tileRows * perRow), 1) * tileRows) {}

    template <class Act>
    void forEach(Act&& act) const {
        for (std::int64_t y = 0; y < area_.height; y += rows_)
            act(Rect{area_.x, area_.y + y, area_.width, std::min(rows_, area_.height - y)});
    }

  private:
    Rect area_;
    std::int64_t rows_;
};

}  // namespace burin::gpu
