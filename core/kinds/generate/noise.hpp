// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/form/reduction.hpp"
#include "core/kinds/methods/cell_lattice.hpp"

#include <string>
#include <vector>

namespace burin {

/// A sum of octaves of gradient noise or value noise.
struct Noise : KindBase {
    struct Parameters {
        NoiseType type = NoiseType::gradient;
        CellShape cells;  ///< cells of the first octave
        std::uint32_t seed = 0;
        int octaves = 1;
        double lacunarity = 2;
        double gain = 0.5;
        NoiseShape shape = NoiseShape::plain;
        double contrast = 1;
        double low = 0;
        double high = 1;
    };
    struct Octave {
        CellLattice lattice;
        CellMap map;  ///< map of the lattice, shifted at random
        std::uint32_t seed = 0;
        double weight = 1;  ///< all weights add up to 1
    };

    explicit Noise(const Parameters& all);

    Parameters parameters;
    std::vector<Octave> octaves;  ///< does not include octaves whose cells are smaller than a pixel

    [[nodiscard]] Extent support(std::span<const LinkShape> links, const Extent& own) const {
        return masked(links, own);
    }
    [[nodiscard]] std::optional<Lattice> period(std::span<const LinkShape>,
                                                std::optional<Lattice> children) const {
        return parameters.cells.period(children);
    }
    void begin(std::span<const LinkShape> links, const Rect& area, SamplesView value) const;
    void beginAt(std::span<const LinkShape> links, const Point* places, std::int64_t count,
                 float* value) const;
    [[nodiscard]] std::string fingerprint() const;
    [[nodiscard]] std::vector<Problem> remarks(std::span<const LinkShape> links) const;
};

}  // namespace burin
