// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.hpp"
#include "core/render/backend.hpp"

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace burin {

/// What a node that compensates for its spot reaches.
struct CompensationEffect {
    std::string node;
    double left = 0;     ///< RMS(K u - t) / RMS(K t - t): the share of the spot's error that is left
    double clipped = 0;  ///< the share of samples whose correction ends at 0 or 1

    /// For a person.
    [[nodiscard]] Problem remark() const;
};

/// Measures each node of the kind `compensate` in the graph. Nodes with masks are left out, because the spot
/// does not reach what the mask takes away, and so are flat ones.
///
/// Looks at the whole node, or at 4 windows of 256 x 256 px of one that is larger than 512 px; of an
/// unbounded one, at those of the graph's top. Places closer than the spot's reach to the rim of the child
/// are left out if others are left. \throws Cancelled, and what computing throws
[[nodiscard]] std::vector<CompensationEffect> compensationEffects(Backend& backend,
                                                                  const std::shared_ptr<const Graph>& graph,
                                                                  const std::stop_token& stop);

}  // namespace burin
