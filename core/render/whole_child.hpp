// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/render/graph.hpp"

#include <memory>

namespace burin {

/// The last node of a graph, as the child of a kind that makes tables of it. \pre its extent is bounded
///
/// It is computed in bands on the thread that makes the table, without tiles: each band once, together with
/// everything below it.
[[nodiscard]] WholeChild wholeChild(std::shared_ptr<const Graph> graph);

}  // namespace burin
