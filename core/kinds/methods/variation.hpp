// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"
#include "core/kinds/form/operation.hpp"
#include "core/kinds/methods/hash_bits.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace burin {

/// The function `hash` of expressions for integers: a number in [0, 1), the same on every processor.
[[nodiscard]] constexpr double hashOf(std::int64_t i, std::int64_t j, std::uint32_t seed) {
    return hashBits(placeBits(i, j), seed) * 0x1p-32;
}

/// The k-th random number of repeat (i, j), which is `cell`. Seeds below 65,536 share no numbers.
[[nodiscard]] constexpr double randomOf(Point cell, std::uint32_t seed, std::uint32_t k) {
    return hashOf(cell.x, cell.y, seed + 65536U * k);
}

/// The random choices of one repeat.
struct Variant {
    std::size_t pattern = 0;  ///< counted from the first
    Point offset;
    bool mirrorX = false;  ///< exchanges left and right, before the turn
    bool mirrorY = false;
    double degrees = 0;  ///< clockwise
    double scale = 1;
    float gain = 1;
    float id = 0;
};

/// How the repeats of patterns differ: the parameters `vary` and `value`.
struct Variation {
    enum class Pick { random, first, sequence, rows, columns };
    enum class Turns { none, half, quarter, any };
    enum class Mirrors { none, x, y, both };
    /// The real numbers from low to high.
    struct Range {
        double low = 1;
        double high = 1;
        [[nodiscard]] constexpr bool fixed() const { return low == high; }
        [[nodiscard]] bool one() const { return low == 1 && high == 1; }
        [[nodiscard]] constexpr double at(double share) const { return low + (high - low) * share; }
    };

    std::uint32_t seed = 0;
    Pick pick = Pick::random;
    Vector offset;  ///< the largest offset in each direction, in pixels
    Turns turn = Turns::none;
    Mirrors mirror = Mirrors::none;
    Range scale;
    Range gain;
    bool ids = false;          ///< a repeat's number replaces its samples
    std::size_t patterns = 1;  ///< the number of patterns to pick from

    /// The random choices of repeat (i, j), which is `cell`. Pure; takes about 3 ns for each random number.
    [[nodiscard]] constexpr Variant of(Point cell) const;

    /// Whether repeats show several patterns.
    [[nodiscard]] bool picks() const { return patterns > 1 && pick != Pick::first; }
    /// Whether samples depend on any random number.
    [[nodiscard]] bool random() const;
    /// Whether repeats differ.
    [[nodiscard]] bool varies() const { return random() || picks(); }
    /// Whether every repeat is an unchanged copy of the first pattern.
    [[nodiscard]] bool plain() const { return !varies() && scale.one() && gain.one(); }
    /// Whether samples are interpolated; otherwise they are copies.
    [[nodiscard]] bool resamples() const { return turn == Turns::any || !scale.one(); }
    /// Whether samples may differ from those of the patterns and from the numbers of repeats.
    [[nodiscard]] bool computes() const { return !ids && (resamples() || !gain.one()); }
    /// Whether a sample may become larger than those of the patterns.
    [[nodiscard]] bool amplifies() const {
        return !ids && std::max(std::fabs(gain.low), std::fabs(gain.high)) > 1;
    }

    /// The sides of a rectangle around the middle of a pattern that contains all its variants.
    [[nodiscard]] Size largestSides(Size pattern) const;
    /// How far offsets move a repeat in each direction.
    [[nodiscard]] Point reach() const;
    /// The patterns that repeats may show. They are the first of a node's links.
    [[nodiscard]] std::span<const LinkShape> shown(std::span<const LinkShape> links) const {
        return links.first(picks() ? patterns : 1);
    }
    /// Whether a sample of any of these patterns may differ from 0.
    [[nodiscard]] bool anyShown(std::span<const LinkShape> links) const;
    /// Whether `pick` repeats after `step` cells.
    [[nodiscard]] bool picksFit(Point step) const;
    /// Canonical text of everything that determines a sample; empty if plain.
    [[nodiscard]] std::string fingerprint() const;

    /// \param seeded  whether `vary` also has a seed and an offset
    [[nodiscard]] static ParameterDescription varyDescription(bool seeded);
    [[nodiscard]] static ParameterDescription valueDescription();
    /// Reads checked values. \param patterns  the number of links that are patterns
    [[nodiscard]] static Variation bound(const Values& values, std::size_t patterns);

  private:
    /// An offset of up to `reach` in either direction. \param share  from 0 to 1
    [[nodiscard]] static constexpr std::int64_t shifted(double share, double reach) {
        return static_cast<std::int64_t>(std::floor((2 * share - 1) * reach + 0.5));
    }
};

constexpr Variant Variation::of(Point cell) const {
    const auto random = [&](std::uint32_t k) { return randomOf(cell, seed, k); };
    Variant result;
    if (patterns > 1) {
        const auto n = static_cast<std::int64_t>(patterns);
        const auto modulo = [n](std::int64_t value) { return (value % n + n) % n; };
        const std::int64_t picked = pick == Pick::random
                                        ? static_cast<std::int64_t>(static_cast<double>(n) * random(1))
                                    : pick == Pick::sequence ? modulo(cell.x + cell.y)
                                    : pick == Pick::rows     ? modulo(cell.y)
                                    : pick == Pick::columns  ? modulo(cell.x)
                                                             : 0;
        result.pattern = static_cast<std::size_t>(picked);
    }
    if (offset.x != 0) result.offset.x = shifted(random(2), offset.x);
    if (offset.y != 0) result.offset.y = shifted(random(3), offset.y);
    const auto oneOf = [&](int count, std::uint32_t k) { return static_cast<int>(count * random(k)); };
    if (turn == Turns::half) result.degrees = 180 * oneOf(2, 4);
    if (turn == Turns::quarter) result.degrees = 90 * oneOf(4, 4);
    if (turn == Turns::any) result.degrees = 360.0 * oneOf(4096, 4) / 4096;
    if (mirror != Mirrors::none) {
        const int quarter = oneOf(4, 5);
        result.mirrorX = mirror != Mirrors::y && quarter >= 2;
        result.mirrorY = mirror == Mirrors::both ? quarter % 2 != 0 : mirror == Mirrors::y && quarter >= 2;
    }
    result.scale = scale.fixed() ? scale.low : scale.at(random(6));
    result.gain = static_cast<float>(gain.fixed() ? gain.low : gain.at(random(7)));
    if (ids) result.id = static_cast<float>(std::max(oneOf(1 << 24, 8), 16)) * 0x1p-24F;
    return result;
}

/// A rectangle around a lattice point that contains the repeat there with any of the patterns.
/// \param corner  corner(pattern, sides) is the corner of a copy with these sides, relative to its lattice
///                point
template <class Corner>
[[nodiscard]] Rect boxOf(const Variation& variation, std::span<const LinkShape> links, const Corner& corner) {
    Rect box;
    for (const LinkShape& pattern : links.first(variation.patterns)) {
        if (pattern.extent.empty()) continue;
        const Rect& rect = pattern.extent.rect();
        const Size sides = variation.largestSides({rect.width, rect.height});
        const Point reach = variation.reach();
        const Point from = corner(pattern, sides);
        box = boundingRect(box, Rect{from.x, from.y, sides.width, sides.height}.grown(reach.x, reach.y));
    }
    return box;
}

}  // namespace burin
