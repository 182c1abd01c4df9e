// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The common parts of the commands that export.

#include "app/arguments.hpp"
#include "app/command_engine.hpp"
#include "app/progress_display.hpp"
#include "core/sinks/export_request.hpp"

#include <optional>
#include <string>
#include <vector>

namespace burin::app {

/// Options that decide what the exported file holds. All shards of an export share them.
[[nodiscard]] std::vector<Option> layoutOptions();

/// Options of an export of one surface, or of several, but not those of its target.
[[nodiscard]] std::vector<Option> exportOptions();

/// Refuses a `--to` that does not name a file, a machine, `-` or `null:`. \throws UsageError
void requireSink(const Arguments& arguments);

/// The export that the command line describes, without its region and without anything that depends on the
/// design.
/// \throws UsageError
[[nodiscard]] ExportRequest exportRequest(const Arguments& arguments);

/// \throws UsageError if the request is wrong for the design
void checkRequest(const ExportRequest& request, const Design& design);

/// The state that the exports of one command share.
struct ExportContext {
    const Arguments& arguments;
    StopOnSignal& signals;
    const ProgressDisplay& display;
    /// the computer whose cards are used; null: each export opens its own
    const Computer* computer = nullptr;
    bool remarks = true;  ///< print the remarks that concern all exports; the first export clears it
    std::vector<Problem> told = {};  ///< the remarks on images that were printed
};

/// One surface and its export.
struct ExportTask {
    const Design& design;
    NodeIndex root;
    /// if this has no region, the whole surface or `region` is exported
    ExportRequest request;
    std::optional<std::string> region = {};  ///< the region, in the form that parseRegion() takes
};

/// The result of a task, filled in as far as the task got, even if it throws.
struct TaskResult {
    std::string hash;  ///< the design's hash; empty if it is not needed
    bool stopped = false;
    std::string remedy;  ///< how a stopped export continues
};

/// Exports a surface and shows its progress.
/// \throws what CommandEngine and RequestedExport throw; UsageError
void exportSurfaceTo(ExportContext& context, ExportTask task, TaskResult& result);

}  // namespace burin::app
