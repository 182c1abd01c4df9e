// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/vectors/outline_drawing.hpp"

#include "core/kinds/form/canonical.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace burin {
namespace {

constexpr double smallestOutlineScale = 1e-6;
constexpr double largestOutlineScale = 1e6;

std::optional<StrokeStyle> strokeOf(const Values& values) {
    const auto* const given = values.find<std::shared_ptr<const Values>>("stroke");
    if (given == nullptr) return {};
    const Values& stroke = **given;
    StrokeStyle style;
    style.width = stroke.as<double>("width");
    const std::string& join = stroke.as<std::string>("join");
    style.join = join == "round"   ? StrokeJoin::round
                 : join == "bevel" ? StrokeJoin::bevel
                                   : StrokeJoin::miter;
    style.miterLimit = stroke.as<double>("miter_limit");
    const std::string& cap = stroke.as<std::string>("cap");
    style.cap = cap == "round" ? StrokeCap::round : cap == "square" ? StrokeCap::square : StrokeCap::butt;
    if (const auto* dash = stroke.find<std::vector<double>>("dash")) style.dash = *dash;
    style.dashOffset = stroke.as<double>("dash_offset");
    return style;
}

}  // namespace

OutlineDrawing OutlineDrawing::of(const Values& values) {
    OutlineDrawing drawing;
    drawing.fill = values.find<bool>("fill") == nullptr || values.as<bool>("fill");
    drawing.stroke = strokeOf(values);
    drawing.mirror = values.as<std::string>("mirror");
    const auto& scale = values.as<Vector>("scale");
    drawing.scale = {scale.x, scale.y};
    drawing.rotateDegrees = values.as<double>("rotate");
    return drawing;
}

Affine OutlineDrawing::mapOf(const Outline& outline) const {
    return placed(outline, mirror == "x" || mirror == "both", mirror == "y" || mirror == "both", scale,
                  rotateDegrees);
}

SnappedOutline OutlineDrawing::snapped(Outline outline, const std::stop_token& stop) const {
    if (!fill || stroke) outline.applyStroke(fill, stroke);
    return snap(outline, mapOf(outline), stop);
}

std::string OutlineDrawing::canonical() const {
    std::string text = fill ? "fill" : "no fill";
    const auto add = [&text](double number) { text += " " + canonicalNumber(number); };
    if (stroke) {
        text += " stroke " + std::to_string(static_cast<int>(stroke->join)) + " " +
                std::to_string(static_cast<int>(stroke->cap));
        add(stroke->width);
        add(stroke->miterLimit);
        add(stroke->dashOffset);
        for (const double dash : stroke->dash)
            add(dash);
    }
    text += " " + mirror;
    add(scale.x);
    add(scale.y);
    add(rotateDegrees);
    return text;
}

double outlineStretch(const Values& values) {
    const auto& scale = values.as<Vector>("scale");
    return std::max(std::fabs(scale.x), std::fabs(scale.y));
}

std::vector<ParameterDescription> strokeParameters() {
    ParameterDescription stroke{.key = "stroke",
                                .title = "Stroke",
                                .type = ParameterType::map,
                                .help = "A line along the contours, drawn in addition to their fill.",
                                .since = 2,
                                .group = "Drawing"};
    stroke.alternatives = {
        {.key = "width",
         .title = "Width",
         .type = ParameterType::realPixels,
         .unit = "px",
         .minimum = 0,
         .maximum = 0x1p22,
         .fallback = "1",
         .help = "The width of the line.",
         .since = 2},
        {.key = "join",
         .title = "Join",
         .type = ParameterType::choice,
         .fallback = "miter",
         .choices = {"miter", "round", "bevel"},
         .help = "How two lines meet.",
         .since = 2},
        {.key = "miter_limit",
         .title = "Miter limit",
         .type = ParameterType::number,
         .minimum = 1,
         .maximum = 1e6,
         .fallback = "4",
         .help = "A miter longer than this many widths becomes a bevel.",
         .since = 2},
        {.key = "cap",
         .title = "Cap",
         .type = ParameterType::choice,
         .fallback = "butt",
         .choices = {"butt", "round", "square"},
         .help = "How an open line ends.",
         .since = 2},
        {.key = "dash",
         .title = "Dash",
         .type = ParameterType::lengths,
         .unit = "px",
         .minimum = 0,
         .maximum = 0x1p22,
         .help = "Lengths that are drawn and left out in turn; an odd list is repeated.",
         .since = 2,
         .minimumCount = 1,
         .maximumCount = 1000},
        {.key = "dash_offset",
         .title = "Dash offset",
         .type = ParameterType::realPixels,
         .unit = "px",
         .minimum = -0x1p22,
         .maximum = 0x1p22,
         .fallback = "0",
         .help = "The place in the dash pattern at which the line starts.",
         .since = 2},
    };
    return {{.key = "fill",
             .title = "Fill",
             .type = ParameterType::boolean,
             .fallback = "true",
             .help = "Whether the inside is filled.",
             .since = 2,
             .group = "Drawing"},
            std::move(stroke)};
}

std::vector<ParameterDescription> placingParameters() {
    return {
        {.key = "mirror",
         .title = "Mirror",
         .type = ParameterType::choice,
         .fallback = "none",
         .choices = {"none", "x", "y", "both"},
         .help = "Applied before scaling; x exchanges left and right. Nothing is resampled.",
         .since = 2,
         .group = "Placing"},
        {.key = "scale",
         .title = "Scale",
         .type = ParameterType::scale,
         .minimum = smallestOutlineScale,
         .maximum = largestOutlineScale,
         .fallback = "1",
         .help = "A number or [sx, sy]; the outline stays sharp.",
         .since = 2,
         .group = "Placing"},
        {.key = "rotate",
         .title = "Rotation",
         .type = ParameterType::number,
         .unit = "deg",
         .minimum = -36000,
         .maximum = 36000,
         .fallback = "0",
         .help = "Clockwise, applied after scaling.",
         .since = 2,
         .group = "Placing"},
    };
}

}  // namespace burin
