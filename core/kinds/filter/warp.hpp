// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/textures/warp_kernels.hpp"
#include "core/kinds/form/filter.hpp"

#include <string>

namespace burin {

/// Its first child, with every sample fetched from a displaced place. The other children, the maps, give the
/// displacements.
///
/// Displacements are binary64, so that places are exact. The reduction of the first link reads all maps; the
/// reductions of the maps do nothing.
struct Warp : FilterBase {
    enum class By { xy, angle, slope };
    enum class Between { nearest, linear, cubic };
    struct Parameters {
        By by = By::xy;
        double amplitudePx = 1;  ///< the most that a place is displaced along each axis
        double center = 0.5;     ///< the sample that displaces nothing
        double degrees = 0;      ///< direction from a pixel to the place that it shows if the map is white
        double fullSlope = 0.05;
        Between between = Between::linear;
        Edge edge = Edge::extend;
    };

    explicit Warp(const Parameters& all);

    Parameters parameters;
    WarpScale scale;

    /// The samples of a map that are read around each place.
    [[nodiscard]] std::int64_t mapRadius() const { return parameters.by == By::slope ? 1 : 0; }
    [[nodiscard]] std::size_t mapCount() const { return parameters.by == By::xy ? 2 : 1; }
    /// The part of `area` over which a map has samples. Elsewhere it displaces nothing.
    [[nodiscard]] static Rect mapped(const LinkShape& map, const Rect& area);
    /// The samples of a map that a part of its mapped area reads. \param link  counted from the first
    [[nodiscard]] Fetch mapFetch(const LinkShape& map, std::size_t link, const Rect& part) const;

    [[nodiscard]] Extent support(std::span<const LinkShape> links, const Extent& own) const;
    void fetches(std::span<const LinkShape> links, std::size_t index, const Rect& area,
                 std::vector<Fetch>& out) const;
    [[nodiscard]] std::optional<std::int64_t> halo(std::span<const LinkShape> links, std::size_t index) const;
    [[nodiscard]] std::vector<ScatteredRead> scatteredReads(std::span<const LinkShape> links) const;
    void readAt(const ScatteredCall& call) const;
    /// The field is the displacement of the picture, as a share of the amplitude.
    [[nodiscard]] bool hasField() const { return true; }
    [[nodiscard]] std::vector<Vector> fieldAt(const ScatteredCall& call) const;
    /// A random texture moved by a map that does not depend on it keeps its mean. Cubic interpolation
    /// overshoots, so it changes the mean.
    [[nodiscard]] bool passesMean(std::span<const LinkShape>, std::size_t index) const {
        return index == 0 && parameters.between != Between::cubic;
    }
    /// Interpolation may make dust; copying the nearest sample does not.
    [[nodiscard]] float dust(std::span<const LinkShape> links) const;
    [[nodiscard]] std::string fingerprint() const;
};

template <>
struct Reduction<Warp, Trait::data> {
    static void apply(const Warp& node, const LinkCall& call);
};

[[nodiscard]] Kind warpKind();

}  // namespace burin
