// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The definitions of the page of textures for all kinds: hashes, streams and the lattice of cells.

#include "support/design_tree.hpp"

namespace burin::test {

/// hash(i, j, seed) of the format's page.
[[nodiscard]] double hashOfPage(std::int64_t i, std::int64_t j, std::int64_t seed);
/// S(k).
[[nodiscard]] std::int64_t streamOfPage(std::int64_t seed, std::int64_t k);

/// A lattice of cells that are `across` px wide and stretched along `rotate`.
struct PageLattice {
    double across = 1;
    double stretch = 1;
    double rotate = 0;
    Size closes;

    /// (u, v)
    [[nodiscard]] Pair cellsAt(Point p) const;
    [[nodiscard]] Point name(Point latticePoint) const;
};

}  // namespace burin::test
