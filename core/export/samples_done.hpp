// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/sink.hpp"

#include <cstdint>

namespace burin {

/// The number of samples in some chunks of a grid.
[[nodiscard]] std::int64_t samplesOf(const ChunkGrid& grid, const ChunkRange& range);

/// The number of samples that an earlier run has already written to a sink. The cost grows with the number of
/// chunks that are done.
[[nodiscard]] std::int64_t samplesDone(const Sink& sink);

}  // namespace burin
