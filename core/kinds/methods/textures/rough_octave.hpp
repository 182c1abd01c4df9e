// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/samples.hpp"
#include "core/kinds/methods/cell_lattice.hpp"

#include <cstdint>

namespace burin {

/// Normal heights with a Gaussian autocorrelation: a sum of lobes around the points of a lattice, each with a
/// random weight. Immutable.
class RoughOctave {
  public:
    /// The axis of the lattice that lies along x.
    enum class AlongX { u, v, neither };

    /// \param cells      the cells of the lattice; half a correlation length across
    /// \param k          the number of the octave, which selects its random numbers
    /// \param deviation  the standard deviation of its heights
    RoughOctave(const CellShape& cells, std::uint32_t seed, std::uint32_t k, double deviation);

    /// Adds the heights over `area` to `value`.
    void add(const Rect& area, const SamplesView& value) const;
    /// Adds the heights at any places to `value`.
    void add(const Point* places, std::int64_t count, float* value) const;

    [[nodiscard]] const CellLattice& lattice() const { return lattice_; }
    /// From folded places to cell coordinates, shifted at random.
    [[nodiscard]] const CellMap& map() const { return map_; }
    [[nodiscard]] AlongX alongX() const { return alongX_; }
    /// The seed of the weights.
    [[nodiscard]] std::uint32_t seed() const { return seed_; }
    /// The factor from a sum of weights and lobes to a height.
    [[nodiscard]] float scale() const { return scale_; }
    [[nodiscard]] const CellShape& cells() const { return cells_; }

  private:
    CellShape cells_;
    CellLattice lattice_;
    CellMap map_;
    AlongX alongX_;
    std::uint32_t seed_;
    float scale_;
};

}  // namespace burin
