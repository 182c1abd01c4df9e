// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preview/sample_cost.hpp"

#include <algorithm>
#include <limits>

namespace burin {

namespace {

/// For each node, the largest number of stored samples that a picture needs. Cells, and nodes that only cells
/// read, are computed once and cost nothing afterwards.
std::vector<double> mostStored(const Graph& graph) {
    std::vector<double> most(graph.nodes.size());
    most.back() = std::numeric_limits<double>::infinity();
    for (std::size_t n = graph.nodes.size(); n-- > 0;) {
        const GraphNode& node = graph.nodes[n];
        const bool folded = node.residence == Residence::cell && n + 1 < graph.nodes.size();
        if (folded) most[n] = 0;
        if (most[n] == 0) continue;
        for (const std::size_t child : node.children) {
            const Extent& support = graph.nodes[child].support;
            most[child] = support.bounded() ? static_cast<double>(support.rect().area())
                                            : std::numeric_limits<double>::infinity();
        }
    }
    return most;
}

}  // namespace

SampleCost::SampleCost(const Graph& graph, SampleCost* total)
    : cost_(graph.nodes.size(), total == nullptr ? nullptr : total->sink()), most_(mostStored(graph)) {}

double SampleCost::foretold(double samples) const {
    double seconds = cost_.asked().each() * samples;
    for (std::size_t n = 0; n < most_.size(); ++n)
        seconds += cost_.stored(n).each() * std::min(samples, most_[n]);
    return seconds;
}

}  // namespace burin
