// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engraving/measuring/predicted_graph.hpp"

#include "core/engraving/measuring/joined_runs.hpp"
#include "core/engraving/measuring/predicted_heights.hpp"
#include "core/kinds/form/parameters/spot.hpp"
#include "core/kinds/form/reduction.hpp"
#include "core/kinds/methods/convolution_method.hpp"
#include "core/kinds/methods/kernel_matrix.hpp"
#include "core/kinds/methods/spot/spot_kernel.hpp"
#include "core/kinds/root.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace burin {

namespace {

/// The depths that result when the spot engraves the only child, which is a root.
struct SpotOnSurface : KindBase {
    static constexpr bool takesData = true;
    static constexpr bool takesMask = false;

    /// \param surface  the root
    SpotOnSurface(std::shared_ptr<const OperationOf<Root>> surface, const KernelMatrix& kernel,
                  PredictedHeights::Joint sides)
        : root(std::move(surface)), reading(root->node()), joint(sides) {
        const Kernel gathering(gatheringKernel(kernel));
        kernelName = gathering.fingerprint();
        reach = std::max(gathering.rows() / 2, gathering.columns() / 2);
        method = chooseConvolution(gathering);
    }

    std::shared_ptr<const OperationOf<Root>> root;  ///< keeps what `reading` refers to
    DepthReading reading;
    PredictedHeights::Joint joint;
    std::string kernelName;
    std::int64_t reach = 0;
    std::shared_ptr<const ConvolutionMethod> method;

    [[nodiscard]] Fetch wanted(const Rect& area) const {
        const bool joined = joint != PredictedHeights::Joint::none;
        return {method->reads(area), joined ? Edge::wrap : Edge::empty};
    }
    [[nodiscard]] Extent extent(std::span<const LinkShape> links) const { return links.front().extent; }
    void fetches(std::span<const LinkShape>, std::size_t, const Rect& area, std::vector<Fetch>& out) const {
        out.push_back(wanted(area));
    }
    [[nodiscard]] bool pointwise(std::span<const LinkShape>, std::size_t) const { return false; }
    [[nodiscard]] std::optional<std::int64_t> halo(std::span<const LinkShape>, std::size_t) const {
        return reach;
    }
    [[nodiscard]] std::size_t scratchBytes(std::span<const LinkShape>, std::size_t, const Rect& area) const {
        const auto samples = static_cast<std::size_t>(method->reads(area).area());
        return Scratch::padded(samples * sizeof(float)) + method->scratchBytes(area);
    }
    void prepare(const std::stop_token& stop) const { method->prepare(stop); }
    /// Does nothing: the only link sets every sample.
    void begin(std::span<const LinkShape>, const Rect&, SamplesView) const {}
    [[nodiscard]] std::string fingerprint() const {
        return "spot on surface, joint " + std::to_string(static_cast<int>(joint)) + " kernel " + kernelName;
    }
    [[nodiscard]] std::size_t residentBytes() const { return method->residentBytes(); }

    /// \param samples  of the root over `around`  \param whole  the surface
    /// \param depths   receives the depths over `around`, 0 outside of the surface
    void read(const ConstSamplesView& samples, const Rect& around, const Rect& whole,
              const SamplesView& depths) const {
        using Joint = PredictedHeights::Joint;
        MultiplyByMask::clear(depths);
        forEachRun(around.y, around.height, whole.y, whole.height, joint == Joint::alongY,
                   [&](std::int64_t y, std::int64_t toY, std::int64_t rows) {
                       forEachRun(around.x, around.width, whole.x, whole.width, joint == Joint::alongX,
                                  [&](std::int64_t x, std::int64_t toX, std::int64_t columns) {
                                      for (std::int64_t k = 0; k < rows; ++k) {
                                          float* const to = depths.row(toY + k) + toX;
                                          std::copy_n(samples.row(toY + k) + toX, columns, to);
                                          reading.apply(to, {x, y + k}, columns);
                                      }
                                  });
                   });
    }
};

}  // namespace

template <>
struct Reduction<SpotOnSurface, Trait::data> {
    static void apply(const SpotOnSurface& node, const LinkCall& call) {
        const Fetch fetch = node.wanted(call.area);
        const Rect& around = fetch.area;
        const SamplesView depths{call.scratch.array<float>(static_cast<std::size_t>(around.area())),
                                 around.width, around.width, around.height};
        node.read(call.child.fetch(fetch), around, call.link.extent.rect(), depths);
        node.method->apply(depths, call.area, call.value, call.scratch);
    }
};

namespace {

Diagnostic whyNoPrediction(const Design& design, Problem problem) {
    const DesignNode& surface = design.nodes[*design.root];
    return {Severity::error, design.file.string(), surface.mark, surface.name, {}, std::move(problem)};
}

/// \param kernel  the kernel of the spot, or the reason why there is none
BoundGraph bindSpread(const Design& design, std::variant<KernelMatrix, Problem> kernel,
                      const GraphOptions& options) {
    BoundGraph found;
    found.errors = design.errorsOf(*design.root);
    if (!found.errors.empty()) return found;
    const DesignNode& surface = design.nodes[*design.root];
    auto root = std::dynamic_pointer_cast<const OperationOf<Root>>(surface.operation);
    if (root == nullptr) {
        found.errors.push_back(
            whyNoPrediction(design, {.reason = "only a surface of the kind root has depths"}));
        return found;
    }
    if (auto* problem = std::get_if<Problem>(&kernel)) {
        found.errors.push_back(whyNoPrediction(design, std::move(*problem)));
        return found;
    }
    DesignLink link;
    link.childName = surface.name;
    link.child = design.root;
    DesignNode above;
    above.name = surface.name;
    above.links.push_back(std::move(link));
    above.operation = std::make_shared<const OperationOf<SpotOnSurface>>(
        SpotOnSurface(std::move(root), std::get<KernelMatrix>(kernel), PredictedHeights::jointOf(design)));
    above.mark = surface.mark;
    above.sound = true;
    Design changed = design;
    changed.nodes.push_back(std::move(above));
    found = bindGraph(changed, changed.nodes.size() - 1, options);
    if (found.graph) found.graph->whyNotOnCards = predictionOnCpu;
    return found;
}

}  // namespace

bool canPredict(const Design& design) {
    return design.root && design.job.find<LaserSpot>("spot") != nullptr;
}

bool predictsDesignedDepths(const Design& design) {
    if (!design.root) return false;
    const auto root =
        std::dynamic_pointer_cast<const OperationOf<Root>>(design.nodes[*design.root].operation);
    return root != nullptr && DepthReading::curveFalls(root->node());
}

BoundGraph bindPrediction(const Design& design, const GraphOptions& options) {
    return bindSpread(design, spotKernelOf(design), options);
}

BoundGraph bindWrittenDepths(const Design& design, const GraphOptions& options) {
    return bindSpread(design, KernelMatrix{1, 1, {1.0}}, options);
}

}  // namespace burin
