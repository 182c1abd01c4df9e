// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/form/description.hpp"
#include "core/kinds/form/parameters/vector.hpp"

#include <array>
#include <string_view>

namespace burin::ui {

/// The arrangement of a lattice's points: columns and rows, equal distances to six neighbours, rows with
/// every other one moved by half a step, or two free vectors.
enum class Arrangement { square, hexagonal, brick, free };

inline constexpr std::array<std::string_view, 4> arrangementNames = {"square", "hexagonal", "brick", "free"};

/// The vectors of a lattice, in pixels.
struct LatticeSpan {
    Vector u;
    Vector v;
};

/// The meaning of a lattice's vectors.
struct LatticeShape {
    Arrangement arrangement = Arrangement::square;
    Vector pitch;  ///< the pitch of columns and rows, or the lengths of free vectors; in pixels, not negative
};

/// Whether nodes of a kind repeat over a lattice of two vectors, `u` and `v`.
[[nodiscard]] bool spansLattice(const KindDescription& kind);

/// A lattice counts as hexagonal if it differs from one by less than a ten-thousandth, so rounded numbers are
/// fine. Pure.
[[nodiscard]] LatticeShape shapeOf(const LatticeSpan& span);

/// The vectors of a shape that is not free. The rows of a hexagonal one follow from its columns. Pure.
[[nodiscard]] LatticeSpan spanOf(const LatticeShape& shape);

/// The pitch that `span` has in another arrangement. It keeps the columns, or for free vectors the cell's
/// area. Pure.
[[nodiscard]] Vector pitchAs(Arrangement wanted, const LatticeSpan& span);

/// The distance between hexagonal rows, divided by that between columns.
[[nodiscard]] double hexagonalRows();

}  // namespace burin::ui
