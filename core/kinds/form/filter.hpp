// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/form/reduction.hpp"

#include <algorithm>
#include <string_view>

namespace burin {

/// The common part of median and convolution. The first link is data, read from a neighbourhood of `radiusX`
/// and `radiusY` samples around p; outside of its extent the child is continued as `edge` says.
struct FilterBase : KindBase {
    static constexpr bool takesData = true;

    Edge edge = Edge::extend;
    std::int64_t radiusX = 0;
    std::int64_t radiusY = 0;

    /// The child's rectangle, moved by the link's `at`.
    [[nodiscard]] Extent extent(std::span<const LinkShape> links) const;
    [[nodiscard]] Extent support(std::span<const LinkShape> links, const Extent& own) const;
    void fetches(std::span<const LinkShape> links, std::size_t index, const Rect& area,
                 std::vector<Fetch>& out) const;
    [[nodiscard]] bool pointwise(std::span<const LinkShape>, std::size_t) const { return false; }
    [[nodiscard]] std::optional<std::int64_t> halo(std::span<const LinkShape>, std::size_t) const {
        return std::max(radiusX, radiusY);
    }

    /// A median selects from its child's samples; a convolution removes dust itself, with a larger limit.
    [[nodiscard]] float dust(std::span<const LinkShape>) const { return 0; }

    /// Does nothing: the first link sets every sample.
    void begin(std::span<const LinkShape>, const Rect&, SamplesView) const {}

    /// The samples needed for `area`: `area` in the child's frame, grown by the radii.
    [[nodiscard]] Fetch neighbourhood(const LinkShape& link, const Rect& area) const {
        return {area.translated(-link.at).grown(radiusX, radiusY), edge};
    }
};

[[nodiscard]] ParameterDescription edgeDescription();

/// \pre `choice` is one of edgeDescription().choices
[[nodiscard]] Edge edgeNamed(std::string_view choice);
[[nodiscard]] std::string_view edgeName(Edge edge);

}  // namespace burin
