// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/render/backend.hpp"

#include <cstddef>
#include <memory>
#include <stop_token>

namespace burin {

/// Bits of a sample that readSamples() reads: 1, 8 or 16 for a root; 32 for any other node, whose samples are
/// binary32.
[[nodiscard]] int bitsRead(const Graph& graph);

/// Computes `area` row by row, without gaps. Samples of 1 bit fill a byte each, as 0 or 1; those of 16 bits
/// are little endian. All threads of the backend work on it.
/// \param area  inside the node's extent, not empty
/// \throws Cancelled, OutOfMemory, and what sources throw
void readSamples(Backend& backend, const std::shared_ptr<const Graph>& graph, const Rect& area,
                 std::byte* out, const std::stop_token& stop);

}  // namespace burin
