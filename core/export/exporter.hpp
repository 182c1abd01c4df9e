// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/errors.hpp"
#include "core/export/block_source.hpp"
#include "core/export/progress.hpp"
#include "core/export/sink.hpp"
#include "core/tile/memory_budget.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

namespace burin {

struct ExportOptions {
    /// Approximate number of samples per call of the source; wider chunks are computed in pieces.
    std::int64_t blockSamples = std::int64_t{1} << 20;
    /// Asked before new work is started; may be empty. The work under way is still written, and then the sink
    /// settles.
    std::function<bool()> paused = {};
    std::chrono::milliseconds progressInterval{250};
    /// Number of encoding threads, if the sink encodes.
    int threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
};

/// A sink failed during the export.
struct ExportError : SinkError {
    ExportError(Problem problem, double doneShare, const Sink& sink)
        : SinkError(std::move(problem)), share(doneShare), sequel(sink.sequel()), machine(sink.transfer()) {}

    double share = 0;  ///< share of the samples written, or engraved; 0 to 1
    Sink::Sequel sequel = Sink::Sequel::none;
    std::optional<TransferStatus> machine;  ///< if the sink is a machine
};

/// The memory budget has no room for a single chunk, so nothing was computed or written.
struct NoRoomForChunk : OutOfMemory {
    NoRoomForChunk(const OutOfMemory& shortage, std::vector<Remedy> remedies)
        : OutOfMemory(shortage, std::move(remedies)) {}
};

struct ExportResult {
    bool stopped = false;  ///< the stop token ended the export early
    std::int64_t doneSamples = 0;
    std::int64_t totalSamples = 0;
};

/// Streams a surface from its source into a sink until it is complete, a stop is requested, or something
/// fails.
///
/// The source computes several chunks at once and in any order; the calling thread writes them. Memory is
/// needed only for the chunks under way and is reserved in the budget, so it does not grow with the surface.
/// On return or throw no work is under way any more, and the sink has kept what was written.
///
/// \param origin  the place in the surface of sample (0, 0) of the sink's grid
/// \throws what the source reports; ExportError; ClosedPipe; NoRoomForChunk
ExportResult exportSurface(BlockSource& source, Sink& sink, Point origin, MemoryBudget& budget,
                           const ExportOptions& options = {}, const ProgressCallback& progress = {},
                           std::stop_token stop = {});

}  // namespace burin
