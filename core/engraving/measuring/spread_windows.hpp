// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"

#include <cmath>
#include <cstdint>

namespace burin {

/// Window k of a sequence of windows that are spread evenly over a region (M. Roberts, The unreasonable
/// effectiveness of quasirandom sequences, 2018).
[[nodiscard]] inline Rect windowAt(const Rect& region, std::int64_t k, const Size& size) {
    const auto place = [k](double step, std::int64_t room) {
        const double at = 0.5 + static_cast<double>(k) * step;
        return static_cast<std::int64_t>(std::floor((at - std::floor(at)) * static_cast<double>(room)));
    };
    return {region.x + place(0.7548776662466927, region.width - size.width + 1),
            region.y + place(0.5698402909980532, region.height - size.height + 1), size.width, size.height};
}

}  // namespace burin
