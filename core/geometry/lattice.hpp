// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"

#include <optional>

namespace burin {

/// A lattice of integer vectors in Hermite normal form: all i * (width, 0) + j * (shift, height).
///
/// As a period of the plane: the cell [0, width) x [0, height) holds every value, and row j of cells is row 0
/// moved by j * shift along x. width > 0, height > 0, 0 <= shift < width.
struct Lattice {
    std::int64_t width = 1;
    std::int64_t height = 1;
    std::int64_t shift = 0;

    /// The lattice that u and v span, or nothing if they are parallel.
    ///
    /// Euclid's algorithm on the y components; see H. Cohen, A Course in Computational Algebraic Number
    /// Theory, 1993, section 2.4. Coordinates up to 2^31 in magnitude. Pure.
    [[nodiscard]] static std::optional<Lattice> spanned(Point u, Point v);

    /// The lattice of all vectors that are in both; nothing if its cell exceeds 2^20 samples a side, because
    /// such a long period saves nothing.
    [[nodiscard]] static std::optional<Lattice> common(const Lattice& a, const Lattice& b);

    /// The place in the cell that has the same value as `p`.
    [[nodiscard]] Point fold(Point p) const {
        const std::int64_t j = floorDiv(p.y, height);
        return {floorMod(p.x - j * shift, width), p.y - j * height};
    }
    [[nodiscard]] bool contains(Point vector) const { return fold(vector) == Point{0, 0}; }
    [[nodiscard]] Rect cell() const { return {0, 0, width, height}; }

    friend bool operator==(const Lattice&, const Lattice&) = default;
};

}  // namespace burin
