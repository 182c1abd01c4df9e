// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>

namespace burin::ui {

/// How far a canvas scrolls at a time along one axis, in pixels, while something is dragged from `pressed` to
/// `at` in a window of this size. It scrolls only if the drag has reached the edge, faster the farther the
/// mouse is beyond it, and never farther than the contents.
/// \param before, behind  how much of the contents is hidden on either side; negative: there is free space
/// \return positive if contents before the window come into view
[[nodiscard]] constexpr int edgeStep(int at, int pressed, int size, int before, int behind) {
    constexpr int edge = 2;  // a window on a whole screen has nothing beyond its last pixels
    const auto step = [](int beyond, int hidden) {
        return std::clamp(hidden, 0, std::min(2 + beyond / 4, 24));
    };
    const int last = size - 1 - edge;
    if (at < edge && at < pressed) return step(edge - at, before);
    return at > last && at > pressed ? -step(at - last, behind) : 0;
}

}  // namespace burin::ui
