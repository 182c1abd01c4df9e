// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The displacements or directions of a node as vectors, to be shown as arrows.

#include "core/kinds/form/parameters/vector.hpp"
#include "core/render/backend.hpp"
#include "core/tile/memory_budget.hpp"

#include <memory>
#include <span>
#include <stop_token>
#include <vector>

namespace burin {

/// The vectors of a graph's top node at some places of its frame. \see Operation::fieldAt
/// \return one vector for each place, at most 1 long; none if the node has no field
/// \throws Cancelled, and what sources throw
[[nodiscard]] std::vector<Vector> fieldAt(Backend& backend, MemoryBudget& budget,
                                          const std::shared_ptr<const Graph>& graph,
                                          std::span<const Point> places, const std::stop_token& stop);

}  // namespace burin
