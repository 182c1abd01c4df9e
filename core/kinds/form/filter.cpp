// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/form/filter.hpp"

namespace burin {

Extent FilterBase::extent(std::span<const LinkShape> links) const {
    return links.empty() ? Extent(Rect{}) : links.front().extent.translated(links.front().at);
}

// Samples farther from the child's support than the radius are 0, provided that the edge rule never moves two
// samples of the continued child farther apart. For `extend` and `mirror` this holds if p itself lies inside
// the child's rectangle; for `wrap` only if the support does not reach the edge.
Extent FilterBase::support(std::span<const LinkShape> links, const Extent& own) const {
    if (links.empty()) return Extent(Rect{});
    const LinkShape& link = links.front();
    if (link.support.empty()) return Extent(Rect{});
    if (!link.support.bounded()) return own;
    const Rect reached = link.support.rect().grown(radiusX, radiusY);
    if (link.extent.bounded()) {
        const bool inside = own.bounded() && link.extent.rect().translated(link.at).contains(own.rect());
        if (!inside || (edge == Edge::wrap && !link.extent.rect().contains(reached))) return own;
    }
    return intersection(own, Extent(reached.translated(link.at)));
}

void FilterBase::fetches(std::span<const LinkShape> links, std::size_t index, const Rect& area,
                         std::vector<Fetch>& out) const {
    out.push_back(neighbourhood(links[index], area));
}

ParameterDescription edgeDescription() {
    return {.key = "edge",
            .title = "Edge",
            .type = ParameterType::choice,
            .fallback = "extend",
            .choices = {"extend", "mirror", "wrap"},
            .help = "How the child continues outside its rectangle: nearest pixel, mirrored, or repeated."};
}

Edge edgeNamed(std::string_view choice) {
    if (choice == "empty") return Edge::empty;
    return choice == "mirror" ? Edge::mirror : choice == "wrap" ? Edge::wrap : Edge::extend;
}

std::string_view edgeName(Edge edge) {
    if (edge == Edge::empty) return "empty";
    return edge == Edge::mirror ? "mirror" : edge == Edge::wrap ? "wrap" : "extend";
}

}  // namespace burin
