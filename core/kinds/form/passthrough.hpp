// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/form/reduction.hpp"

namespace burin {

/// A muted node of any kind. It passes on its first data child; if it has none, its first pattern child;
/// otherwise it is empty. It is not a kind of its own, so it is in no list.
struct Passthrough : KindBase {
    static constexpr bool takesData = true;
    static constexpr bool takesMask = false;

    [[nodiscard]] Extent extent(std::span<const LinkShape> links) const {
        return links.empty() ? Extent(Rect{}) : links[0].extent.translated(links[0].at);
    }
    [[nodiscard]] Extent support(std::span<const LinkShape> links, const Extent& own) const {
        return links.empty() ? Extent(Rect{}) : intersection(own, links[0].support.translated(links[0].at));
    }
    [[nodiscard]] bool passesMean(std::span<const LinkShape>, std::size_t index) const { return index == 0; }
    [[nodiscard]] bool showsApart(std::span<const LinkShape> links) const { return links.size() == 1; }
    [[nodiscard]] float dust(std::span<const LinkShape>) const { return 0; }
    [[nodiscard]] int bits(std::span<const int> children) const { return children.empty() ? 8 : children[0]; }
    [[nodiscard]] std::string fingerprint() const { return "muted"; }
};

template <>
struct Reduction<Passthrough, Trait::data> {
    static void apply(const Passthrough&, const LinkCall& call) {
        reduceCovered(call, pointwiseKernels().over);
    }
};

}  // namespace burin
