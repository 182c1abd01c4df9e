// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace burin {

/// A test wedge: square patches in rows on untouched material, each deeper than the one before it.
struct WedgePlan {
    int steps = 17;  ///< patches; 2 to 1000. 3, 5, 15, 17, 51, 85 and 255 are exact at 8 and at 16 bits
    int columns = 5;
    std::int64_t patchPx = 2000;  ///< side of a patch
    std::int64_t gapPx = 500;     ///< between patches, and around all of them
    double pixelUm = 1;
    int depth = 8;           ///< bits of a sample, 8 or 16
    double fullDepthUm = 0;  ///< for headers; 0 if it is not given

    [[nodiscard]] int rows() const { return (steps + columns - 1) / columns; }
    /// Sides of the surface, in pixels.
    [[nodiscard]] std::int64_t widthPx() const { return gapPx + columns * (patchPx + gapPx); }
    [[nodiscard]] std::int64_t heightPx() const { return gapPx + rows() * (patchPx + gapPx); }
    /// The value of patch `number` (from 1), in [0, 1]: number / steps, rounded to a step of the bit depth.
    [[nodiscard]] double writtenValue(int number) const;
};

/// The wedge as the text of a design, with the table of its patches in comments. Pure.
[[nodiscard]] std::string wedgeDesign(const WedgePlan& plan);

}  // namespace burin
