// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/relief/relief_pieces.hpp"

#include <array>

namespace burin {

namespace {

/// What remains of `rest` around a part of it: above, left, right and below; some may be empty.
std::array<Rect, 4> around(const Rect& rest, const Rect& part) {
    return {Rect{rest.x, rest.y, rest.width, part.y - rest.y},
            Rect{rest.x, part.y, part.x - rest.x, part.height},
            Rect{part.right(), part.y, rest.right() - part.right(), part.height},
            Rect{rest.x, part.bottom(), rest.width, rest.bottom() - part.bottom()}};
}

/// Divides `rest` among the pictures from number `first` on.
void divide(const Rect& rest, std::span<const Rect> pictures, std::size_t first,
            std::vector<ReliefPiece>& pieces) {
    if (rest.empty()) return;
    for (std::size_t k = first; k < pictures.size(); ++k) {
        const Rect part = intersection(rest, pictures[k]);
        if (part.empty()) continue;
        pieces.push_back({k, part});
        for (const Rect& left : around(rest, part))
            divide(left, pictures, k + 1, pieces);
        return;
    }
}

}  // namespace

std::vector<ReliefPiece> piecesOf(const Rect& surface, std::span<const Rect> pictures) {
    std::vector<ReliefPiece> pieces;
    divide(surface, pictures, 0, pieces);
    return pieces;
}

}  // namespace burin
