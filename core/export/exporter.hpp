// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/block_source.hpp"
#include "core/export/progress.hpp"
#include "core/export/sink.hpp"
#include "core/tile/memory_budget.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <thread>

namespace burin {

struct ExportOptions {
    /// About how many samples one call of the source computes; wider chunks are computed in pieces.
    std::int64_t blockSamples = std::int64_t{1} << 20;
    /// Asked before anything new is started; may be empty.
    std::function<bool()> paused = {};
    std::chrono::milliseconds progressInterval{250};
    /// That encode, where the sink has to.
    int threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
};

struct ExportResult {
    bool stopped = false;  ///< by the stop token, before everything was done
    std::int64_t doneSamples = 0;
    std::int64_t totalSamples = 0;
};

/// Streams a surface from its source into a sink, up to the end, a request to stop, or a failure.
///
/// The source computes several chunks at once and in any order; they are written by the calling thread. What
/// is held are the chunks under way, reserved in the budget: it does not grow with the surface. When this
/// returns or throws nothing is under way any more, and the sink has kept what was written.
///
/// \param origin  where in the surface the sample (0, 0) of the sink's grid lies
/// \throws what the source reports; SinkError, which says how to go on; ClosedPipe; OutOfMemory where not
///         even one chunk fits
ExportResult exportSurface(BlockSource& source, Sink& sink, Point origin, MemoryBudget& budget,
                           const ExportOptions& options = {}, const ProgressCallback& progress = {},
                           std::stop_token stop = {});

}  // namespace burin
