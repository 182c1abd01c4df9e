// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The places of a copy's samples in its pattern, if the copy is scaled or turned by any angle. Positions are
// whole multiples of 2^-43 px: sums of them are exact, so a sample has the same bits on every backend and in
// every computed area.

#include "core/kinds/methods/placement.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace burin {

struct TurnedCopy {
    /// A position along one axis of the pattern, in units of 2^-43 px, from the centre of its first sample.
    struct Axis {
        static constexpr int fractionBits = 43;

        std::int64_t first;  ///< position of the copy's place (0, 0)
        std::int64_t right;  ///< added for each place to the right
        std::int64_t below;  ///< added for each place below

        [[nodiscard]] constexpr std::int64_t at(std::int64_t x, std::int64_t y) const {
            return first + x * right + y * below;
        }
    };

    Axis x, y;
    int width, height;  ///< width and height of the pattern

    /// Whether a pattern is small enough: no position overflows, and its error stays below 2^-20 px.
    [[nodiscard]] static constexpr bool suits(Size pattern) {
        return std::max(pattern.width, pattern.height) <= std::int64_t{1} << 18U;
    }

    /// \param size   the size of the pattern; \pre suits(size)
    /// \param scale  1/16 to 16 in magnitude; negative: mirrored
    [[nodiscard]] static constexpr TurnedCopy of(Size size, Vector scale, const Turn& turn) {
        const Vector corner = Placement::cornerOf(size, scale, turn);
        return {axis(corner, turn.cosine / scale.x, turn.sine / scale.x),
                axis(corner, -turn.sine / scale.y, turn.cosine / scale.y), static_cast<int>(size.width),
                static_cast<int>(size.height)};
    }

  private:
    [[nodiscard]] static constexpr std::int64_t units(double position) {
        return static_cast<std::int64_t>(std::floor(position * 0x1p43 + 0.5));
    }
    [[nodiscard]] static constexpr Axis axis(Vector corner, double right, double below) {
        return {units(right * (0.5 + corner.x) + below * (0.5 + corner.y) - 0.5), units(right), units(below)};
    }
};

}  // namespace burin
