// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/previews/roughness_job.hpp"

#include "core/base/cancelled.hpp"
#include "core/base/text.hpp"
#include "core/design/roller.hpp"
#include "core/engraving/measuring/designed_heights.hpp"
#include "core/engraving/measuring/measuring_memory.hpp"
#include "core/engraving/measuring/predicted_graph.hpp"
#include "core/engraving/measuring/predicted_heights.hpp"
#include "core/kinds/root.hpp"
#include "core/render/graph.hpp"
#include "core/render/sampler.hpp"
#include "core/render/written_samples.hpp"
#include "ui/words/problem_text.hpp"
#include "ui/words/text.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

namespace burin::ui {

namespace {

/// Why a filter is impossible; empty if it is not.
QString problemOfFilter(double um, const Vector& pitchUm) {
    const FilterRange range(pitchUm);
    if (um == 0 || range.contains(um)) return {};
    return tr("A filter takes %1 to %2 µm here (2 to 4096 samples).")
        .arg(QString::fromStdString(numberText(range.leastUm)),
             QString::fromStdString(numberText(range.mostUm)));
}

QString problemOf(const BoundNode& node, const MeasuringOptions& options, const RoughnessWish& wish) {
    using Of = RoughnessWish::Of;
    if (wish.of == Of::surface && !node.extent.bounded())
        return tr("This node is unbounded. Measure the view, or show the surface.");
    if (wish.of == Of::rectangle && wish.rectangle.empty())
        return tr("Hold Shift and draw a rectangle in the viewport.");
    if (options.region.empty()) {
        return wish.of == Of::surface     ? tr("The node is empty.")
               : wish.of == Of::rectangle ? tr("The rectangle contains no part of the node.")
                                          : tr("The view shows no part of the node.");
    }
    if (!ViewRoughness::countable(options.region)) {
        return wish.of == Of::surface     ? tr("The node is too large.")
               : wish.of == Of::rectangle ? tr("The rectangle is too large.")
                                          : tr("The view is too large. Zoom in.");
    }
    if (node.fullDepthUm <= 0) return problemSentences(missingFullDepth());
    const QString first = problemOfFilter(options.shortFilterUm, options.pitchUm);
    return first.isEmpty() ? problemOfFilter(options.longFilterUm, options.pitchUm) : first;
}

/// The graph of the design. A node that shows depths of the surface, predicted or not, lies above the
/// surface.
std::shared_ptr<const Graph> designedGraph(const BoundNode& node) {
    const std::shared_ptr<const Graph>& graph = node.source->graph();
    const bool above = node.surface && rootOf(*graph) == nullptr;
    return above ? subgraph(*graph, graph->nodes.size() - 2) : graph;
}

}  // namespace

ViewRoughnessPtr roughnessOf(const Engine& engine, const BoundNodePtr& node, const Rect& region,
                             const RoughnessWish& wish, const std::stop_token& stop,
                             const ProgressCallback& progress) {
    const auto begun = std::chrono::steady_clock::now();
    auto found = std::make_shared<ViewRoughness>();
    found->node = node;
    MeasuringOptions& options = found->options;
    options.region = region;
    options.fullDepthUm = node->fullDepthUm;
    options.pitchUm = pitchOf(*node->design);
    options.shortFilterUm = wish.shortFilterUm;
    options.longFilterUm = wish.longFilterUm;
    options.form = wish.plane ? MeasuringOptions::Form::plane : MeasuringOptions::Form::none;
    options.threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    const std::shared_ptr<const Graph> designed = designedGraph(*node);
    const std::shared_ptr<const Graph> graph = node->predicted ? node->source->graph() : designed;
    Backend& backend = engine.backendFor(*graph);
    options.samplesAtOnce = backend.requestSamples();
    options.stop = stop;
    options.progress = progress;
    found->problem = problemOf(*node, options, wish);
    if (!found->problem.isEmpty()) return found;
    if (wish.of == RoughnessWish::Of::view && region.area() > ViewRoughness::mostSamples)
        options.sampleWindows = ViewRoughness::windows;
    try {
        const auto heights = std::make_shared<DesignedHeights>(backend, graph, stop);
        const Reservation held = memoryForMeasuring(options, engine.budget, heights);
        found->measured = measureHeights(heights, options);
        if (node->predicted && predictsDesignedDepths(*node->design))
            found->measured.remarks.push_back(remarkOnFallingCurve());
        found->hash = designHash(*designed, stop);
    } catch (const Cancelled&) {
        throw;
    } catch (...) {
        found->problem = problemText(std::current_exception());
    }
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begun;
    found->seconds = taken.count();
    return found;
}

}  // namespace burin::ui
