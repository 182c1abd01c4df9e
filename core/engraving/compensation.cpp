// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engraving/compensation.hpp"

#include "core/base/text.hpp"
#include "core/engraving/area_samples.hpp"
#include "core/engraving/measuring/height_map.hpp"
#include "core/kinds/filter/compensate.hpp"
#include "core/render/loose_scratch.hpp"
#include "core/render/sampler.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace burin {

namespace {

constexpr std::int64_t wholeSide = 512;
constexpr std::int64_t windowSide = 256;
constexpr int windowCount = 4;
/// The largest error of a convolution.
constexpr double spreadTolerance = 1e-5;

std::vector<Rect> windowsIn(const Rect& area) {
    if (area.width <= wholeSide && area.height <= wholeSide) return {area};
    return spreadPlaces(area, {std::min(area.width, windowSide), std::min(area.height, windowSide)},
                        windowCount);
}

/// Sums over the windows of one node.
class EffectSums {
  public:
    explicit EffectSums(const Compensate& node) : node_(node) {}

    /// \param wanted  the child's samples, which become the wanted depths
    /// \param depths  of the node; both cover `window` and the reach of the spot around it
    void add(const Rect& window, HeightBuffer& wanted, const HeightBuffer& depths) {
        const Rect around = wanted.rect();
        for (std::int64_t y = 0; y < around.height; ++y) {
            float* const row = wanted.view().row(y);
            for (std::int64_t x = 0; x < around.width; ++x)
                row[x] = node_.low() + node_.span() * std::clamp(row[x], 0.0F, 1.0F);
        }
        spread(window, wanted, plain_);
        spread(window, depths, engraved_);
        const ConstSamplesView target = std::as_const(wanted).part(window);
        const ConstSamplesView changed = depths.part(window);
        for (std::int64_t y = 0; y < window.height; ++y) {
            for (std::int64_t x = 0; x < window.width; ++x) {
                const auto t = static_cast<double>(target.row(y)[x]);
                const double missing = t - static_cast<double>(engraved_.view().row(y)[x]);
                const double before = t - static_cast<double>(plain_.view().row(y)[x]);
                const float u = changed.row(y)[x];
                after_ += missing * missing;
                before_ += before * before;
                const bool ends =
                    (u <= 0 && missing < -spreadTolerance) || (u >= 1 && missing > spreadTolerance);
                clipped_ += ends ? 1 : 0;
            }
        }
        samples_ += static_cast<double>(window.area());
    }

    /// Whether the spot changes anything.
    [[nodiscard]] bool known() const { return before_ > samples_ * spreadTolerance * spreadTolerance; }
    [[nodiscard]] double left() const { return std::sqrt(after_ / before_); }
    [[nodiscard]] double clipped() const { return clipped_ / samples_; }

  private:
    void spread(const Rect& window, const HeightBuffer& from, HeightBuffer& to) const {
        const ConvolutionMethod& method = *node_.method.value();
        to.reshape(window);
        LooseScratch scratch;
        method.apply(from.part(method.reads(window)), window, to.view(), scratch);
    }

    const Compensate& node_;
    HeightBuffer plain_;
    HeightBuffer engraved_;
    double before_ = 0;
    double after_ = 0;
    double clipped_ = 0;
    double samples_ = 0;
};

/// The part of a node that is measured: the part away from the rim of its child, if there is one.
Rect areaOf(const Graph& graph, const GraphNode& node, const SpotReach& reach) {
    const LinkShape& child = node.links.front();
    Extent area = intersection(node.extent, child.extent.translated(child.at));
    if (!area.bounded()) area = graph.top().extent;
    if (!area.bounded()) return {0, 0, wholeSide, wholeSide};
    const Rect all = area.rect();
    const bool wide = all.width > 2 * std::int64_t{reach.x} && all.height > 2 * std::int64_t{reach.y};
    return wide ? all.grown(-reach.x, -reach.y) : all;
}

}  // namespace

Problem CompensationEffect::remark() const {
    const long percent = std::lround(100 * clipped);
    return {.subject = node,
            .reason =
                "the spot leaves %1 of the error that it makes without compensation (RMS); %2 % of the "
                "samples would need a depth below 0 or above 1",
            .details = {roundedText(left, 2), std::to_string(percent)},
            .advice = percent > 0 ? "give more `headroom`" : ""};
}

std::optional<CompensationEffect> compensationEffect(Backend& backend, const Graph& graph,
                                                     std::string_view name, const std::stop_token& stop) {
    const auto named = [&](const GraphNode& node) { return node.name == name; };
    const auto found = std::find_if(graph.nodes.begin(), graph.nodes.end(), named);
    if (found == graph.nodes.end()) return {};
    const GraphNode& node = *found;
    const auto* operation = dynamic_cast<const OperationOf<Compensate>*>(node.operation.get());
    if (operation == nullptr || masked(node.links)) return {};
    const Compensate& made = operation->node();
    const auto wanted = subgraph(graph, node.children.front());
    const auto depths = subgraph(graph, static_cast<std::size_t>(found - graph.nodes.begin()));
    EffectSums sums(made);
    for (const Rect& window : windowsIn(areaOf(graph, node, made.reach))) {
        const Rect around = made.around(window, 1);
        HeightBuffer target(around);
        HeightBuffer changed(around);
        samplesOver(backend, wanted, around.translated(-node.links.front().at), target.view(), stop);
        samplesOver(backend, depths, around, changed.view(), stop);
        sums.add(window, target, changed);
    }
    if (!sums.known()) return {};
    return CompensationEffect{node.name, sums.left(), sums.clipped()};
}

}  // namespace burin
