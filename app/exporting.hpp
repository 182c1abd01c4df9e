// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The common parts of the commands that export.

#include "app/arguments.hpp"
#include "app/progress_display.hpp"
#include "app/session.hpp"
#include "core/sinks/open_sink.hpp"

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace burin::app {

/// Options that decide what the exported file holds. All shards of an export share them.
[[nodiscard]] std::vector<Option> layoutOptions();

/// Options of an export of one surface, or of several, but not those of its target.
[[nodiscard]] std::vector<Option> exportOptions();

/// The sink options that the command line gives. \throws UsageError
[[nodiscard]] SinkOptions sinkOptions(const Arguments& arguments, std::stop_token stop);

/// The state that the exports of one command share.
struct ExportContext {
    const Arguments& arguments;
    StopOnSignal& signals;
    const ProgressDisplay& display;
    SinkOptions options;
    const Computer* computer = nullptr;  ///< whose cards are used; null: each export opens its own
    bool remarks = true;                 ///< print what concerns all exports alike; the first one clears it
};

/// One surface and its target.
struct ExportTask {
    const Design& design;
    NodeIndex root;
    std::string target;
    std::function<Rect(const Rect& surface)> region;
    ResumePolicy policy;
    /// The hash that the sink keeps, from that of the design. Empty: the design's own, if the sink keeps one.
    std::function<std::string(const std::string&)> sinkHash = {};
};

/// What became of a task; filled in as far as it got, even if it throws.
struct TaskResult {
    std::string hash;  ///< of the design; empty if it is not needed
    bool stopped = false;
    std::string remedy;  ///< how a stopped export continues
};

/// Exports a surface and shows its progress. \throws what CommandEngine and Export throw; UsageError
void exportSurfaceTo(ExportContext& context, const ExportTask& task, TaskResult& result);

}  // namespace burin::app
