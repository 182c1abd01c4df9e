// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/form/reduction.hpp"
#include "core/kinds/methods/repeat_painter.hpp"
#include "core/kinds/methods/repeats.hpp"
#include "core/kinds/methods/scatter_points.hpp"
#include "core/kinds/methods/variation.hpp"

namespace burin {

/// Scatters bounded patterns over irregular points, with a density that a map may give.
struct Scatter : KindBase {
    static constexpr bool takesData = true;
    static constexpr bool takesPattern = true;

    double pitch = 2;     ///< in pixels
    double distance = 0;  ///< in pixels
    RepeatBlend blend = RepeatBlend::over;
    Variation variation;  ///< its seed is also the seed of the points
    /// the period of the whole in pixels; 0 if it does not repeat in that direction
    Size closes;

    [[nodiscard]] Extent support(std::span<const LinkShape> links, const Extent& own) const;
    void fetches(std::span<const LinkShape> links, std::size_t index, const Rect& area,
                 std::vector<Fetch>& out) const;
    [[nodiscard]] bool pointwise(std::span<const LinkShape>, std::size_t) const { return false; }
    [[nodiscard]] std::optional<std::int64_t> halo(std::span<const LinkShape>, std::size_t) const {
        return {};
    }
    [[nodiscard]] std::size_t scratchBytes(std::span<const LinkShape> links, std::size_t index,
                                           const Rect& area) const;
    /// The map is read only at the points' homes, so that it repeats with the points.
    [[nodiscard]] std::optional<Lattice> period(std::span<const LinkShape> links,
                                                std::optional<Lattice> children) const;
    [[nodiscard]] std::optional<ParameterProblem> complaint(std::span<const LinkShape> links) const;
    [[nodiscard]] std::optional<Repetition> repetition(std::span<const LinkShape>) const {
        return Repetition{{}, variation, closes};
    }
    [[nodiscard]] std::string fingerprint() const;
    [[nodiscard]] float dust(std::span<const LinkShape>) const { return dustOf(blend, variation); }
    [[nodiscard]] int bits(std::span<const int> children) const;
    [[nodiscard]] bool computes() const { return sums(blend) || variation.computes(); }

    /// The rectangle that repeats may cover around their point; empty if all patterns are empty.
    [[nodiscard]] Rect box(std::span<const LinkShape> links) const;
    using Places = std::span<const ScatterPoints::Place>;
    /// If a rectangle of the map has more samples for each of its points, the points are read one by one.
    static constexpr std::int64_t mostMapSamples = 256;
    /// The index of the map among the links; nothing if the node has no map.
    [[nodiscard]] static std::optional<std::size_t> mapOf(std::span<const LinkShape> links);
    /// The part of the map that decides about points that are visited together.
    [[nodiscard]] static Fetch mapFetch(std::span<const LinkShape> links, std::size_t map, Places points);
    /// Calls visit(fetch, points) for parts of the map that together decide about points that are visited
    /// together: the rectangle of all, or single samples if the points lie far apart.
    template <class Visit>
    static void forEachMapFetch(std::span<const LinkShape> links, std::size_t map, Places points,
                                const Visit& visit) {
        const Fetch all = mapFetch(links, map, points);
        if (all.area.area() <= mostMapSamples * static_cast<std::int64_t>(points.size()))
            return visit(all, points);
        for (std::size_t k = 0; k < points.size(); ++k)
            visit(mapFetch(links, map, points.subspan(k, 1)), points.subspan(k, 1));
    }
    /// The rectangle of the points whose repeats may overlap `area`.
    [[nodiscard]] Rect pointsAround(std::span<const LinkShape> links, const Rect& area) const;
    /// The cells of the points as a lattice: the repeats lie in the pattern's rectangle around the corners of
    /// the cells.
    [[nodiscard]] Repeats cellsAround(std::span<const LinkShape> links, const Rect& area) const;
    [[nodiscard]] static Repeat repeatAt(std::span<const LinkShape> links, const ScatterPoints::Place& point,
                                         const Variant& variant);
    [[nodiscard]] ScatterPoints points() const { return {pitch, distance, variation.seed, closes}; }
};

/// The call for the first pattern reads the map and all patterns.
template <>
struct Reduction<Scatter, Trait::pattern> {
    static void apply(const Scatter& node, const LinkCall& call);
};
template <>
struct Reduction<Scatter, Trait::data> {
    static void apply(const Scatter&, const LinkCall&) {}
};

}  // namespace burin
