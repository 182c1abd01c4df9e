// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/filter/morphology.hpp"

#include "core/kinds/form/canonical.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace burin {

namespace {

using Action = Morphology::Action;
using Shape = Morphology::Shape;

constexpr std::array<std::string_view, 6> actionNames = {"dilate", "erode",    "open",
                                                         "close",  "gradient", "tophat"};
constexpr std::array<std::string_view, 3> shapeNames = {"disc", "square", "ball"};

template <class Enum, std::size_t count>
Enum named(const std::array<std::string_view, count>& names, std::string_view name) {
    return static_cast<Enum>(std::find(names.begin(), names.end(), name) - names.begin());
}

std::shared_ptr<const Extremes> extremesOf(const Morphology::Parameters& all) {
    if (all.shape == Shape::square) return std::make_shared<SquareExtremes>(all.radius);
    if (all.shape == Shape::disc) return std::make_shared<DiscExtremes>(all.radius);
    return std::make_shared<BallExtremes>(all.radius, all.heightPx);
}

std::size_t imageBytes(const Rect& area) {
    return Scratch::padded(static_cast<std::size_t>(area.area()) * sizeof(float));
}

/// The area of the first step's result, which is larger than `area` if a second step reads it.
Rect areaBetween(const Morphology& node, const Rect& area) {
    return node.twoSteps() ? area.grown(node.parameters.radius) : area;
}

bool keepsImage(Action action) {
    return action != Action::dilate && action != Action::erode;
}

}  // namespace

Morphology::Morphology(const Parameters& all) : parameters(all), extremes(extremesOf(all)) {
    edge = all.edge;
    radiusX = twoSteps() ? 2 * all.radius : all.radius;
    radiusY = radiusX;
}

bool Morphology::twoSteps() const {
    return parameters.action == Action::open || parameters.action == Action::close ||
           parameters.action == Action::tophat;
}

std::size_t Morphology::scratchBytes(std::span<const LinkShape>, std::size_t, const Rect& area) const {
    const Rect larger = areaBetween(*this, area);
    const std::size_t image = keepsImage(parameters.action) ? imageBytes(larger) : 0;
    // The first step's scratch is kept during the second step.
    return image + (keepsImage(parameters.action) ? extremes->scratchBytes({area.width, area.height}) : 0) +
           extremes->scratchBytes({larger.width, larger.height});
}

float Morphology::dust(std::span<const LinkShape>) const {
    const bool selects = parameters.shape != Shape::ball && parameters.action != Action::gradient &&
                         parameters.action != Action::tophat;
    return selects ? 0.0F : dustLimit;
}

std::string Morphology::fingerprint() const {
    return std::string(actionNames[static_cast<std::size_t>(parameters.action)]) + " " +
           std::string(shapeNames[static_cast<std::size_t>(parameters.shape)]) + " " +
           std::to_string(parameters.radius) + " height " + canonicalNumber(parameters.heightPx) + " edge " +
           std::string(edgeName(edge));
}

void Reduction<Morphology, Trait::data>::apply(const Morphology& node, const LinkCall& call) {
    const Action action = node.parameters.action;
    const ConstSamplesView source = call.child.fetch(node.neighbourhood(call.link, call.area));
    const auto step = [&](Extreme which, const ConstSamplesView& from, const SamplesView& to) {
        node.extremes->apply(which, from, to, call.scratch);
    };
    if (action == Action::dilate) return step(Extreme::greatest, source, call.value);
    if (action == Action::erode) return step(Extreme::least, source, call.value);
    const Rect area = areaBetween(node, call.area);
    const SamplesView image{call.scratch.array<float>(static_cast<std::size_t>(area.area())), area.width,
                            area.width, area.height};
    step(action == Action::close ? Extreme::greatest : Extreme::least, source, image);
    step(action == Action::close ? Extreme::least : Extreme::greatest,
         action == Action::gradient ? source : image, call.value);
    if (action == Action::open || action == Action::close) return;
    for (std::int64_t y = 0; y < call.value.height; ++y) {
        float* const value = call.value.row(y);
        const bool tophat = action == Action::tophat;
        const float* const from = tophat ? source.row(y + node.radiusY) + node.radiusX : value;
        extremeKernels().difference(from, tophat ? value : image.row(y), value, call.value.width);
    }
}

namespace {

std::shared_ptr<const Operation> bindMorphology(const BindContext& context) {
    const Values& values = context.values;
    Morphology::Parameters all;
    all.action = named<Action>(actionNames, values.as<std::string>("operation"));
    all.shape = named<Shape>(shapeNames, values.as<std::string>("shape"));
    all.radius = static_cast<int>(values.as<std::int64_t>("radius"));
    all.edge = edgeNamed(values.as<std::string>("edge"));
    const auto* height = values.find<double>("full_depth");
    if (height != nullptr) all.heightPx = *height;
    if (all.shape == Shape::ball && height == nullptr) {
        context.problem("full_depth", "a ball needs 'full_depth'",
                        "write the length that a sample of 1 stands for");
        return nullptr;
    }
    if (all.shape != Shape::ball && height != nullptr) {
        context.problem("full_depth", {.reason = "'full_depth' is for balls, not for a %1",
                                       .details = {values.as<std::string>("shape")},
                                       .advice = "write `shape: ball`, or remove 'full_depth'"});
        return nullptr;
    }
    return std::make_shared<OperationOf<Morphology>>(Morphology(all));
}

}  // namespace

Kind morphologyKind() {
    KindDescription d;
    d.name = "morphology";
    d.title = "Morphology";
    d.help = "Grows, shrinks or cleans shapes by the greatest and the least sample around each pixel.";
    d.category = Category::filter;
    d.since = 2;
    d.parameters = {
        {.key = "operation",
         .title = "Operation",
         .type = ParameterType::choice,
         .fallback = "dilate",
         .choices = {actionNames.begin(), actionNames.end()},
         .help = "dilate: the greatest sample. erode: the least. open: erode, then dilate: removes small "
                 "peaks. close: removes small pits. gradient: dilate minus erode. tophat: what open removes.",
         .since = 2},
        {.key = "shape",
         .title = "Shape",
         .type = ParameterType::choice,
         .fallback = "disc",
         .choices = {shapeNames.begin(), shapeNames.end()},
         .help = "The neighbourhood of each pixel. ball: a disc that is lower towards its rim.",
         .since = 2},
        {.key = "radius",
         .title = "Radius",
         .type = ParameterType::pixels,
         .unit = "px",
         .minimum = 1,
         .maximum = 255,
         .required = true,
         .help = "The radius of the disc or ball. A square has sides of 2 r + 1 pixels.",
         .since = 2},
        {.key = "full_depth",
         .title = "Full depth",
         .type = ParameterType::realPixels,
         .unit = "px",
         .minimum = 0,
         .maximum = 0x1p31 - 1,
         .help = "The height of a sample of 1, as a length. Only balls have it, and they require it.",
         .since = 2,
         .strictlyPositive = true,
         .start = "100",
         .usedWith = {"shape", {"ball"}}},
        edgeDescription()};
    d.links = {
        {.trait = Trait::data, .minimum = 1, .maximum = 1, .first = true, .help = "The input samples."},
        {.trait = Trait::mask, .help = "Multiplies the result by the mask, clamped to 0..1."}};
    d.words = {"dilate", "erode",   "open",    "close",        "tophat",   "grow",    "shrink",  "thicken",
               "thin",   "fatten",  "offset",  "erosion",      "dilation", "opening", "closing", "max",
               "min",    "maximum", "minimum", "rolling ball", "tool",     "outline", "edge"};
    return {std::move(d), &bindMorphology};
}

}  // namespace burin
