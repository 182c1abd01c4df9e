// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/form/filter.hpp"
#include "core/kinds/methods/extremes.hpp"

#include <memory>

namespace burin {

/// Morphological filters: they combine the greatest and the least sample over a shape around each pixel.
struct Morphology : FilterBase {
    enum class Action { dilate, erode, open, close, gradient, tophat };
    enum class Shape { disc, square, ball };
    struct Parameters {
        Action action = Action::dilate;
        Shape shape = Shape::disc;
        int radius = 1;
        double heightPx = 0;  ///< height of a sample of 1; for balls only
        Edge edge = Edge::extend;
    };

    explicit Morphology(const Parameters& all);

    Parameters parameters;
    std::shared_ptr<const Extremes> extremes;

    /// Whether the filter has two steps, one on the result of the other. Each reads `radius` pixels around.
    [[nodiscard]] bool twoSteps() const;
    [[nodiscard]] std::size_t scratchBytes(std::span<const LinkShape> links, std::size_t index,
                                           const Rect& area) const;
    void prepare(const std::stop_token& stop) const { extremes->prepare(stop); }
    /// Selected samples are never dust; sums and differences may be.
    [[nodiscard]] float dust(std::span<const LinkShape> links) const;
    [[nodiscard]] std::string fingerprint() const;
    [[nodiscard]] std::size_t residentBytes() const { return extremes->residentBytes(); }
};

template <>
struct Reduction<Morphology, Trait::data> {
    static void apply(const Morphology& node, const LinkCall& call);
};

[[nodiscard]] Kind morphologyKind();

}  // namespace burin
