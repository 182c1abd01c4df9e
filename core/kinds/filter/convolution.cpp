// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/filter/convolution.hpp"

#include "core/kernels/byte_kernels.hpp"
#include "core/kinds/methods/fourier_convolution.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

namespace burin {

namespace {

/// The exponent of the power of two that divides the weights; 0 unless binary32 could overflow.
int exponentOf(const KernelMatrix& kernel) {
    const int exponent = std::ilogb(kernel.magnitude());
    return exponent > 64 ? exponent : 0;
}

/// The box convolution of a node whose sums of integers k round to the same levels as its float result does
/// on a surface; else null.
///
/// With N = rows * columns odd, S / N is at least 1 / (2 N) away from the middle between two levels, which is
/// 0.00052 for 31 x 31. The floats of BoxConvolution are rounded at most 20 times on the way to a level: once
/// for k / 255, 8 times on each axis, and for the weight, its product and the product with 255. Their error
/// is below 255 * 20 * 2^-24 < 0.00031.
const BoxConvolution* meanOf(const Convolution& node) {
    constexpr int mostSide = 31;
    if (node.radiusX > mostSide / 2 || node.radiusY > mostSide / 2) return nullptr;
    const Convolution::Way& way = node.way.value();
    const auto* box = dynamic_cast<const BoxConvolution*>(way.method.get());
    if (box == nullptr || way.exponent != 0) return nullptr;
    return box->weight() == static_cast<float>(1.0 / (box->rows() * box->columns())) ? box : nullptr;
}

std::shared_ptr<const Operation> bindConvolution(const BindContext& context) {
    Kernel kernel(context.values.as<std::shared_ptr<const Alternative>>("kernel"),
                  context.values.as<bool>("normalize"));
    if (!kernel.finite()) {
        context.problem("kernel", "the sum of the weights is too large", "write smaller weights");
        return nullptr;
    }
    return std::make_shared<OperationOf<Convolution>>(
        Convolution(std::move(kernel), edgeNamed(context.values.as<std::string>("edge"))));
}

ParameterDescription kernelDescription() {
    const auto side = [](std::string_view key, std::string_view title, std::string_view help) {
        return ParameterDescription{.key = key,
                                    .title = title,
                                    .type = ParameterType::integer,
                                    .unit = "px",
                                    .minimum = 1,
                                    .maximum = 255,
                                    .help = help,
                                    .oddOnly = true};
    };
    return {.key = "kernel",
            .title = "Kernel",
            .type = ParameterType::oneOf,
            .required = true,
            .alternatives =
                {side("box", "Box", "The mean of d x d samples."),
                 side("binomial", "Binomial", "Weights from Pascal's triangle, along x and along y."),
                 {.key = "gaussian",
                  .title = "Gaussian",
                  .type = ParameterType::number,
                  .unit = "px",
                  .minimum = 0,
                  .maximum = 42,
                  .help = "The standard deviation. Weights farther away than three times that are left out.",
                  .strictlyPositive = true},
                 {.key = "sharpen",
                  .title = "Sharpen",
                  .type = ParameterType::number,
                  .help = "How much of the difference from the four neighbours is added."},
                 {.key = "sobel",
                  .title = "Sobel",
                  .type = ParameterType::choice,
                  .choices = {"x", "y"},
                  .help = "The slope along x or y."},
                 {.key = "laplacian",
                  .title = "Laplacian",
                  .type = ParameterType::choice,
                  .choices = {"4", "8"},
                  .help = "The difference from the four or eight neighbours."},
                 {.key = "matrix",
                  .title = "Matrix",
                  .type = ParameterType::matrix,
                  .help = "The weights, row by row, not flipped; the middle one is for the pixel itself.",
                  .oddOnly = true,
                  .minimumCount = 1,
                  .maximumCount = 255}},
            .help = "The weights of the neighbourhood."};
}

}  // namespace

Convolution::Convolution(Kernel weights, Edge rule) : kernel(std::move(weights)) {
    way = Deferred<Way>([weights = kernel](const std::stop_token&) {
        const KernelMatrix plain = weights.matrix();
        const int exponent = exponentOf(plain);
        return Way{static_cast<float>(0x1p-20 * std::max(1.0, plain.magnitude())), exponent,
                   chooseConvolution(weights, instructionSet(), std::ldexp(1.0, -exponent))};
    });
    edge = rule;
    radiusX = kernel.columns() / 2;
    radiusY = kernel.rows() / 2;
}

Fetch Convolution::wanted(const LinkShape& link, const Rect& area) const {
    return {way.value().method->reads(area).translated(-link.at), edge};
}

void Convolution::fetches(std::span<const LinkShape> links, std::size_t index, const Rect& area,
                          std::vector<Fetch>& out) const {
    out.push_back(wanted(links[index], area));
}

std::optional<Lattice> Convolution::period(std::span<const LinkShape>,
                                           std::optional<Lattice> children) const {
    // For the most common kernels, this choice of the method would take longer than the rest of binding a
    // graph.
    if (!children || !FourierConvolution::considered(kernel)) return children;
    return way.value().method->anchored() ? std::nullopt : children;
}

std::size_t Convolution::scratchBytes(std::span<const LinkShape>, std::size_t, const Rect& area) const {
    return way.value().method->scratchBytes(area);
}

std::string Convolution::fingerprint() const {
    return "edge " + std::string(edgeName(edge)) + " kernel " + kernel.fingerprint();
}

void Reduction<Convolution, Trait::data>::apply(const Convolution& node, const LinkCall& call) {
    const ConstSamplesView source = call.child.fetch(node.wanted(call.link, call.area));
    const Convolution::Way& way = node.way.value();
    way.method->apply(source, call.area, call.value, call.scratch);
    for (std::int64_t y = 0; y < call.value.height; ++y) {
        float* const row = call.value.row(y);
        for (int left = way.exponent; left > 0; left -= 100) {
            convolutionKernels().scale(row, std::ldexp(1.0F, std::min(left, 100)), call.value.width);
        }
        pointwiseKernels().sanitise(row, way.limit, call.value.width);
    }
}

ByteTwin ByteReduction<Convolution>::twin(const Convolution& node) {
    return meanOf(node) == nullptr ? ByteTwin::none : ByteTwin::rounded;
}

void ByteReduction<Convolution>::apply(const Convolution& node, const ByteCall& call) {
    const BoxConvolution& box = *meanOf(node);
    const BytesView source = call.children.fetch(node.wanted(call.links[0], call.area));
    const BytesView& out = call.value;
    const ByteKernels& kernels = byteKernels();
    auto* const sums = call.scratch.array<std::uint16_t>(static_cast<std::size_t>(source.width));
    std::fill_n(sums, source.width, std::uint16_t{0});
    for (std::int64_t y = 0; y + 1 < box.rows(); ++y)
        kernels.addRow(sums, source.row(y), source.width);
    for (std::int64_t y = 0; y < out.height; ++y) {
        const std::uint8_t* const entering = source.row(y + box.rows() - 1);
        if (y == 0) {
            kernels.addRow(sums, entering, source.width);
        } else {
            kernels.slideRows(sums, entering, source.row(y - 1), source.width);
        }
        kernels.boxMeans(sums, box.rows(), box.columns(), box.weight(), out.row(y), out.width);
    }
}

Kind convolutionKind() {
    return {
        {.name = "convolution",
         .title = "Convolution",
         .help = "A weighted sum over each pixel's neighbourhood: blur, sharpen, slopes, any matrix.",
         .category = Category::filter,
         .size = SizeRule::optional,
         .parameters = {kernelDescription(),
                        {.key = "normalize",
                         .title = "Normalise",
                         .type = ParameterType::boolean,
                         .fallback = "true",
                         .help = "Divides the weights by their sum, unless the sum is 0."},
                        edgeDescription()},
         .links =
             {{.trait = Trait::data, .minimum = 1, .maximum = 1, .first = true, .help = "The input samples."},
              {.trait = Trait::mask, .help = "Multiplies the result by the mask, clamped to 0..1."}},
         .words = {"blur", "gauss", "gaussian", "smooth", "soften", "average", "mean", "sharpen", "edge",
                   "sobel", "laplace", "emboss", "derivative", "kernel", "filter", "fir"}},
        &bindConvolution};
}

}  // namespace burin
