// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"

#include <algorithm>
#include <cstdint>

namespace burin {

/// Splits a line across a surface into runs of samples: `visit(from, to, count)`, where `from` is a
/// coordinate of the surface and `to` counts from `first`. If the sides are not joined, samples outside the
/// surface are left out. \param first,count  the line  \param from,length  the surface
template <class Visit>
void forEachRun(std::int64_t first, std::int64_t count, std::int64_t from, std::int64_t length, bool joined,
                const Visit& visit) {
    if (!joined) {
        const std::int64_t start = std::max(first, from);
        const std::int64_t end = std::min(first + count, from + length);
        if (end > start) visit(start, start - first, end - start);
        return;
    }
    for (std::int64_t at = first; at < first + count;) {
        const std::int64_t inside = from + floorMod(at - from, length);
        const std::int64_t run = std::min(first + count - at, from + length - inside);
        visit(inside, at - first, run);
        at += run;
    }
}

}  // namespace burin
