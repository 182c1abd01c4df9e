// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/python/surface_handle.hpp"
#include "core/export/exporter.hpp"
#include "core/export/progress.hpp"
#include "core/sinks/journaled_sink.hpp"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace burin::python {

/// The options of an export.
struct ExportWishes {
    std::string target;
    std::optional<RegionTuple> region;
    EngineWishes engine;
    ResumePolicy policy;
    std::string scan = "rows";
    bool serpentine = false;
    std::string compression = "none";
    bool bigTiff = false;
    std::string layout = "auto";
    std::string shard;  ///< I/N; empty: the whole file
    std::string date;
};

struct ExportOutcome {
    ExportResult result;
    std::string backend;
    std::string hash;                   ///< of the design; empty if the sink keeps none
    std::vector<std::string> finished;  ///< what earlier runs had finished, as lines
};

/// Exports the surface of a design's root.
/// \throws what SurfaceEngine, openSink and Export throw
[[nodiscard]] ExportOutcome exportedTo(const Design& design, const ExportWishes& wishes,
                                       const ProgressCallback& progress, const std::stop_token& stop);

}  // namespace burin::python
