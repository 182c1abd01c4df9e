// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engraving/measuring/predicted_heights.hpp"

#include "core/design/roller.hpp"
#include "core/engraving/measuring/joined_runs.hpp"
#include "core/kernels/measuring/height_kernels.hpp"
#include "core/kinds/pictures/spot_picture.hpp"
#include "core/render/loose_scratch.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace burin {

namespace {

bool falls(const std::optional<Curve>& curve) {
    if (!curve) return false;
    const auto slopes = curve->slope();
    return std::any_of(slopes.begin(), slopes.end(), [](float s) { return s < 0; });
}

/// The smallest input from 0 to 1 whose output is nearest to `wanted`. \pre the curve does not fall
double smallestInput(const std::optional<Curve>& curve, double wanted) {
    if (!curve) return wanted;
    const auto points = curve->points();
    if (wanted <= points.front().second) return 0;
    for (std::size_t i = 1; i < points.size(); ++i) {
        const auto [in0, out0] = points[i - 1];
        const auto [in1, out1] = points[i];
        if (wanted > out1) continue;
        return in0 + (wanted - out0) * (in1 - in0) / (out1 - out0);
    }
    return smallestInput(curve, points.back().second);
}

}  // namespace

std::variant<KernelMatrix, Problem> spotKernelOf(const Design& design) {
    const LaserSpot* spot = design.job.find<LaserSpot>("spot");
    if (spot == nullptr)
        return Problem{.reason = "`job` gives no `spot`", .advice = "write `spot: 8 um` under `job`"};
    return readSpotKernel(*spot, design.file.parent_path(), pitchOf(design));
}

DepthReading::DepthReading(const Root& root)
    : written_(root), steps_(static_cast<float>((1 << root.depth) - 1)) {
    if (!curveFalls(root)) depths_ = depthsOfSteps(root);
}

void DepthReading::apply(float* row, Point at, std::int64_t count) const {
    if (depths_.empty()) return heightKernels().clamp(row, count);
    written_.apply(row, at, count);
    for (std::int64_t x = 0; x < count; ++x)
        row[x] = depths_[static_cast<std::size_t>(row[x] * steps_ + 0.5F)];
}

bool DepthReading::curveFalls(const Root& root) {
    return falls(root.materialCurve) || falls(root.machineCurve);
}

std::vector<float> DepthReading::depthsOfSteps(const Root& root) {
    const int steps = (1 << root.depth) - 1;
    std::vector<float> depths;
    for (int step = 0; step <= steps; ++step) {
        const double written = static_cast<double>(step) / steps;
        const double value = smallestInput(root.materialCurve, smallestInput(root.machineCurve, written));
        depths.push_back(static_cast<float>(root.invert ? 1 - value : value));
    }
    return depths;
}

WrittenDepths::WrittenDepths(Backend& backend, std::shared_ptr<const Graph> graph, std::stop_token stop,
                             int priority)
    : backend_(backend),
      graph_(std::move(graph)),
      reading_(*rootOf(*graph_)),
      stop_(std::move(stop)),
      priority_(priority) {}

void WrittenDepths::read(const Rect& area, SamplesView out) const {
    if (area.empty()) return;
    RenderRequest request;
    request.graph = graph_;
    request.area = area;
    request.priority = priority_;
    request.stop = stop_;
    request.consume = [&](const Rect& part, const SamplesView& samples) {
        const SamplesView to = out.part(part.x - area.x, part.y - area.y, part.width, part.height);
        for (std::int64_t y = 0; y < part.height; ++y) {
            reading_.apply(samples.row(y), {part.x, part.y + y}, part.width);
            std::copy_n(samples.row(y), part.width, to.row(y));
        }
    };
    renderAndWait(backend_, std::move(request));
}

PredictedHeights::PredictedHeights(std::shared_ptr<const HeightMap> depths, const KernelMatrix& kernel,
                                   Joint joint)
    : depths_(std::move(depths)), joint_(joint) {
    method_ = chooseConvolution(Kernel(gatheringKernel(kernel)));
}

void PredictedHeights::read(const Rect& area, SamplesView out) const {
    if (area.empty()) return;
    const Rect whole = extent().rect();
    const Rect source = method_->reads(area);
    HeightBuffer around(source);
    const SamplesView samples = around.view();
    std::memset(samples.data, 0, static_cast<std::size_t>(source.area()) * sizeof(float));
    forEachRun(source.y, source.height, whole.y, whole.height, joint_ == Joint::alongY,
               [&](std::int64_t y, std::int64_t toY, std::int64_t rows) {
                   forEachRun(source.x, source.width, whole.x, whole.width, joint_ == Joint::alongX,
                              [&](std::int64_t x, std::int64_t toX, std::int64_t columns) {
                                  depths_->read({x, y, columns, rows}, samples.part(toX, toY, columns, rows));
                              });
               });
    LooseScratch scratch;
    method_->apply(samples, area, out, scratch);
}

std::size_t PredictedHeights::readBytes(const Size& size) const {
    const Rect area{0, 0, size.width, size.height};
    return static_cast<std::size_t>(method_->reads(area).area()) * sizeof(float) +
           method_->scratchBytes(area);
}

PredictedHeights::Joint PredictedHeights::jointOf(const Design& design) {
    const auto roller = rollerOf(design.job);
    return !roller ? Joint::none : roller->roundX() ? Joint::alongX : Joint::alongY;
}

Problem remarkOnFallingCurve() {
    return {.reason = "a curve of the root falls, so the prediction is computed from the designed depths"};
}

std::variant<Prediction, Problem> predictSurface(const Design& design, Backend& backend,
                                                 std::shared_ptr<const Graph> graph, std::stop_token stop,
                                                 int priority) {
    const auto kernel = spotKernelOf(design);
    if (const auto* problem = std::get_if<Problem>(&kernel)) return *problem;
    Prediction found;
    if (DepthReading::curveFalls(*rootOf(*graph))) found.remarks.push_back(remarkOnFallingCurve());
    auto written =
        std::make_shared<const WrittenDepths>(backend, std::move(graph), std::move(stop), priority);
    found.heights = std::make_shared<const PredictedHeights>(
        std::move(written), std::get<KernelMatrix>(kernel), PredictedHeights::jointOf(design));
    return found;
}

}  // namespace burin
