// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/repeats/nearby.hpp"

#include "gpu/device/current_device.hpp"
#include "gpu/kinds/repeats/walk.cuh"

namespace burin::gpu::nearby {

bool pays(std::int64_t arenaSamples, Size area) {
    constexpr std::int64_t readForEachPainted = 16;
    constexpr std::size_t lists = std::size_t{listedBytes} * capacity * warps + 1024;
    const auto bytes = static_cast<std::size_t>(arenaSamples) * sizeof(float);
    return arenaSamples * processors() <= readForEachPainted * area.width * area.height &&
           bytes + lists <= mostSharedBytes();
}

bool differ(std::int64_t longest, double leastScale) {
    // A block of a band is at most as wide as a strip. A block that may meet the pattern extends beyond the
    // pattern by at most its own width and two pixels on each side.
    constexpr double reach = strip::columns + 4;
    return static_cast<double>(longest) + 2 * reach / leastScale + 8 <= sidePx;
}

int stripRowsFor(Size area) {
    constexpr std::int64_t enough = 12;  // strips of a warp
    const std::int64_t across = (area.width + strip::columns - 1) / strip::columns;
    int rows = strip::rows;
    while (rows > strip::bandRows &&
           across * ((area.height + rows - 1) / rows) < enough * warps * processors())
        rows /= 2;
    return rows;
}

}  // namespace burin::gpu::nearby
