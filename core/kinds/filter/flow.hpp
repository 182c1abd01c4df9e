// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/form/deferred.hpp"
#include "core/kinds/form/filter.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace burin {

/// The mean of its first child along a path through each pixel. The directions of the paths are fixed, or
/// come from the second child, the map.
///
/// Steps of paths are whole numbers of 1/256 px, so that every backend follows the same paths. The reduction
/// of the first link also reads the map; the reduction of the map does nothing.
struct Flow : FilterBase {
    enum class Along { angle, map, gradient, contour };
    struct Parameters {
        Along along = Along::angle;
        double degrees = 0;  ///< angle of a fixed direction
        std::int64_t lengthPx = 1;
        bool triangle = false;  ///< weights that fall to both ends
        Edge edge = Edge::extend;
    };
    /// A step of one pixel, in 1/256 px.
    struct Step {
        std::int32_t x = 0;
        std::int32_t y = 0;
    };

    explicit Flow(const Parameters& all);

    Parameters parameters;
    std::int64_t steps;          ///< in either direction
    std::vector<float> weights;  ///< weight of the k-th step, from 0 to `steps`
    float weightSum = 1;         ///< sum of the weights of all samples of a path
    /// The steps of a map's directions, packed as FlowField wants them.
    Deferred<std::vector<std::uint32_t>> turns;

    /// The step in a direction, clockwise from the x axis.
    [[nodiscard]] static Step stepAt(double degrees);

    /// How far from a pixel its path reads directions, in pixels.
    [[nodiscard]] std::int64_t directionRadius() const { return steps > 0 ? steps - 1 : 0; }
    /// How far around a pixel the map is read.
    [[nodiscard]] std::int64_t mapRadius() const;
    /// Whether there is a map that the samples depend on.
    [[nodiscard]] bool readsMap() const { return parameters.along != Along::angle && steps > 0; }
    [[nodiscard]] Fetch mapFetch(std::span<const LinkShape> links, const Rect& area) const;

    void fetches(std::span<const LinkShape> links, std::size_t index, const Rect& area,
                 std::vector<Fetch>& out) const;
    [[nodiscard]] std::optional<std::int64_t> halo(std::span<const LinkShape> links, std::size_t index) const;
    [[nodiscard]] std::size_t scratchBytes(std::span<const LinkShape> links, std::size_t index,
                                           const Rect& area) const;
    [[nodiscard]] std::vector<ScatteredRead> scatteredReads(std::span<const LinkShape> links) const;
    void readAt(const ScatteredCall& call) const;
    /// The field is the direction of the path. It is 0 at places without a path.
    [[nodiscard]] bool hasField() const { return true; }
    [[nodiscard]] std::vector<Vector> fieldAt(const ScatteredCall& call) const;
    /// A random texture keeps its mean along paths that do not depend on it.
    [[nodiscard]] bool passesMean(std::span<const LinkShape>, std::size_t index) const { return index == 0; }
    void prepare(const std::stop_token& stop) const;
    [[nodiscard]] float dust(std::span<const LinkShape>) const { return dustLimit; }
    [[nodiscard]] std::string fingerprint() const;
    [[nodiscard]] std::size_t residentBytes() const;
};

template <>
struct Reduction<Flow, Trait::data> {
    static void apply(const Flow& node, const LinkCall& call);
};

[[nodiscard]] Kind flowKind();

}  // namespace burin
