// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/form/reduction.hpp"
#include "core/kinds/methods/closing.hpp"
#include "core/kinds/methods/repeat_painter.hpp"
#include "core/kinds/methods/repeats.hpp"
#include "core/kinds/methods/variation.hpp"

#include <optional>

namespace burin {

/// Repeats bounded patterns over a lattice.
struct Stitching : KindBase {
    static constexpr bool takesPattern = true;
    using Blend = RepeatBlend;

    std::optional<Vector> u;  ///< pixels; default: the first pattern's width along x
    std::optional<Vector> v;  ///< pixels; default: the first pattern's height along y
    Vector origin;
    Blend blend = Blend::over;
    Variation variation;
    /// the exact period of the lattice in pixels; 0 if it does not repeat in that direction
    Size closes;

    [[nodiscard]] Extent support(std::span<const LinkShape> links, const Extent& own) const;
    void fetches(std::span<const LinkShape> links, std::size_t index, const Rect& area,
                 std::vector<Fetch>& out) const;
    [[nodiscard]] bool pointwise(std::span<const LinkShape> links, std::size_t index) const;
    [[nodiscard]] std::optional<std::int64_t> halo(std::span<const LinkShape> links, std::size_t index) const;
    [[nodiscard]] std::size_t scratchBytes(std::span<const LinkShape> links, std::size_t index,
                                           const Rect& area) const;
    /// A period only if every position is exact: integer vectors and an origin on a grid of 2^-20 px, or a
    /// lattice that closes in both directions.
    [[nodiscard]] std::optional<Lattice> period(std::span<const LinkShape> links,
                                                std::optional<Lattice> children) const;
    /// For vectors that are nearly a whole number of pixels after a few repeats.
    [[nodiscard]] std::optional<Lattice> nearPeriod(std::span<const LinkShape> links,
                                                    std::optional<Lattice> children) const;
    [[nodiscard]] std::optional<ParameterProblem> complaint(std::span<const LinkShape> links) const;
    [[nodiscard]] std::optional<Rect> middleRepeat(std::span<const LinkShape> links,
                                                   const Extent& extent) const;
    [[nodiscard]] std::optional<Repetition> repetition(std::span<const LinkShape> links) const {
        return Repetition{Repetition::Steps{stepU(links), stepV(links)}, variation, closes};
    }
    [[nodiscard]] std::vector<Problem> remarks(std::span<const LinkShape> links) const;
    [[nodiscard]] std::string fingerprint() const;
    [[nodiscard]] float dust(std::span<const LinkShape>) const { return dustOf(blend, variation); }
    /// Without a mask every sample is a pattern's or 0.
    [[nodiscard]] int bits(std::span<const int> children) const;
    /// Whether it computes new samples instead of passing the patterns' through.
    [[nodiscard]] bool computes() const { return sums(blend) || variation.computes(); }
    /// Whether the first pattern is repeated unchanged, over the lattice of u and v.
    [[nodiscard]] bool plain() const { return variation.plain() && closes == Size{}; }

    /// The repetition vectors with their defaults from the pattern. \pre links[0] is the bounded pattern
    [[nodiscard]] Vector stepU(std::span<const LinkShape> links) const;
    [[nodiscard]] Vector stepV(std::span<const LinkShape> links) const;
    /// The first pattern's repeats that overlap `area`. \pre as for stepU(), and its support is not empty
    [[nodiscard]] Repeats repeats(std::span<const LinkShape> links, const Rect& area) const;
    /// The rectangle that repeats may cover around their lattice point; empty if all patterns are empty.
    [[nodiscard]] Rect box(std::span<const LinkShape> links) const;
    /// This lattice with repeats that all lie in the pattern's rectangle.
    [[nodiscard]] Repeats repeatsAround(std::span<const LinkShape> links, const Rect& area) const;
    [[nodiscard]] Closing closing(std::span<const LinkShape> links) const;
    /// Calls visit(Repeat) for all repeats that overlap `area` and some others, in ascending order of (j, i).
    template <class Visit>
    void forEachRepeat(std::span<const LinkShape> links, const Rect& area, const Visit& visit) const;

  private:
    [[nodiscard]] std::optional<Lattice> ownPeriod(std::span<const LinkShape> links) const;
};

template <class Visit>
void Stitching::forEachRepeat(std::span<const LinkShape> links, const Rect& area, const Visit& visit) const {
    const Closing closed = closing(links);
    const Vector a = stepU(links);
    const Vector b = stepV(links);
    repeatsAround(links, area).forEachNear([&](Point index) {
        const Closing::Folded folded = closed.fold(index);
        const Variant variant = variation.of(folded.cell);
        const LinkShape& pattern = links[variant.pattern];
        if (pattern.support.empty()) return;
        Repeat repeat(pattern, variant);
        const Repeats lattice{a, b, origin, pattern.at, {}, {}};
        const Point place = lattice.place(folded.cell.x, folded.cell.y) + folded.moved + variant.offset;
        const Rect& rect = pattern.extent.rect();
        repeat.moveTo({place.x + rect.x + floorDiv(rect.width - repeat.size().width, 2),
                       place.y + rect.y + floorDiv(rect.height - repeat.size().height, 2)});
        visit(repeat);
    });
}

template <>
struct Reduction<Stitching, Trait::pattern> {
    static void apply(const Stitching& node, const LinkCall& call);
};

}  // namespace burin
