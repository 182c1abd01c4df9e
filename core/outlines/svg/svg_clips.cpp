// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/svg/svg_clips.hpp"

#include "core/base/text.hpp"

#include <algorithm>
#include <utility>

namespace burin {
namespace {

constexpr std::size_t deepestClip = 32;

}  // namespace

void SvgClips::apply(pugi::xml_node element, std::string_view value, const SvgDeclarations& declarations,
                     SvgSpot& spot) {
    if (isSvgNone(value)) return;
    if (!value.starts_with("url(")) {
        source_.fail(value.data(), "the clip path %1 is not supported",
                     "write url(#id) with the id of a clipPath", {quotedForMessage(value)});
    }
    const std::string_view id = styler_.reference(value).first;
    const pugi::xml_node clipPath = source_.byId(id);
    if (!clipPath || SvgSource::tag(clipPath) != "clipPath") {
        if (++missing_ == 1) firstMissing_ = value;
        return;
    }
    if (std::find(open_.begin(), open_.end(), clipPath) != open_.end())
        source_.fail(value.data(), "the clip path %1 clips itself", "remove a clip path from the cycle",
                     {quotedForMessage(id)});
    if (open_.size() >= deepestClip)
        source_.fail(value.data(), "clip paths clip one another more than 32 deep", "use a simpler drawing");
    open_.push_back(clipPath);
    addClip(element, clipPath, declarations, spot);
    open_.pop_back();
}

std::optional<Problem> SvgClips::missing() const {
    if (missing_ == 0) return {};
    return Problem{
        .reason = "line %1: the drawing has no clipPath %2 (%3)",
        .details = {std::to_string(source_.placeOf(firstMissing_.data()).line),
                    quotedForMessage(styler_.reference(firstMissing_).first), std::to_string(missing_)}};
}

void SvgClips::addClip(pugi::xml_node element, pugi::xml_node clipPath, const SvgDeclarations& declarations,
                       SvgSpot& spot) {
    const SvgDeclarations own = sheet_.of(clipPath);
    SvgSpot inside{spot.toOutline, spot.viewport};
    // The clip path of a clip path clips all of its parts.
    apply(clipPath, own[SvgProperty::clipPath], own, inside);
    std::vector<std::size_t> clips = std::move(inside.clips);
    inside.clips.clear();
    inside.toOutline = spot.toOutline.after(styler_.transform(own[SvgProperty::transform]))
                           .after(unitsOf(element, clipPath, declarations, spot));
    const SvgStyle style = styleOf(clipPath);
    OutlineClip clip;
    for (const pugi::xml_node child : clipPath.children()) {
        if (child.type() == pugi::node_element) addPart(child, style, inside, clip);
    }
    spot.clips.insert(spot.clips.end(), clips.begin(), clips.end());
    spot.clips.push_back(canvas_.addClip(std::move(clip)));
}

void SvgClips::addPart(pugi::xml_node child, const SvgStyle& parent, const SvgSpot& spot, OutlineClip& clip) {
    canvas_.count(child);
    const std::string_view tag = SvgSource::tag(child);
    const bool text = tag == "text";
    if (styler_.ignores(tag) || !(isSvgShape(tag) || tag == "use" || text)) return;
    const SvgDeclarations declarations = sheet_.of(child);
    if (isSvgWord(declarations[SvgProperty::display], "none")) return;
    if (text)
        source_.fail(child, "text is not supported", "convert the text to paths, or add `ignore: [text]`");
    const SvgStyle style = styler_.derived(parent, declarations);
    SvgSpot inside = spot;
    inside.toOutline = spot.toOutline.after(styler_.transform(declarations[SvgProperty::transform]));
    apply(child, declarations[SvgProperty::clipPath], declarations, inside);
    if (tag == "use") {
        const pugi::xml_node target = uses_.target(child, true);
        // Only a direct use of a shape counts (SVG 1.1, 14.3.5).
        if (!target || SvgSource::tag(target) == "use") return;
        inside.toOutline = inside.toOutline.after(Affine::translation(
            styler_.length(declarations, SvgProperty::x, spot.viewport, SvgPercent::width).value_or(0),
            styler_.length(declarations, SvgProperty::y, spot.viewport, SvgPercent::height).value_or(0)));
        return addPart(target, style, inside, clip);
    }
    if (!style.visible || !inside.toOutline.finite() || inside.toOutline.determinant() == 0) return;
    const auto list = canvas_.shape(child, declarations, spot.viewport);
    if (list && tag != "line")
        clip.parts.push_back({canvas_.addLayer({*list, style.clipRule, {}, inside.toOutline}), inside.clips});
}

Affine SvgClips::unitsOf(pugi::xml_node element, pugi::xml_node clipPath, const SvgDeclarations& declarations,
                         const SvgSpot& spot) {
    const std::string_view units = SvgSource::value(clipPath, "clipPathUnits");
    if (units.empty() || units == "userSpaceOnUse") return {};
    if (units != "objectBoundingBox")
        source_.fail(units.data(), "the units %1 are not supported",
                     "write userSpaceOnUse or objectBoundingBox", {quotedForMessage(units)});
    if (!isSvgShape(SvgSource::tag(element))) {
        source_.fail(clipPath, "clipPathUnits=\"objectBoundingBox\" is supported for single shapes only",
                     "write clipPathUnits=\"userSpaceOnUse\"");
    }
    const auto list = canvas_.shape(element, declarations, spot.viewport);
    if (!list) return Affine::scale(0, 0);
    const PlaneBox box = canvas_.boundsOfList(*list);
    return {box.right - box.left, 0, 0, box.bottom - box.top, box.left, box.top};
}

SvgStyle SvgClips::styleOf(pugi::xml_node element) const {
    std::vector<pugi::xml_node> chain;
    for (pugi::xml_node node = element; node.type() == pugi::node_element; node = node.parent())
        chain.push_back(node);
    SvgStyle style;
    for (auto node = chain.rbegin(); node != chain.rend(); ++node)
        style = styler_.derived(style, sheet_.of(*node));
    return style;
}

}  // namespace burin
