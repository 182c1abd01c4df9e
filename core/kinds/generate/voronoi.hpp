// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/form/reduction.hpp"
#include "core/kinds/methods/cell_lattice.hpp"
#include "core/kinds/methods/distance_profile.hpp"

#include <optional>
#include <string>
#include <vector>

namespace burin {

/// Distances to random points, one in each cell of a lattice, and to the borders between these.
struct Voronoi : KindBase {
    enum class Feature { first, second, secondMinusFirst, edge, id };
    struct Parameters {
        CellShape cells;
        std::uint32_t seed = 0;
        double jitter = 1;
        Feature feature = Feature::first;
        double distanceMaxPx = 2;
        std::optional<DistanceProfile> profile;  ///< profile of the distance in pixels; nothing for ids
    };

    explicit Voronoi(const Parameters& all);

    Parameters parameters;
    CellLattice lattice;

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
