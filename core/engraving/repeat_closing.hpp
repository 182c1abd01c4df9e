// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/form/values.hpp"

#include <optional>

namespace burin {

/// Whether repeats go around a roller without a seam, and which circumferences would avoid one.
struct RepeatClosing {
    bool closed = false;  ///< within half a pixel, the rounding of any repeat
    /// the nearest lengths that close, in pixels; nothing if there is none nearby
    std::optional<double> below;
    std::optional<double> above;
};

/// Searches a bounded number of repeats. Pure.
/// \param u, v  repetition vectors; `x` lies along the circumference, `y` across it
/// \param length  the circumference in pixels
[[nodiscard]] RepeatClosing closingOf(Vector u, Vector v, double length);

}  // namespace burin
