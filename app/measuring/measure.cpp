// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_engine.hpp"
#include "app/commands.hpp"
#include "app/error_output.hpp"
#include "app/measuring/heights.hpp"
#include "app/output_name.hpp"
#include "app/progress_display.hpp"
#include "core/base/errors.hpp"
#include "core/base/files.hpp"
#include "core/base/text.hpp"
#include "core/design/roller.hpp"
#include "core/engraving/measuring/designed_heights.hpp"
#include "core/engraving/measuring/measurement_text.hpp"
#include "core/engraving/measuring/measuring_memory.hpp"
#include "core/engraving/measuring/predicted_heights.hpp"
#include "core/export/root_blocks.hpp"
#include "core/geometry/length.hpp"
#include "core/geometry/region.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <span>

namespace burin::app {

namespace {

double filterOf(const Arguments& arguments, const std::string& option, const Design& design,
                const Vector& pitchUm) {
    const auto text = arguments.find(option);
    if (!text) return 0;
    const double um = lengthOf(option, *text, design.pixelUm);
    const FilterRange range(pitchUm);
    if (range.contains(um)) return um;
    throw wrongOption(option, *text, "%1 to %2 um (2 to 4096 samples) are expected",
                      {numberText(range.leastUm), numberText(range.mostUm)});
}

std::optional<MeasuredLine> lineOf(const Arguments& arguments, double pixelUm, const Extent& extent) {
    const auto text = arguments.find("line");
    if (!text) return {};
    std::vector<double> numbers;
    std::size_t from = 0;
    for (std::size_t comma = 0; comma != std::string::npos; from = comma + 1) {
        comma = text->find(',', from);
        const auto length = parseLength(text->substr(from, comma - from));
        if (!length || !std::isfinite(length->pixels(pixelUm))) break;
        numbers.push_back(length->pixels(pixelUm));
    }
    if (numbers.size() != 4 || std::count(text->begin(), text->end(), ',') != 3)
        throw wrongOption("line", *text, "X0,Y0,X1,Y1 is expected, in pixels or lengths");
    const MeasuredLine line{{numbers[0], numbers[1]}, {numbers[2], numbers[3]}};
    const Rect whole =
        extent.bounded() ? extent.rect() : Rect{-(1LL << 40), -(1LL << 40), 1LL << 41, 1LL << 41};
    for (const Vector& end : {line.from, line.to}) {
        if (end.x < static_cast<double>(whole.x) || end.x > static_cast<double>(whole.right() - 1) ||
            end.y < static_cast<double>(whole.y) || end.y > static_cast<double>(whole.bottom() - 1))
            throw wrongOption("line", *text, "both ends must lie on the %1 x %2 px",
                              {std::to_string(whole.width), std::to_string(whole.height)});
    }
    // The straight line through one or two samples leaves nothing to measure.
    constexpr std::int64_t fewest = 3;
    if (line.count() < fewest)
        throw wrongOption("line", *text,
                          Problem{.reason = "this line has %1; at least 3 are needed",
                                  .details = {counted(static_cast<std::size_t>(line.count()), "sample")},
                                  .advice = "move its ends apart, since samples lie one pixel apart"});
    if (line.count() > (std::int64_t{1} << 24))
        throw wrongOption("line", *text, "at most 16,777,216 samples are expected");
    return line;
}

Rect regionOf(const Arguments& arguments, const Design& design, const Extent& extent) {
    if (const auto text = arguments.find("region"))
        return parseRegion(*text, design.pixelUm, rectWithin(extent), "region", arguments.value("node", {}));
    if (!extent.bounded()) throw UsageError("the node is unbounded; choose a part with --region X,Y,W,H");
    if (extent.empty()) throw UsageError("the node is empty; there is nothing to measure");
    return extent.rect();
}

void replaceText(const std::string& file, const std::string& text) {
    if (const auto problem = replaceFile(file, std::as_bytes(std::span(text))))
        throw SinkError(problem->about(file));
}

bool measuresPrediction(const Arguments& arguments) {
    const std::string text = arguments.value("surface", "designed");
    if (text != "designed" && text != "predicted")
        throw wrongOption("surface", text, "designed or predicted is expected");
    if (text == "predicted" && arguments.has("node"))
        throw UsageError("--surface predicted: only the surface is engraved by a spot; leave out --node");
    return text == "predicted";
}

/// The input of a measurement.
struct MeasuredHeights {
    std::shared_ptr<const HeightMap> heights;
    std::vector<Problem> remarks;
};

MeasuredHeights heightsOf(const Design& design, CommandEngine& engine, bool predicted, std::stop_token stop) {
    if (!predicted)
        return {std::make_shared<DesignedHeights>(engine.backend(), engine.graph(), std::move(stop)), {}};
    Prediction prediction = predictionOf(design, engine, std::move(stop));
    return {prediction.heights, std::move(prediction.remarks)};
}

Reservation reserveMemory(MeasuringOptions& options, MemoryBudget& budget,
                          const std::shared_ptr<const HeightMap>& heights) {
    try {
        return memoryForMeasuring(options, budget, heights);
    } catch (const OutOfMemory& shortage) {
        throw TooLittleMemory(shortage, "give more --memory");
    }
}

int measure(const Arguments& arguments) {
    const StopOnSignal signals;
    const ProgressDisplay display(arguments.value("progress", "auto"));
    if (arguments.has("json") && arguments.has("csv"))
        throw UsageError("--json and --csv exclude each other; --curve and --psd can be used with either");
    const bool predicted = measuresPrediction(arguments);
    const Design design = loadChecked(arguments, signals.token());
    refuseWrongOutputs(arguments, design, {"curve", "psd"});
    MeasuringOptions options;
    options.pitchUm = pitchOf(design);
    options.form = formOf(arguments, "none");
    options.shortFilterUm = filterOf(arguments, "s-filter", design, options.pitchUm);
    options.longFilterUm = filterOf(arguments, "l-filter", design, options.pitchUm);
    options.sampleWindows = arguments.number("sample", 2, 100000).value_or(0);
    const auto name = arguments.find("node");
    const auto node = name ? design.find(*name) : std::optional(rootIndex(design));
    if (!node) throw wrongOption("node", *name, "the design has no node with that name");
    const bool all = !arguments.has("region") && options.sampleWindows == 0;
    CommandEngine engine(arguments, design, *node, signals.token(), nullptr,
                         {.everyItem = all, .itemProgress = display.itemCallback()});
    options.fullDepthUm = fullDepthOf(arguments, design);  // after the errors of the design
    const Extent extent = engine.graph()->top().extent;
    options.region = regionOf(arguments, design, extent);
    options.line = lineOf(arguments, design.pixelUm, extent);
    options.threads = engine.threads();
    options.samplesAtOnce = engine.backend().requestSamples();
    options.stop = signals.token();
    options.progress = display.callback();
    const MeasuredHeights measured = heightsOf(design, engine, predicted, signals.token());
    if (predicted) options.samplesAtOnce = PredictedHeights::samplesAtOnce;
    MeasurementOrigin origin;
    origin.file = arguments.operands()[0];
    origin.node = name.value_or("");
    origin.hash = designHash(*engine.graph(), signals.token());  // hashes the files that are about to be read
    origin.surface = predicted ? "predicted" : "designed";
    const Reservation held = reserveMemory(options, engine.budget(), measured.heights);
    MeasuredSurface found = namingItems(design, *node, signals.token(),
                                        [&] { return measureHeights(measured.heights, options); });
    found.remarks.insert(found.remarks.begin(), measured.remarks.begin(), measured.remarks.end());
    const std::string text = arguments.has("json")  ? measurementJson(found, options, origin)
                             : arguments.has("csv") ? measurementCsv(found, options, origin)
                                                    : measurementTable(found, options, origin);
    std::fputs(text.c_str(), stdout);  // first: the figures stay if a file cannot be written
    if (const auto file = arguments.find("curve"))
        replaceText(*file, bearingCsv(found.histogram, options.fullDepthUm));
    if (const auto file = arguments.find("psd")) replaceText(*file, spectrumCsv(found.spectrum));
    return exitDone;
}

}  // namespace

Command measureCommand() {
    std::vector<Option> options = {
        {"region", "X,Y,W,H", "part of the surface, in pixels or lengths (default all)"},
        {"node", "NAME", "measure this node instead of the surface"},
        {"surface", "designed|predicted",
         "the surface as designed, or as the spot of the job is predicted to engrave it (default designed)"},
        {"full-depth", "LENGTH", "the depth that 1 stands for (default: the root's full_depth)"},
        {"s-filter", "LENGTH", "nesting index of the filter that removes small structures"},
        {"l-filter", "LENGTH", "nesting index of the filter that removes waves"},
        {"form", "none|plane", "subtract the plane of least squares (default none)"},
        {"line", "X0,Y0,X1,Y1", "also the parameters of a line"},
        {"sample", "N", "N windows of 1,024 px instead of all: mean and standard error"},
        {"curve", "F.csv", "write the histogram with the bearing curve; an existing file is replaced"},
        {"psd", "F.csv", "write the power spectral density; an existing file is replaced"},
        {"json", nullptr, "print one JSON object"},
        {"csv", nullptr, "print lines name,value,unit,spread"},
        progressOption(),
        setOption(),
    };
    for (const Option& o : engineOptions())
        options.push_back(o);
    return {"measure", "DESIGN", "heights and roughness of a surface, as ISO 25178-2:2021 defines them",
            options,   1,        1,
            &measure};
}

}  // namespace burin::app
