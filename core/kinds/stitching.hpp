// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/reduction.hpp"
#include "core/kinds/repeats.hpp"

#include <optional>

namespace burin {

/// Repeats a bounded pattern over a lattice.
struct Stitching : KindBase {
    static constexpr bool takesPattern = true;
    enum class Blend { over, mean, add, max, min };

    std::optional<Vector> u;  ///< pixels; nothing: the pattern's width along x
    std::optional<Vector> v;  ///< pixels; nothing: the pattern's height along y
    Vector origin;
    Blend blend = Blend::over;

    [[nodiscard]] Extent support(std::span<const LinkShape> links, const Extent& own) const;
    void fetches(std::span<const LinkShape> links, std::size_t index, const Rect& area,
                 std::vector<Fetch>& out) const;
    [[nodiscard]] bool pointwise(std::span<const LinkShape> links, std::size_t index) const;
    [[nodiscard]] std::optional<std::int64_t> halo(std::span<const LinkShape> links, std::size_t index) const;
    [[nodiscard]] std::size_t scratchBytes(std::span<const LinkShape> links, std::size_t index,
                                           const Rect& area) const;
    /// Exact only where every position is: whole vectors, and an origin on a grid of 2^-20 px.
    [[nodiscard]] std::optional<Lattice> period(std::span<const LinkShape> links,
                                                std::optional<Lattice> children) const;
    /// A few repeats of real vectors nearly make a whole number of pixels.
    [[nodiscard]] std::optional<Lattice> nearPeriod(std::span<const LinkShape> links,
                                                    std::optional<Lattice> children) const;
    [[nodiscard]] std::optional<ParameterProblem> complaint(std::span<const LinkShape> links) const;
    [[nodiscard]] std::string fingerprint() const;
    /// Sums and means can cancel to dust; the others pass the pattern's samples on.
    [[nodiscard]] float dust(std::span<const LinkShape>) const { return computes() ? dustLimit : 0.0F; }
    /// Without a mask, what is passed on is the pattern's, or 0.
    [[nodiscard]] int bits(std::span<const int> children) const {
        return computes() || children.size() != 1 ? 32 : children[0];
    }
    /// Whether its samples are other than the pattern's.
    [[nodiscard]] bool computes() const { return blend == Blend::mean || blend == Blend::add; }

    /// The repetition vectors with their defaults from the pattern. \pre links[0] is the bounded pattern
    [[nodiscard]] Vector stepU(std::span<const LinkShape> links) const;
    [[nodiscard]] Vector stepV(std::span<const LinkShape> links) const;
    /// The pattern's repeats that meet `area`. \pre the same, and its support is not empty
    [[nodiscard]] Repeats repeats(std::span<const LinkShape> links, const Rect& area) const;
};

template <>
struct Reduction<Stitching, Trait::pattern> {
    static void apply(const Stitching& node, const LinkCall& call);
};

}  // namespace burin
