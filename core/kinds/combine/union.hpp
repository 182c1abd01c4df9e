// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/form/reduction.hpp"

#include <algorithm>

namespace burin {

/// Combines children sample by sample.
struct Union : KindBase {
    static constexpr bool takesData = true;
    enum class Combination { max, min, add, subtract, multiply, mean, over };

    Combination combination = Combination::max;

    /// If all data are 0 at a place, every mode gives 0 there, with any masks.
    [[nodiscard]] Extent support(std::span<const LinkShape> links, const Extent& own) const;
    [[nodiscard]] std::size_t stateBytes(const Rect& area) const {
        return combination == Combination::mean ? 2 * sizeof(float) * static_cast<std::size_t>(area.area())
                                                : 0;
    }
    [[nodiscard]] bool showsApart(std::span<const LinkShape> links) const;
    [[nodiscard]] std::string fingerprint() const;
    /// Modes that select among their children's samples create no dust.
    [[nodiscard]] float dust(std::span<const LinkShape> links) const {
        const bool chooses = combination == Combination::max || combination == Combination::min ||
                             combination == Combination::over;
        return chooses && !masked(links) ? 0.0F : dustLimit;
    }
};

template <>
struct Reduction<Union, Trait::data> {
    static void apply(const Union& node, const LinkCall& call);
};

template <>
struct Reduction<Union, Trait::mask> {
    static void apply(const Union& node, const LinkCall& call);
};

}  // namespace burin
