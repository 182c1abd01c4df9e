// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/form/filter.hpp"
#include "core/kinds/methods/median_method.hpp"

#include <memory>

namespace burin {

/// The median of the (2 radius + 1)^2 samples around each pixel.
struct Median : FilterBase {
    Median(int windowRadius, Edge rule);

    int radius;
    std::shared_ptr<const MedianMethod> method;

    [[nodiscard]] std::size_t scratchBytes(std::span<const LinkShape> links, std::size_t index,
                                           const Rect& area) const;
    [[nodiscard]] std::string fingerprint() const;
};

template <>
struct Reduction<Median, Trait::data> {
    static void apply(const Median& node, const LinkCall& call);
};

/// For 3 x 3 samples.
template <>
struct ByteReduction<Median> {
    static ByteTwin twin(const Median& node) { return node.radius == 1 ? ByteTwin::exact : ByteTwin::none; }
    static void apply(const Median& node, const ByteCall& call);
};

[[nodiscard]] Kind medianKind();

}  // namespace burin
