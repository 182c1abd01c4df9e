// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/filter/transform.hpp"

#include "core/kinds/methods/resampling_source.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

namespace burin {

namespace {

constexpr double smallestScale = 1e-6;
constexpr double largestScale = 1e6;
constexpr double largestSide = 0x1p40;

std::string sizeText(Vector sides) {
    return std::to_string(static_cast<std::int64_t>(sides.x)) + " x " +
           std::to_string(static_cast<std::int64_t>(sides.y)) + " px";
}

}  // namespace

Vector Transform::signedScale(const Extent& child) const {
    Vector result = scale;
    if (size && child.bounded() && !child.empty()) {
        result = {size->x / static_cast<double>(child.rect().width),
                  size->y / static_cast<double>(child.rect().height)};
    }
    return {mirrorX ? -result.x : result.x, mirrorY ? -result.y : result.y};
}

Placement Transform::placement(const Extent& child) const {
    return {child, signedScale(child), Turn::byDegrees(rotateDegrees)};
}

Rect Transform::source(const Placement& p, const Rect& area) const {
    return resamplingSource(p, interpolation, area);
}

Extent Transform::extent(std::span<const LinkShape> links) const {
    const LinkShape& data = links[0];
    if (!data.extent.bounded() || data.extent.empty()) return data.extent;
    return placement(data.extent).result.translated(data.at);
}

Extent Transform::support(std::span<const LinkShape> links, const Extent& own) const {
    const LinkShape& data = links[0];
    if (!data.support.bounded() || data.support.empty()) return intersection(data.support, own);
    const Placement p = placement(data.extent);
    const Rect result = resampledSupport(p, interpolation, data.support.rect().translated(-p.origin));
    return intersection(Extent(result.translated(data.at)), own);
}

void Transform::fetches(std::span<const LinkShape> links, std::size_t index, const Rect& area,
                        std::vector<Fetch>& out) const {
    const LinkShape& data = links[index];
    if (data.extent.empty()) return;
    const Placement p = placement(data.extent);
    const Rect local = source(p, area.translated(-data.at));
    if (!local.empty()) out.push_back({local.translated(p.origin), Edge::empty});
}

std::size_t Transform::scratchBytes(std::span<const LinkShape> links, std::size_t index,
                                    const Rect& area) const {
    const LinkShape& data = links[index];
    if (data.extent.empty()) return 0;
    const Placement p = placement(data.extent);
    const Rect wanted = area.translated(-data.at);
    const Rect local = source(p, wanted);
    return local.empty() ? 0 : resamplingBytes({interpolation, p, wanted, local});
}

std::optional<ParameterProblem> Transform::complaint(std::span<const LinkShape> links) const {
    const Extent& child = links[0].extent;
    if (child.empty()) return {};
    if (!child.bounded() && !size) return {};
    if (!child.bounded())
        return ParameterProblem{"size", "the child has no size of its own",
                                "use scale, or a child with a size"};
    const Vector by = signedScale(child);
    for (const double factor : {std::fabs(by.x), std::fabs(by.y)}) {
        if (factor < smallestScale || factor > largestScale) {
            return ParameterProblem{"size",
                                    {.reason = "this would scale the child by %1",
                                     .details = {std::to_string(factor)},
                                     .advice = "choose a size of 0.000001 to 1000000 times the child's"}};
        }
    }
    const Vector sides =
        Placement::span({child.rect().width, child.rect().height}, by, Turn::byDegrees(rotateDegrees));
    if (sides.x > largestSide || sides.y > largestSide) {
        return ParameterProblem{size ? "size" : "scale",
                                {.reason = "the result would be %1",
                                 .details = {sizeText(sides)},
                                 .advice = "make it at most 2^40 px a side"}};
    }
    return {};
}

std::string Transform::fingerprint() const {
    std::string text = size ? "size" : "scale";
    const Vector sides = size.value_or(scale);
    for (const double number : {sides.x, sides.y, rotateDegrees}) {
        text += ';' + std::to_string(std::bit_cast<std::uint64_t>(number));
    }
    text += mirrorX ? ";x" : ";";
    text += mirrorY ? ";y;" : ";;";
    return text + std::to_string(static_cast<int>(interpolation));
}

void Reduction<Transform, Trait::data>::apply(const Transform& node, const LinkCall& call) {
    const auto empty = [&call] {
        for (std::int64_t y = 0; y < call.value.height; ++y) {
            pointwiseKernels().fill(call.value.row(y), 0.0F, call.value.width);
        }
    };
    if (call.link.extent.empty()) return empty();
    const Placement placement = node.placement(call.link.extent);
    const Rect area = call.area.translated(-call.link.at);
    const Rect source = node.source(placement, area);
    if (source.empty()) return empty();
    const ConstSamplesView samples = call.child.fetch({source.translated(placement.origin), Edge::empty});
    resample({node.interpolation, placement, area, source}, samples, call.value, call.scratch);
}

namespace {

constexpr std::array<std::string_view, 4> interpolationNames = {"nearest", "linear", "cubic", "area"};

bool withinScales(Vector scale) {
    return scale.x >= smallestScale && scale.x <= largestScale && scale.y >= smallestScale &&
           scale.y <= largestScale;
}

std::shared_ptr<const Operation> bindTransform(const BindContext& context) {
    const Values& values = context.values;
    Transform node;
    if (const Vector* scale = values.find<Vector>("scale")) {
        if (!withinScales(*scale)) {
            context.problem("scale", "the scale is out of range",
                            "write 0.000001 to 1000000; to mirror, use the parameter mirror");
            return nullptr;
        }
        if (values.has("size")) {
            context.problem("size", "scale and size are both given", "remove one of them");
            return nullptr;
        }
        node.scale = *scale;
    }
    if (const Vector* size = values.find<Vector>("size")) node.size = *size;
    node.rotateDegrees = values.as<double>("rotate");
    const std::string& mirror = values.as<std::string>("mirror");
    node.mirrorX = mirror == "x" || mirror == "both";
    node.mirrorY = mirror == "y" || mirror == "both";
    const auto name = std::find(interpolationNames.begin(), interpolationNames.end(),
                                values.as<std::string>("interpolation"));
    node.interpolation = static_cast<Interpolation>(name - interpolationNames.begin());
    return std::make_shared<OperationOf<Transform>>(node);
}

}  // namespace

Kind transformKind() {
    KindDescription d;
    d.name = "transform";
    d.title = "Transform";
    d.help = "Mirrors, scales and turns its child, in this order.";
    d.words = {"rotate", "turn",    "scale",  "resize", "size",     "enlarge",
               "reduce", "stretch", "mirror", "flip",   "resample", "orientation"};
    d.category = Category::filter;
    d.size = SizeRule::none;
    d.parameters = {
        {.key = "size",
         .title = "Size",
         .type = ParameterType::pixelSize,
         .unit = "px",
         .minimum = 1,
         .maximum = 2147483647,
         .help = "[width, height] of a bounded child after scaling, instead of scale.",
         .scalesChild = true,
         .insteadOf = "scale"},
        {.key = "scale",
         .title = "Scale",
         .type = ParameterType::scale,
         .minimum = smallestScale,
         .maximum = largestScale,
         .help = "A number or [sx, sy]; 1 if neither scale nor size is given.",
         .insteadOf = "size"},
        {.key = "rotate",
         .title = "Rotation",
         .type = ParameterType::number,
         .unit = "deg",
         .minimum = -36000,
         .maximum = 36000,
         .fallback = "0",
         .help = "Clockwise, applied after scaling."},
        {.key = "mirror",
         .title = "Mirror",
         .type = ParameterType::choice,
         .fallback = "none",
         .choices = {"none", "x", "y", "both"},
         .help = "Applied before scaling; x exchanges left and right."},
        {.key = "interpolation",
         .title = "Interpolation",
         .type = ParameterType::choice,
         .fallback = "linear",
         .choices = {interpolationNames.begin(), interpolationNames.end()},
         .help = "nearest, linear, cubic (Catmull-Rom), or area: the mean over the area of a pixel, for "
                 "reduction."},
    };
    d.links = {
        {.trait = Trait::data, .minimum = 1, .maximum = 1, .first = true, .help = "The input samples."},
        {.trait = Trait::mask, .help = "Multiplies the result by the mask."},
    };
    return {std::move(d), &bindTransform};
}

}  // namespace burin
