// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/python/surface_handle.hpp"
#include "core/export/progress.hpp"
#include "core/sinks/export_request.hpp"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace burin::python {

/// The options of an export.
struct ExportWishes : ExportRequest {
    RegionText part;  ///< the part to export; nothing: the region of the request, or the whole surface
    EngineWishes engine;

    /// \throws UsageError if the text is wrong, see ExportRequest::setWord
    void set(const std::string& key, const std::string& text);
};

struct ExportOutcome {
    ExportResult result;
    std::string backend;
    std::string hash;                ///< the design's hash; empty if the sink does not store one
    std::vector<std::string> notes;  ///< such as the parts that earlier runs had finished, as lines
};

/// \throws UsageError if options exclude each other for every design
void refuseConflicts(const ExportWishes& wishes);

/// Exports the surface of a design's root.
/// \throws what SurfaceEngine and RequestedExport throw
[[nodiscard]] ExportOutcome exportedTo(const Design& design, const ExportWishes& wishes,
                                       const ProgressCallback& progress, const std::stop_token& stop);

}  // namespace burin::python
