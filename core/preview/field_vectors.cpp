// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preview/field_vectors.hpp"

#include "core/kinds/flow.hpp"
#include "core/kinds/warp.hpp"
#include "core/render/sampler.hpp"

#include <algorithm>
#include <cmath>

namespace burin {

namespace {

const Warp* warpOf(const Operation& operation) {
    const auto* warp = dynamic_cast<const OperationOf<Warp>*>(&operation);
    return warp == nullptr ? nullptr : &warp->node();
}

const Flow* flowOf(const Operation& operation) {
    const auto* flow = dynamic_cast<const OperationOf<Flow>*>(&operation);
    return flow == nullptr ? nullptr : &flow->node();
}

}  // namespace

bool hasField(const Operation& operation) {
    return warpOf(operation) != nullptr || flowOf(operation) != nullptr;
}

std::vector<Vector> fieldAt(Backend& backend, MemoryBudget& budget, const std::shared_ptr<const Graph>& graph,
                            std::span<const Point> places, const std::stop_token& stop) {
    // Maps that are larger are read around the places alone.
    constexpr double mostPrepared = 0x1p20;
    const Operation& operation = *graph->top().operation;
    if (!hasField(operation)) return {};
    const Sampler sampler(backend, budget, graph, stop, mostPrepared);
    const std::unique_ptr<ScatteredChildren> children = sampler.childrenOfTop();
    const ScatteredCall call{graph->top().links, places, nullptr, *children};
    std::vector<Vector> field;
    if (const Warp* warp = warpOf(operation)) {
        field = warp->displacementsAt(call);
        for (Vector& each : field)  // a picture read further right moves left
            each = {-each.x / warp->parameters.amplitudePx, -each.y / warp->parameters.amplitudePx};
    } else {
        for (const Flow::Step& step : flowOf(operation)->stepsAt(call))
            field.push_back({step.x / 256.0, step.y / 256.0});
    }
    for (Vector& each : field) {
        const double length = std::max(1.0, std::hypot(each.x, each.y));
        each = {each.x / length, each.y / length};
    }
    return field;
}

}  // namespace burin
