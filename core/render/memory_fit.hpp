// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How a graph is bound so that it computes within a given memory on the processor.

#include "core/render/graph.hpp"

#include <cstddef>
#include <cstdint>

namespace burin {

/// The largest tiles with which a block in the middle of `node` takes a small part of `memory` bytes. Binds
/// the graph several times. \param threads  that compute
[[nodiscard]] std::int32_t tileSideFitting(const Design& design, NodeIndex node, std::size_t memory,
                                           int threads);

/// How large a cell may become that is folded, in bytes.
[[nodiscard]] std::size_t largestCellFitting(std::size_t memory);

/// What the graph's images and tables take, whatever is computed.
[[nodiscard]] std::size_t residentBytes(const Graph& graph);

/// What idle tiles are worth keeping, in bytes: two lanes of an export for each stored node, and then some.
[[nodiscard]] std::size_t mostIdleBytes(const Graph& graph);

}  // namespace burin
