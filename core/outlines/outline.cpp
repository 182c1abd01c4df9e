// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/outline.hpp"

#include "core/outlines/trigonometry.hpp"

#include <utility>

namespace burin {

void ContourList::quadraticTo(PlanePoint control, PlanePoint end) {
    const PlanePoint added[] = {control, end};
    add(SegmentKind::quadratic, added);
}

void ContourList::cubicTo(PlanePoint control1, PlanePoint control2, PlanePoint end) {
    const PlanePoint added[] = {control1, control2, end};
    add(SegmentKind::cubic, added);
}

void ContourList::arcTo(PlanePoint c, PlanePoint a, PlanePoint b, double w0, double w1, PlanePoint end) {
    const PlanePoint added[] = {c, a, b, {w0, w1}, end};
    add(SegmentKind::arc, added);
}

void ContourList::ellipse(PlanePoint centre, double rx, double ry) {
    const PlanePoint start{centre.x + rx, centre.y};
    moveTo(start);
    // Two halves: their ends are exact, and the contour is symmetric.
    arcTo(centre, {rx, 0}, {0, ry}, 0, piNumber, {centre.x - rx, centre.y});
    arcTo(centre, {-rx, 0}, {0, -ry}, 0, piNumber, start);
    close();
}

void ContourList::polygon(std::span<const PlanePoint> corners) {
    if (corners.empty()) return;
    moveTo(corners.front());
    for (const PlanePoint& corner : corners.subspan(1))
        lineTo(corner);
    close();
}

PlanePoint ContourList::current() const {
    const ContourHead& last = heads.back();
    return last.firstSegment == segments.size() ? last.start : points.back();
}

std::size_t Outline::paint(ContourList list, FillRule rule) {
    lists.push_back(std::move(list));
    layers.push_back({lists.size() - 1, rule});
    items.push_back({layers.size() - 1});
    return layers.size() - 1;
}

void Outline::applyStroke(bool fill, const std::optional<StrokeStyle>& stroke) {
    std::vector<OutlineItem> drawn;
    for (const OutlineItem& item : items) {
        if (fill && !item.open) drawn.push_back(item);
        if (!stroke) continue;
        OutlineLayer layer = layers[item.layer];
        layer.rule = FillRule::nonzero;
        layer.stroke = stroke;
        layers.push_back(std::move(layer));
        drawn.push_back({layers.size() - 1, item.clips, item.value});
    }
    items = std::move(drawn);
}

}  // namespace burin
