// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/commands.hpp"
#include "app/error_output.hpp"
#include "app/exporting.hpp"
#include "core/base/errors.hpp"
#include "core/design/file_paths.hpp"
#include "core/kinds/catalogue/kinds.hpp"

#include <cstdio>

namespace burin::app {
namespace {

int exportDesign(const Arguments& arguments) {
    StopOnSignal signals;
    const ProgressDisplay display(arguments.value("progress", "auto"));
    if (!arguments.has("to")) throw UsageError("export needs --to SINK, such as --to surface.tif");
    requireSink(arguments);
    ExportContext context{arguments, signals, display};
    ExportRequest request = exportRequest(arguments);
    const Design design = loadChecked(arguments, signals.token());
    request.sink.inputs = filesRead(design, kinds());
    TaskResult result;
    exportSurfaceTo(context, {design, rootIndex(design), request, arguments.find("region")}, result);
    if (!result.stopped) return exitDone;
    display.say(result.remedy.empty() ? "stopped" : "stopped; " + result.remedy);
    return exitStopped;
}

}  // namespace

Command exportCommand() {
    std::vector<Option> options = {
        {"to", "SINK",
         "x.tif, x.raw, x.png, x.gsf, x.x3p, 'dir/%05d.tif', - (stdout), null: or burin://HOST:PORT"},
        {"shard", "I/N", "compute only part I of N parts of one file; I counts from 0"},
    };
    const std::vector<Option> common = exportOptions();
    options.insert(options.end(), common.begin(), common.end());
    return {"export",     "DESIGN", "streams a surface, or a region of it, into a file or a machine",
            options,      1,        1,
            &exportDesign};
}

}  // namespace burin::app
