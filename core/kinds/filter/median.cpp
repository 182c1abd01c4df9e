// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/filter/median.hpp"

#include "core/kernels/byte_kernels.hpp"

#include <array>
#include <cstdint>

namespace burin {

namespace {

std::shared_ptr<const Operation> bindMedian(const BindContext& context) {
    return std::make_shared<OperationOf<Median>>(
        Median(static_cast<int>(context.values.as<std::int64_t>("radius")),
               edgeNamed(context.values.as<std::string>("edge"))));
}

}  // namespace

Median::Median(int windowRadius, Edge rule) : radius(windowRadius), method(chooseMedian(windowRadius)) {
    edge = rule;
    radiusX = windowRadius;
    radiusY = windowRadius;
}

std::size_t Median::scratchBytes(std::span<const LinkShape>, std::size_t, const Rect& area) const {
    return method->scratchBytes({area.width, area.height});
}

std::string Median::fingerprint() const {
    return "radius " + std::to_string(radius) + " edge " + std::string(edgeName(edge));
}

void Reduction<Median, Trait::data>::apply(const Median& node, const LinkCall& call) {
    node.method->apply(call.child.fetch(node.neighbourhood(call.link, call.area)), call.value, call.scratch);
}

void ByteReduction<Median>::apply(const Median& node, const ByteCall& call) {
    const BytesView source = call.children.fetch(node.neighbourhood(call.links[0], call.area));
    for (std::int64_t y = 0; y < call.value.height; ++y) {
        const std::array<const std::uint8_t*, 3> rows = {source.row(y), source.row(y + 1), source.row(y + 2)};
        byteKernels().median3(rows.data(), call.value.row(y), call.value.width);
    }
}

Kind medianKind() {
    return {
        {.name = "median",
         .title = "Median",
         .help = "Takes the median of a square around each pixel: removes specks and keeps edges.",
         .category = Category::filter,
         .size = SizeRule::optional,
         .parameters = {{.key = "radius",
                         .title = "Radius",
                         .type = ParameterType::integer,
                         .unit = "px",
                         .minimum = 1,
                         .maximum = 31,
                         .required = true,
                         .help = "The square around each pixel has sides of 2 r + 1 pixels."},
                        edgeDescription()},
         .links =
             {{.trait = Trait::data, .minimum = 1, .maximum = 1, .first = true, .help = "The input samples."},
              {.trait = Trait::mask, .help = "Multiplies the result by the mask, clamped to 0..1."}},
         .words = {"denoise", "despeckle", "noise", "specks", "clean", "smooth", "filter"}},
        &bindMedian};
}

}  // namespace burin
