// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Chooses options for binding a graph so that computing it on the processor fits the given memory.

#include "core/render/graph.hpp"

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>

namespace burin {

/// The largest tile side with which a block in the middle of `node` needs only a small part of `memory`
/// bytes. Binds the graph several times. \param threads  number of computing threads
/// \throws Cancelled once `stop` is signalled
[[nodiscard]] std::int32_t tileSideFitting(const Design& design, NodeIndex node, std::size_t memory,
                                           int threads, const std::stop_token& stop = {});

/// The largest cell, in bytes, that should be folded.
[[nodiscard]] std::size_t largestCellFitting(std::size_t memory);

/// Bytes of the graph's images and tables. They are the same for every request.
[[nodiscard]] std::size_t residentBytes(const Graph& graph);

/// The purpose of these bytes, with the nodes that hold most of them: "holding the design's images and tables
/// (node 'photo' 1.2 GiB, 'map' 61 MiB and 12 more)".
[[nodiscard]] std::string residentsText(const Graph& graph);

/// Bytes of idle tiles worth keeping: about two lanes of an export for each stored node.
[[nodiscard]] std::size_t mostIdleBytes(const Graph& graph);

}  // namespace burin
