// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"
#include "core/engraving/preflight.hpp"
#include "core/render/graph.hpp"

#include <functional>
#include <memory>
#include <vector>

namespace burin {

/// Computes the samples of a graph's top node, row by row; empty if the time is over.
using SamplesOfNode =
    std::function<std::vector<float>(const std::shared_ptr<const Graph>& graph, const Rect& area)>;

struct OpenJoints {
    std::vector<Finding> findings;
    /// Whether the whole joint was looked at: no input was compared only at some places along the axis.
    bool everywhere = true;
};

/// The inputs of the root that do not continue across the joint of `job.roller`.
///
/// For an unbounded input, the 64 rows beyond either end must equal those at the other end, at 4,096 places
/// along the axis, within twice the accuracy of a formula. For a bounded input, the step across the joint is
/// compared with the steps beside it, over at most 1,024 places; so it is for two bounded inputs, each at one
/// side of the joint. A step that the other inputs hide is none. A step down to 0 is one within an input;
/// between two inputs, the joint is not seen everywhere. \param graph  of the design's root
/// \param unseen  receives the inputs for which the time ran out
[[nodiscard]] OpenJoints findOpenJoints(const Design& design, const Graph& graph,
                                        const SamplesOfNode& samplesOf, std::vector<Problem>& unseen);

}  // namespace burin
