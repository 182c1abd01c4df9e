// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preview/field_vectors.hpp"

#include "core/render/sampler.hpp"

#include <algorithm>
#include <cmath>

namespace burin {

std::vector<Vector> fieldAt(Backend& backend, MemoryBudget& budget, const std::shared_ptr<const Graph>& graph,
                            std::span<const Point> places, const std::stop_token& stop) {
    // Of larger maps only the parts around the places are read.
    constexpr double mostPrepared = 0x1p20;
    const Operation& operation = *graph->top().operation;
    if (!operation.hasField()) return {};
    const Sampler sampler(backend, budget, graph, stop, mostPrepared);
    const std::unique_ptr<ScatteredChildren> children = sampler.childrenOfTop();
    const ScatteredCall call{graph->top().links, places, nullptr, *children};
    std::vector<Vector> field = operation.fieldAt(call);
    for (Vector& each : field) {
        const double length = std::max(1.0, std::hypot(each.x, each.y));
        each = {each.x / length, each.y / length};
    }
    return field;
}

}  // namespace burin
