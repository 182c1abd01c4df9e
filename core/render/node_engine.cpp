// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/render/node_engine.hpp"

#include "core/render/memory_fit.hpp"

#include <string>
#include <utility>

namespace burin {
namespace {

Problem firstOf(const Diagnostics& problems) {
    if (problems.empty()) return {.reason = "the design has errors"};
    return {.reason = problems.size() == 1 ? "%1" : "%1 (and %2 more)",
            .details = {problems.front().text(), std::to_string(problems.size() - 1)}};
}

}  // namespace

DesignRefused::DesignRefused(Diagnostics found) : ProblemError(firstOf(found)), problems(std::move(found)) {}

std::shared_ptr<const Graph> graphOrRefused(BoundGraph bound) {
    if (!bound.graph) throw DesignRefused(std::move(bound.errors));
    return std::make_shared<const Graph>(std::move(*bound.graph));
}

GraphOptions fittingOptions(const EngineMeans& means, const Design& design, NodeIndex node,
                            GraphOptions options) {
    constexpr std::int32_t sideOnCards = 4096;  // the side of a request, in pixels; it uses the card's memory
    options.largestCellBytes = largestCellFitting(means.memoryBytes);
    if (means.tileSide) {
        options.tileSide = *means.tileSide;
    } else if (means.onCards(design.whyNotOnCards(node))) {
        options.tileSide = sideOnCards;
    } else {
        options.tileSide = tileSideFitting(design, node, means.memoryBytes, means.threads, options.stop);
    }
    return options;
}

NodeEngine::NodeEngine(EngineMeans means, const Design& design, NodeIndex node, const GraphOptions& options)
    : NodeEngine(means,
                 graphOrRefused(bindGraph(design, node, fittingOptions(means, design, node, options)))) {
    const std::size_t held = residentBytes(*graph_);
    resident_ = budget_.tryReserve(held, Holder::tables);
    if (!resident_) throw budget_.shortage(residentsText(*graph_), held);
}

NodeEngine::NodeEngine(EngineMeans means, std::shared_ptr<const Graph> graph)
    : means_(std::move(means)), graph_(std::move(graph)), budget_(means_.memoryBytes) {
    if (means_.onCards(graph_->whyNotOnCards)) return;
    cache_.emplace(budget_, mostIdleBytes(*graph_));
    cpu_.emplace(budget_, *cache_, means_.threads);
}

std::shared_ptr<const Graph> NodeEngine::provisional(const Design& design, NodeIndex node,
                                                     const std::stop_token& stop) const {
    EngineMeans means = means_;
    means.tileSide = graph_->tileSide;
    return graphOrRefused(
        bindGraph(design, node, fittingOptions(means, design, node, {.provisional = true, .stop = stop})));
}

}  // namespace burin
