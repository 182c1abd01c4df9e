// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace burin {

/// A part of a surface, and the picture that shows it.
struct ReliefPiece {
    std::size_t picture = 0;  ///< index of the picture
    Rect part;                ///< in samples; not empty
};

/// Divides a surface among pictures that overlap, so that each place is drawn only once: unlike flat
/// pictures, heights cannot be drawn on top of each other. If several pictures show a place, the first one is
/// used. Places without a picture are left out. Pure; the cost grows with the number of pieces, which is a
/// few for each picture if tiles come row by row.
///
/// \param pictures  the samples that each picture shows, best picture first
[[nodiscard]] std::vector<ReliefPiece> piecesOf(const Rect& surface, std::span<const Rect> pictures);

}  // namespace burin
