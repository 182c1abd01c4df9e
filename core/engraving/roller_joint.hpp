// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"
#include "core/engraving/preflight.hpp"
#include "core/render/graph.hpp"

#include <functional>
#include <memory>
#include <vector>

namespace burin {

/// Computes the samples of a graph's top node, row by row; empty if time has run out.
using SamplesOfNode =
    std::function<std::vector<float>(const std::shared_ptr<const Graph>& graph, const Rect& area)>;

struct OpenJoints {
    std::vector<Finding> findings;
    /// Whether the whole joint was examined: false if an input was compared only at some places along the
    /// axis.
    bool everywhere = true;
};

/// The inputs of the root that do not continue across the joint of `job.roller`.
///
/// An unbounded input is compared at 4,096 places along the axis: the 64 rows beyond each end must equal the
/// rows at the other end within twice the accuracy of a formula. For a bounded input, the step across the
/// joint is compared with the steps beside it, at up to 1,024 places; the same is done for two bounded inputs
/// that meet at the joint. A step that other inputs hide does not count. A step down to 0 counts as a step
/// within an input; if it is between two inputs, `everywhere` is false.
/// \param graph  the graph of the design's root
/// \param unseen  receives the inputs for which the time ran out
[[nodiscard]] OpenJoints findOpenJoints(const Design& design, const Graph& graph,
                                        const SamplesOfNode& samplesOf, std::vector<Problem>& unseen);

}  // namespace burin
