// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/filter/compensate.hpp"

#include "core/images/image_error.hpp"
#include "core/kernels/pointwise_kernels.hpp"
#include "core/kernels/textures/tone_kernels.hpp"
#include "core/kinds/form/canonical.hpp"
#include "core/kinds/pictures/spot_picture.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace burin {

namespace {

/// A method whose samples depend only on their neighbourhood. An anchored method would read whole blocks
/// around those of the next step, so that each step would enlarge the area by a block instead of the kernel's
/// reach.
std::unique_ptr<const ConvolutionMethod> localMethod(const KernelMatrix& kernel) {
    std::unique_ptr<const ConvolutionMethod> best = chooseConvolution(kernel);
    if (!best->anchored()) return best;
    const std::vector<SeparableTerm> terms =
        separableTerms(kernel, std::max(kernel.rows, kernel.columns) / 2);
    if (!terms.empty()) {
        auto separable = std::make_unique<const SeparableConvolution>(terms);
        if (separable->cost() < DenseConvolution::costOf(kernel.rows, kernel.columns)) return separable;
    }
    return std::make_unique<const DenseConvolution>(kernel);
}

/// Scratch memory that is used again by each part: a stack in a block that was taken once.
class PartScratch final : public Scratch {
  public:
    PartScratch(std::byte* memory, std::size_t bytes) : memory_(memory), left_(bytes) {}

    std::byte* allocate(std::size_t bytes) override {
        if (padded(bytes) > left_)
            throw std::logic_error("a convolution takes more scratch memory than it promised");
        left_ -= padded(bytes);
        return std::exchange(memory_, memory_ + padded(bytes));
    }

  private:
    std::byte* memory_;
    std::size_t left_;
};

std::size_t samplesOf(const Rect& area) {
    return static_cast<std::size_t>(area.area());
}

std::size_t planeBytes(const Rect& area) {
    return Scratch::padded(samplesOf(area) * sizeof(float));
}

/// The rows of a step that are computed between two checks for a stop.
std::int64_t rowsOfPart(const ConvolutionMethod& method, std::int64_t width) {
    constexpr double mostOperations = 1 << 28;
    constexpr std::int64_t fewest = 16;
    const double rows = mostOperations / (method.cost() * static_cast<double>(width));
    return std::max(fewest, static_cast<std::int64_t>(std::min(rows, 1e9)));
}

/// The first part of a step over `area`. No other part needs more scratch memory.
Rect firstPart(const ConvolutionMethod& method, const Rect& area) {
    return {area.x, area.y, area.width, std::min(area.height, rowsOfPart(method, area.width))};
}

/// The most scratch memory that a part of any step takes. The first step is the widest.
std::size_t partBytes(const Compensate& node, const Rect& area) {
    const ConvolutionMethod& method = *node.method.value();
    std::size_t most = 0;
    for (int left = 0; left < node.parameters.iterations; ++left)
        most = std::max(most, method.scratchBytes(firstPart(method, node.around(area, left))));
    return Scratch::padded(most);
}

/// The steps over one area. Planes cover the area and the samples around it that all steps read.
class Steps {
  public:
    Steps(const Compensate& node, const LinkCall& call)
        : node_(node),
          call_(call),
          whole_(node.around(call.area, node.parameters.iterations)),
          wanted_(plane(whole_)),
          depths_(plane(whole_)),
          partBytes_(partBytes(node, call.area)),
          partMemory_(call.scratch.allocate(partBytes_)) {
        if (node.parameters.iterations > 1)
            spread_ = plane(node.around(call.area, node.parameters.iterations - 1));
    }

    void run() {
        begin();
        for (int left = node_.parameters.iterations - 1; left >= 0; --left) {
            const Rect area = node_.around(call_.area, left);
            const SamplesView spread = left == 0 ? call_.value : spread_.part(0, 0, area.width, area.height);
            convolve(area, spread);
            correct(area, spread, left == 0);
        }
    }

  private:
    SamplesView plane(const Rect& area) {
        return {call_.scratch.array<float>(samplesOf(area)), area.width, area.width, area.height};
    }
    [[nodiscard]] SamplesView part(const SamplesView& plane, const Rect& area) const {
        return plane.part(area.x - whole_.x, area.y - whole_.y, area.width, area.height);
    }

    /// wanted = depths = t
    void begin() {
        const ConstSamplesView child = call_.child.fetch(node_.neighbourhood(call_.link, call_.area));
        const std::int64_t width = whole_.width;
        for (std::int64_t y = 0; y < whole_.height; ++y) {
            float* const row = wanted_.row(y);
            toneKernels().levels({0, 1}, child.row(y), row, width);
            toneKernels().stretch(node_.low(), node_.span(), row, row, width);
            std::memcpy(depths_.row(y), row, static_cast<std::size_t>(width) * sizeof(float));
        }
    }

    /// spread = K depths: the convolution with the kernel of the spot
    void convolve(const Rect& area, const SamplesView& spread) {
        const ConvolutionMethod& method = *node_.method.value();
        const std::int64_t most = rowsOfPart(method, area.width);
        for (std::int64_t y = 0; y < area.height; y += most) {
            throwIfStopped();
            const Rect rows{area.x, area.y + y, area.width, std::min(most, area.height - y)};
            PartScratch scratch(partMemory_, partBytes_);
            method.apply(part(depths_, method.reads(rows)), rows, spread.part(0, y, rows.width, rows.height),
                         scratch);
        }
    }

    /// depths = clamp(depths + wanted - spread, 0, 1); the last depths are written into `spread`
    void correct(const Rect& area, const SamplesView& spread, bool last) const {
        const SamplesView depths = part(depths_, area);
        const SamplesView wanted = part(wanted_, area);
        for (std::int64_t y = 0; y < area.height; ++y) {
            float* const row = depths.row(y);
            pointwiseKernels().add(row, wanted.row(y), area.width);
            pointwiseKernels().subtract(row, spread.row(y), area.width);
            toneKernels().levels({0, 1}, row, last ? spread.row(y) : row, area.width);
        }
    }

    /// Fetches one sample, because a fetch throws Cancelled once the work is stopped. The sample itself is
    /// not used.
    void throwIfStopped() const {
        const Fetch read = node_.neighbourhood(call_.link, call_.area);
        static_cast<void>(call_.child.fetch({{read.area.x, read.area.y, 1, 1}, read.edge}));
    }

    const Compensate& node_;
    const LinkCall& call_;
    const Rect whole_;
    const SamplesView wanted_;
    const SamplesView depths_;
    SamplesView spread_;
    const std::size_t partBytes_;
    std::byte* const partMemory_;
};

}  // namespace

Compensate::Compensate(const Parameters& all, const SpotReach& reachOfSpot,
                       std::function<KernelMatrix()> kernel, std::shared_ptr<const FileContent> ofSpot)
    : parameters(all), reach(reachOfSpot), picture(std::move(ofSpot)) {
    gathering = [compute = std::move(kernel)] { return gatheringKernel(compute()); };
    method = Deferred<std::unique_ptr<const ConvolutionMethod>>(
        [compute = gathering](const std::stop_token&) { return localMethod(compute()); });
    edge = all.edge;
    radiusX = std::int64_t{all.iterations} * reach.x;
    radiusY = std::int64_t{all.iterations} * reach.y;
}

Extent Compensate::support(std::span<const LinkShape> links, const Extent& own) const {
    if (low() > 0) return own;
    if (edge != Edge::empty || links.empty()) return FilterBase::support(links, own);
    const LinkShape& child = links.front();
    if (child.support.empty()) return Extent(Rect{});
    if (!child.support.bounded()) return own;
    return intersection(own, Extent(child.support.rect().grown(radiusX, radiusY).translated(child.at)));
}

std::size_t Compensate::scratchBytes(std::span<const LinkShape>, std::size_t, const Rect& area) const {
    const int steps = parameters.iterations;
    return 2 * planeBytes(around(area, steps)) + (steps > 1 ? planeBytes(around(area, steps - 1)) : 0) +
           partBytes(*this, area);
}

std::string Compensate::fingerprint() const {
    const LaserSpot& spot = parameters.spot;
    constexpr std::string_view shapes[] = {"gaussian", "top_hat", "image"};
    std::string text = "spot " + std::string(shapes[static_cast<std::size_t>(spot.shape)]);
    for (const double um : {spot.widthUm, spot.heightUm, spot.pitchUm, parameters.pixelUm})
        text += " " + canonicalNumber(um);
    return text + " iterations " + std::to_string(parameters.iterations) + " headroom " +
           canonicalNumber(parameters.headroom.x) + " " + canonicalNumber(parameters.headroom.y) + " edge " +
           std::string(edgeName(edge));
}

void Reduction<Compensate, Trait::data>::apply(const Compensate& node, const LinkCall& call) {
    Steps(node, call).run();
}

namespace {

/// The node with a spot that is an image. \throws ImageError, Cancelled
std::shared_ptr<const Operation> bindImageSpot(const BindContext& context,
                                               const Compensate::Parameters& all) {
    const auto file = std::make_shared<const InputFile>(context.folder / all.spot.file);
    if (context.stop.stop_requested()) throw Cancelled();  // stops before the picture is decoded
    auto read = readSpotKernel(all.spot, file, {all.pixelUm, all.pixelUm});
    if (auto* problem = std::get_if<Problem>(&read)) {
        context.problem("spot", std::move(*problem));
        return nullptr;
    }
    const auto kernel = std::make_shared<const KernelMatrix>(std::move(std::get<KernelMatrix>(read)));
    return std::make_shared<OperationOf<Compensate>>(Compensate(
        all, {kernel->columns / 2, kernel->rows / 2}, [kernel] { return *kernel; },
        std::make_shared<const FileContent>(file)));
}

std::shared_ptr<const Operation> bindCompensate(const BindContext& context) {
    const Values& values = context.values;
    Compensate::Parameters all;
    all.spot = values.as<LaserSpot>("spot");
    all.pixelUm = context.pixelUm;
    all.iterations = static_cast<int>(values.as<std::int64_t>("iterations"));
    all.headroom = values.as<Vector>("headroom");
    all.edge = edgeNamed(values.as<std::string>("edge"));
    try {
        if (all.spot.shape == LaserSpot::Shape::image) return bindImageSpot(context, all);
    } catch (const ImageError& error) {
        context.problem("spot", error.problem());
        return nullptr;
    }
    const Vector pitch{all.pixelUm, all.pixelUm};
    const std::optional<SpotReach> reach = spotReach(all.spot, pitch);
    if (!reach) {
        context.problem("spot", spotHasNoKernel(all.spot));
        return nullptr;
    }
    return std::make_shared<OperationOf<Compensate>>(
        Compensate(all, *reach, [spot = all.spot, pitch] { return *spotKernel(spot, pitch); }));
}

std::vector<ParameterDescription> compensateParameters() {
    ParameterDescription spot = spotDescription();
    spot.required = true;
    spot.help =
        "The diameter of the beam on the surface, or its shape, as `spot` under `job`. The machine's own "
        "spot has no effect here.";
    spot.since = 2;
    spot.start = "8 um";
    ParameterDescription edge = edgeDescription();
    edge.fallback = "empty";
    edge.choices.insert(edge.choices.begin(), "empty");
    edge.help = "How the child continues outside its rectangle: empty, nearest pixel, mirrored, or repeated.";
    return {spot,
            {.key = "iterations",
             .title = "Iterations",
             .type = ParameterType::integer,
             .minimum = 1,
             .maximum = 20,
             .fallback = "5",
             .help = "The number of corrections. Each costs a convolution.",
             .since = 2},
            {.key = "headroom",
             .title = "Headroom",
             .type = ParameterType::scale,
             .minimum = 0,
             .maximum = 0.45,
             .fallback = "0",
             .help = "The shares of the depth range that stay free for corrections: [low, high], below the "
                     "least and above the greatest depth, or one number for both. A larger headroom leaves "
                     "less of the depth for the design.",
             .since = 2,
             .pair = "[low, high]"},
            edge};
}

}  // namespace

Kind compensateKind() {
    return {
        {.name = "compensate",
         .title = "Compensate",
         .help = "Changes depths so that the spot of the laser engraves nearly what the child asks for.",
         .category = Category::filter,
         .parameters = compensateParameters(),
         .links =
             {{.trait = Trait::data, .minimum = 1, .maximum = 1, .first = true, .help = "The wanted depths."},
              {.trait = Trait::mask, .help = "Multiplies the result by the mask, clamped to 0..1."}},
         .since = 2,
         .words = {"spot", "beam", "laser", "deconvolution", "deblur", "predict", "correct", "compensation",
                   "proximity", "psf"},
         .compensates = true},
        &bindCompensate};
}

}  // namespace burin
