// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/sink.hpp"

#include <cstdint>
#include <vector>

namespace burin {

/// The number of samples in some chunks of a grid. The time does not depend on their number.
[[nodiscard]] std::int64_t samplesOf(const ChunkGrid& grid, const ChunkRange& range);

/// The runs of `chunks` inside a range, in ascending order.
[[nodiscard]] std::vector<ChunkRange> runsWithin(const IntervalSet& chunks, const ChunkRange& range);

/// The number of samples that an earlier run has already written to a sink. The cost grows with the number of
/// runs of chunks that are done.
[[nodiscard]] std::int64_t samplesDone(const Sink& sink);

}  // namespace burin
