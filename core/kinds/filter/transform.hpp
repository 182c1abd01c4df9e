// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/form/reduction.hpp"
#include "core/kinds/methods/placement.hpp"
#include "core/kinds/methods/resampling.hpp"

#include <optional>
#include <string>

namespace burin {

/// Its child mirrored, scaled and turned.
///
/// The result of a bounded child has its corner at (0, 0). An unbounded child is mirrored, scaled and turned
/// about (0, 0), the corner between pixels, so that mirroring maps pixel x to -1 - x. Positions are computed
/// in binary64 from the pixel's own coordinates, never from those of the area.
struct Transform : KindBase {
    static constexpr bool takesData = true;

    Vector scale{1, 1};
    std::optional<Vector> size;  ///< in whole pixels, in place of `scale`
    double rotateDegrees = 0;
    bool mirrorX = false;  ///< swaps left and right
    bool mirrorY = false;
    Interpolation interpolation = Interpolation::linear;

    [[nodiscard]] Extent extent(std::span<const LinkShape> links) const;
    [[nodiscard]] Extent support(std::span<const LinkShape> links, const Extent& own) const;
    void fetches(std::span<const LinkShape> links, std::size_t index, const Rect& area,
                 std::vector<Fetch>& out) const;
    [[nodiscard]] bool pointwise(std::span<const LinkShape>, std::size_t) const { return false; }
    [[nodiscard]] std::optional<std::int64_t> halo(std::span<const LinkShape>, std::size_t) const {
        return {};
    }
    [[nodiscard]] std::size_t scratchBytes(std::span<const LinkShape> links, std::size_t index,
                                           const Rect& area) const;
    [[nodiscard]] std::optional<Lattice> period(std::span<const LinkShape>, std::optional<Lattice>) const {
        return {};
    }
    [[nodiscard]] std::optional<ParameterProblem> complaint(std::span<const LinkShape> links) const;
    [[nodiscard]] std::string fingerprint() const;

    /// The scale for a child of that extent, negative if mirrored.
    [[nodiscard]] Vector signedScale(const Extent& child) const;
    [[nodiscard]] Placement placement(const Extent& child) const;
    /// The part of the child, in relative positions, that determines the samples of `area` of the transformed
    /// child.
    [[nodiscard]] Rect source(const Placement& placement, const Rect& area) const;
};

template <>
struct Reduction<Transform, Trait::data> {
    static void apply(const Transform& node, const LinkCall& call);
};

[[nodiscard]] Kind transformKind();

}  // namespace burin
