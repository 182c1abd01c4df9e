// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/svg/svg_canvas.hpp"

#include "core/outlines/contour_bounds.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

namespace burin {

SvgCanvas::SvgCanvas(const SvgSource& source, const SvgStyler& styler, DrawingPaint paint,
                     OutlineMeter& meter)
    : source_(source), styler_(styler), meter_(meter), paint_(paint) {
    if (styler.tonal()) outline_.units = toneUnits;
}

void SvgCanvas::count(pugi::xml_node element) {
    if (++elements_ > mostElements) {
        source_.fail(element, "the drawing has more than 1,000,000 elements once every use is followed",
                     "use a smaller drawing");
    }
}

std::optional<std::size_t> SvgCanvas::shape(pugi::xml_node element, const SvgDeclarations& declarations,
                                            const SvgViewport& viewport) {
    const bool fixed = !hasSvgLengths(SvgSource::tag(element));
    const ShapeKey key{element.internal_object(), fixed ? 0 : viewport.width, fixed ? 0 : viewport.height};
    const auto known = shapes_.find(key);
    if (known != shapes_.end()) return known->second;
    ContourList list = svgContours(source_, styler_, element, declarations, viewport, meter_);
    std::optional<std::size_t> index;
    if (!list.empty()) {
        index = outline_.lists.size();
        hulls_.push_back(hullOf(list));
        outline_.lists.push_back(std::move(list));
    }
    shapes_[key] = index;
    return index;
}

PlaneBox SvgCanvas::boundsOfList(std::size_t list) {
    meter_.step(outline_.lists[list].points.size());
    return boundsOf(outline_.lists[list]);
}

std::size_t SvgCanvas::addLayer(OutlineLayer layer) {
    outline_.layers.push_back(std::move(layer));
    return outline_.layers.size() - 1;
}

std::size_t SvgCanvas::addClip(OutlineClip clip) {
    outline_.clips.push_back(std::move(clip));
    return outline_.clips.size() - 1;
}

std::size_t SvgCanvas::addViewport(const Affine& toOutline, const PlaneBox& rectangle) {
    viewports_.push_back({toOutline, rectangle});
    return viewports_.size() - 1;
}

std::int32_t SvgCanvas::valueOf(const SvgInk& ink) const {
    if (paint_ == DrawingPaint::shapes) return 1;
    const std::int32_t luminance = 299 * ink.colour.red + 587 * ink.colour.green + 114 * ink.colour.blue;
    return paint_ == DrawingPaint::luminance ? luminance : toneUnits - luminance;
}

bool SvgCanvas::isFlat(std::size_t list) {
    const PlaneBox box = boundsOfList(list);
    return !(box.left < box.right && box.top < box.bottom);
}

std::vector<Problem> SvgCanvas::remarks() const {
    std::vector<Problem> all;
    const auto add = [&](const Noted& noted, const char* reason) {
        if (noted.count == 0) return;
        all.push_back(
            {.reason = reason,
             .details = {std::to_string(source_.placeOf(noted.first).line), std::to_string(noted.count)}});
    };
    add(flat_,
        "line %1: a gradient or pattern does not paint the stroke of a shape without width or height, unless "
        "its units are userSpaceOnUse (%2)");
    add(patterns_, "line %1: a pattern fills its shape as a whole, without gaps (%2)");
    return all;
}

bool SvgCanvas::paints(pugi::xml_node element, const SvgInk& ink, double opacity) const {
    if (ink.kind == SvgInk::Kind::none || !(opacity > 0)) return false;
    if (ink.reference != nullptr && styler_.tonal()) {
        source_.fail(ink.reference, "%1 are not supported with a tone",
                     "use plain colours, write `paint: shapes`, or add `ignore: [%1]`",
                     {ink.kind == SvgInk::Kind::gradient ? "gradients" : "patterns"});
    }
    if (opacity < 1 && styler_.tonal() && !styler_.ignores("opacity")) {
        source_.fail(element, "partial opacity is not supported with a tone",
                     "use opaque colours, write `paint: shapes`, or add `ignore: [opacity]`");
    }
    return true;
}

void SvgCanvas::draw(pugi::xml_node element, std::size_t list, const SvgStyle& style, const SvgSpot& spot) {
    if (!style.visible || !spot.selected) return;
    const std::string_view tag = SvgSource::tag(element);
    const bool marked = tag == "path" || tag == "line" || tag == "polyline" || tag == "polygon";
    const auto* const marker = std::find_if(style.markers.begin(), style.markers.end(),
                                            [](const char* value) { return value != nullptr; });
    if (marked && marker != style.markers.end() && !styler_.ignores("marker")) {
        source_.fail(*marker, "markers are not supported",
                     "convert the marker to a path, or add `ignore: [marker]`");
    }
    if (!spot.toOutline.finite() || spot.toOutline.determinant() == 0) return;
    if (style.strokeFirst) stroke(element, list, style, spot);
    fill(element, list, style, spot);
    if (!style.strokeFirst) stroke(element, list, style, spot);
}

void SvgCanvas::fill(pugi::xml_node element, std::size_t list, const SvgStyle& style, const SvgSpot& spot) {
    if (SvgSource::tag(element) == "line") return;
    if (!paints(element, style.fill, style.fillOpacity * style.opacity)) return;
    paint({list, style.fillRule, {}, spot.toOutline}, style.fill, 0, spot);
}

void SvgCanvas::stroke(pugi::xml_node element, std::size_t list, const SvgStyle& style, const SvgSpot& spot) {
    const double width = style.line.width.in(spot.viewport);
    const double opacity = style.strokeOpacity * style.opacity;
    if (!(width > 0) || !(opacity > 0)) return;
    if (style.stroke.fitsShape && isFlat(list)) {
        flat_.add(style.stroke.reference);
        return;
    }
    if (!paints(element, style.stroke, opacity)) return;
    meter_.keep(style.line.dash.size());
    const double reach = style.line.join == StrokeJoin::miter ? std::max(style.line.miterLimit, 1.5) : 1.5;
    paint({list, FillRule::nonzero, style.line.in(spot.viewport), spot.toOutline}, style.stroke,
          reach * width / 2, spot);
}

/// \param grow  how far the layer may reach beyond its contours
void SvgCanvas::paint(const OutlineLayer& layer, const SvgInk& ink, double grow, const SvgSpot& spot) {
    if (ink.kind == SvgInk::Kind::pattern) patterns_.add(ink.reference);
    OutlineItem item{0, spot.clips, valueOf(ink)};
    const PlaneBox& tight = hulls_[layer.list];
    const PlaneBox hull{tight.left - grow, tight.top - grow, tight.right + grow, tight.bottom + grow};
    for (const std::size_t index : spot.viewports) {
        if (!leaves(viewports_[index], hull, layer.toOutline)) continue;
        if (!viewports_[index].clip) {
            const PlaneBox r = viewports_[index].rectangle;
            const std::array<PlanePoint, 4> corners = {
                {{r.left, r.top}, {r.right, r.top}, {r.right, r.bottom}, {r.left, r.bottom}}};
            ContourList list;
            list.polygon(corners);
            hulls_.push_back(hullOf(list));
            outline_.lists.push_back(std::move(list));
            const std::size_t cut =
                addLayer({outline_.lists.size() - 1, FillRule::nonzero, {}, viewports_[index].toOutline});
            viewports_[index].clip = addClip({{{cut, {}}}});
        }
        item.clips.push_back(*viewports_[index].clip);
    }
    // Each item keeps the clips of all groups around it, twice while the outline is resolved.
    constexpr std::uint64_t stepsOfClip = 32;
    meter_.step(stepsOfClip * item.clips.size());
    item.layer = addLayer(layer);
    outline_.items.push_back(std::move(item));
}

bool SvgCanvas::leaves(const CuttingViewport& viewport, const PlaneBox& hull, const Affine& toOutline) const {
    const Affine& map = viewport.toOutline;
    const double size = map.determinant();
    if (size == 0) return true;
    const PlaneBox& r = viewport.rectangle;
    // Parts of a step that stick out because of rounding do not count.
    const double tolerance = 1e-7 * (r.right - r.left + r.bottom - r.top);
    const std::array<PlanePoint, 4> corners = {
        {{hull.left, hull.top}, {hull.right, hull.top}, {hull.right, hull.bottom}, {hull.left, hull.bottom}}};
    return !std::all_of(corners.begin(), corners.end(), [&](PlanePoint corner) {
        const PlanePoint p = toOutline(corner) - PlanePoint{map.x0, map.y0};
        const double x = (map.yy * p.x - map.xy * p.y) / size;
        const double y = (map.xx * p.y - map.yx * p.x) / size;
        return x >= r.left - tolerance && x <= r.right + tolerance && y >= r.top - tolerance &&
               y <= r.bottom + tolerance;
    });
}

}  // namespace burin
