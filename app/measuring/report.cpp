// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_engine.hpp"
#include "app/commands.hpp"
#include "app/measuring/heights.hpp"
#include "app/progress_display.hpp"
#include "core/base/errors.hpp"
#include "core/base/files.hpp"
#include "core/base/text.hpp"
#include "core/engraving/job_sheet.hpp"
#include "core/engraving/measuring/designed_heights.hpp"
#include "core/engraving/measuring/measuring_memory.hpp"
#include "core/export/export_time.hpp"
#include "core/render/backend.hpp"

#include <cstdio>
#include <ctime>
#include <span>

namespace burin::app {

namespace {

constexpr std::int64_t sheetWindows = 64;
constexpr std::int64_t windowSamples = std::int64_t{1} << 20;

/// The file of `--to`. \throws UsageError
std::string sheetFile(const Arguments& arguments) {
    const auto file = arguments.find("to");
    if (!file) throw UsageError("report needs --to FILE, such as --to part.json");
    if (file->size() > 5 && file->substr(file->size() - 5) == ".json") return *file;
    throw wrongOption("to", *file, "a name that ends with .json is expected");
}

std::string today() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    localtime_r(&now, &parts);
    char text[16];
    std::strftime(text, sizeof text, "%Y-%m-%d", &parts);
    return text;
}

/// A surface of no more samples than the windows have is measured as a whole.
void measureInto(JobSheet& sheet, const Arguments& arguments, CommandEngine& engine, std::stop_token stop,
                 const ProgressDisplay& display) {
    MeasuringOptions& options = sheet.measuring;
    options.region = engine.graph()->top().extent.rect();
    options.pitchUm = engine.graph()->pitchUm;
    if (!arguments.has("all") && options.region.area() > sheetWindows * windowSamples)
        options.sampleWindows = sheetWindows;
    options.threads = engine.threads();
    options.samplesAtOnce = engine.backend().requestSamples();
    options.stop = stop;
    options.progress = display.callback();
    const auto heights = std::make_shared<DesignedHeights>(engine.backend(), engine.graph(), std::move(stop));
    const Reservation held = memoryForMeasuring(options, engine.budget(), heights);
    sheet.measured = measureHeights(heights, options);
}

int report(const Arguments& arguments) {
    const StopOnSignal signals;
    const ProgressDisplay display(arguments.value("progress", "auto"));
    const std::string file = sheetFile(arguments);
    const Design design = loadChecked(arguments, signals.token());
    CommandEngine engine(arguments, design, rootIndex(design), signals.token());
    JobSheet sheet;
    sheet.file = arguments.operands()[0];
    sheet.hash = designHash(*engine.graph(), signals.token());
    sheet.version = BURIN_VERSION;
    sheet.date = today();
    sheet.measuring.fullDepthUm = fullDepthOf(arguments, design);
    PreflightOptions options;
    options.stop = signals.token();
    options.progress = display.callback();
    sheet.preflight = preflight(design, engine.graph(), engine.backend(), options);
    const int sideBySide = engine.cards() ? 1 : engine.threads();
    sheet.seconds = estimatedSeconds(engine.backend(), engine.graph(), engine.graph()->top().extent.rect(),
                                     sideBySide, signals.token());
    measureInto(sheet, arguments, engine, signals.token(), display);
    const std::string text = jobSheetJson(sheet, design, *engine.graph());
    if (const auto problem = replaceFile(file, std::as_bytes(std::span(text))))
        throw SinkError(problem->about(file));
    return exitDone;
}

}  // namespace

Command reportCommand() {
    std::vector<Option> options = {
        {"to", "FILE.json", "the file to write"},
        {"all", nullptr, "measure the whole surface instead of 64 windows of 1,024 px"},
        {"full-depth", "LENGTH", "how deep 1 is (default: the root's full_depth)"},
        {"progress", "auto|bar|json|none", "how progress is shown on stderr (default auto)"},
        setOption(),
    };
    for (const Option& o : engineOptions())
        options.push_back(o);
    return {"report", "DESIGN", "writes every number of a job sheet: sizes, roughness, preflight, machine",
            options,  1,        1,
            &report};
}

}  // namespace burin::app
