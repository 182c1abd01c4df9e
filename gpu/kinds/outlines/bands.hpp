// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"

#include <algorithm>
#include <cstdint>

namespace burin::gpu {

/// Bands of an area that are computed one after another in the same memory.
class OutlineBands {
  public:
    /// \param tileRows  bands are multiples of so many rows
    /// \param perRow    items of a row
    /// \param most      items of a band, unless it has only one row of tiles
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
