// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/vectors/drawn_outline.hpp"

#include <cstddef>
#include <vector>

namespace burin {

/// A path: path data, a drawing of a file, or a curve.
struct DrawnPath : DrawnOutline {
    static constexpr std::size_t mostCurvePoints = 32'768;
    /// Points along the curve of two formulas, for a sketch, before `mirror`, `scale` and `rotate`. If the
    /// curve has too many points, every second, third or later one is taken. Empty without `curve`.
    std::vector<PlanePoint> curve = {};

    [[nodiscard]] NodeFacts facts() const { return {.curve = &curve}; }
};

[[nodiscard]] Kind pathKind();

}  // namespace burin
