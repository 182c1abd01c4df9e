// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/exporting.hpp"

#include "app/problem_words.hpp"
#include "app/streaming.hpp"
#include "core/base/errors.hpp"
#include "core/base/text.hpp"
#include "core/design/roller.hpp"
#include "core/engraving/measuring/predicted_blocks.hpp"
#include "core/export/export.hpp"
#include "core/export/root_blocks.hpp"
#include "core/export/scan.hpp"
#include "core/sinks/layer_files.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>
#include <regex>
#include <string>
#include <utility>

namespace burin::app {

std::vector<Option> layoutOptions() {
    return {{"region", "X,Y,W,H", "part of the surface, in pixels or lengths (default all)"},
            {"scan", "rows|swaths:W", "order of lines in raw output (default rows)"},
            {"serpentine", nullptr, "reverse every second row"},
            {"helix", "linear|nearest", "let rows that go round a roller pass into the next one"},
            {"compression", "none|deflate|lzw|zstd", "of a .tif (default none)"},
            {"layout", "auto|strips|tiles",
             "of a .tif (default auto: strips, which every program reads; tiles if it is above 4 GB)"},
            {"surface", "designed|predicted",
             "heights in a .gsf or .x3p: as designed, or as the job's spot engraves them (default designed)"},
            {"bigtiff", nullptr, "write BigTIFF even if a classic TIFF would do"}};
}

std::vector<Option> exportOptions() {
    std::vector<Option> options = {
        setOption(),
        {"resume", nullptr, "resume an interrupted export"},
        {"verify", nullptr, "with --resume: first read back all that was written, not only a sample of it"},
        {"allow-mixed", nullptr, "resume an export that another backend or version began"},
        {"force", nullptr, "overwrite an existing output"},
        {"progress", "auto|bar|json|none", "how progress is shown on stderr (default auto)"},
        {"layers", "N", "N numbered 1-bit files; layer k holds what is above (k + 0.5) / N"},
        {"date", "DATE", "the date in a .x3p, such as 2026-11-24T08:00:00Z (default: 1970-01-01)"},
        {"stats", nullptr, "print the work of each node at the end"},
    };
    const std::vector<Option> layout = layoutOptions();
    const std::vector<Option> engine = engineOptions();
    const std::vector<Option> stream = streamOptions();
    options.insert(options.begin(), layout.begin(), layout.end());
    options.insert(options.end(), stream.begin(), stream.end());
    options.insert(options.end(), engine.begin(), engine.end());
    return options;
}

namespace {

std::string dateOf(const Arguments& arguments) {
    std::string text = arguments.value("date", "");
    if (text.empty() && !arguments.has("date")) return text;
    static const std::regex form(
        "\\d{4}-[01]\\d-[0-3]\\d(T[0-2]\\d:[0-5]\\d:[0-6]\\d(Z|[+-]\\d\\d:\\d\\d)?)?");
    if (!std::regex_match(text, form))
        throw UsageError("--date '" + text + "': a date such as 2026-11-24T08:00:00Z is expected");
    return text.size() == 10 ? text + "T00:00:00Z" : text;
}

}  // namespace

SinkOptions sinkOptions(const Arguments& arguments, std::stop_token stop) {
    SinkOptions options;
    const std::string scan = arguments.value("scan", "rows");
    const std::optional<Scan> parsed = parseScan(scan);
    if (!parsed) throw UsageError("--scan '" + scan + "': rows or swaths:W is expected, W in pixels");
    options.scan = *parsed;
    options.scan.serpentine = arguments.has("serpentine");
    const std::string compression = arguments.value("compression", "none");
    const std::optional<Compression> known = parseCompression(compression);
    if (!known) {
        throw UsageError("--compression '" + compression + "': none, deflate, lzw or zstd is expected");
    }
    options.compression = *known;
    options.bigTiff = arguments.has("bigtiff");
    const std::string layout = arguments.value("layout", "auto");
    const std::optional<TiffBlocks> blocks = parseTiffBlocks(layout);
    if (!blocks) throw UsageError("--layout '" + layout + "': auto, strips or tiles is expected");
    options.blocks = *blocks;
    options.policy = {.resume = arguments.has("resume"),
                      .allowMixed = arguments.has("allow-mixed"),
                      .force = arguments.has("force"),
                      .verify = arguments.has("verify")};
    if (options.policy.verify && !options.policy.resume)
        throw UsageError("--verify needs --resume: it reads back what an earlier export has written");
    if (const auto text = arguments.find("shard")) {
        const std::optional<Shard> shard = parseShard(*text);
        if (!shard) throw UsageError("--shard '" + *text + "': I/N is expected, with 0 <= I < N");
        options.shard = *shard;
    }
    options.date = dateOf(arguments);
    options.stop = std::move(stop);
    return options;
}

namespace {

/// Prints the work of each node. The rate is shown only if the node's time is known.
void printStats(const Graph& graph, const Backend& backend, const MemoryBudget& budget) {
    std::fprintf(stderr, "%-24s %10s %10s %18s %12s %12s\n", "node", "tiles", "hits", "pixels", "pixels/s",
                 "peak bytes");
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        const NodeCounters& c = backend.counters()[i];
        const double seconds = static_cast<double>(c.nanoseconds) * 1e-9;
        char rate[32] = "-";
        if (seconds > 0) std::snprintf(rate, sizeof rate, "%.4g", static_cast<double>(c.samples) / seconds);
        std::fprintf(stderr, "%-24s %10llu %10llu %18s %12s %12s\n", graph.nodes[i].name.c_str(),
                     static_cast<unsigned long long>(c.tiles), static_cast<unsigned long long>(c.hits),
                     grouped(static_cast<std::int64_t>(c.samples)).c_str(), rate,
                     bytesText(backend.peakBytes(graph.nodes[i])).c_str());
    }
    std::fprintf(stderr, "peak memory of the engine: %s\n", backend.memoryText().c_str());
    if (backend.name() != "cpu") {
        std::fprintf(stderr, "peak memory of the host: %s of %s\n", bytesText(budget.peak()).c_str(),
                     bytesText(budget.limit()).c_str());
    }
}

/// \throws UsageError if --helix is wrong, or wrong for the design or for other options
std::optional<Helix> helixOf(const Arguments& arguments, const Design& design, const SinkOptions& options) {
    const auto word = arguments.find("helix");
    if (!word) return {};
    const auto helix = parseHelix(*word);
    if (!helix) throw UsageError("--helix " + quotedForMessage(*word) + ": linear or nearest is expected");
    const auto roller = rollerOf(design.job);
    if (!roller || !roller->roundX())
        throw UsageError(
            "--helix: rows must go round a roller; write `roller: {diameter: 200 mm, axis: y}` under `job`");
    if (options.scan.swathWidth != 0) throw UsageError("--helix: swaths have no next row; use --scan rows");
    if (arguments.has("layers")) throw UsageError("--helix: leave out --layers");
    return helix;
}

/// An output of predicted heights, and what its blocks take.
class PredictedOutput {
  public:
    /// \throws UsageError if `job` gives no usable spot, or if the target holds no heights
    PredictedOutput(const ExportTask& task, CommandEngine& engine, const SurfaceInfo& info,
                    std::stop_token stop)
        : fullDepthUm_(info.fullDepthUm), threads_(engine.threads()) {
        auto found = predictSurface(task.design, engine.backend(), engine.graph(), std::move(stop));
        if (const auto* problem = std::get_if<SpotProblem>(&found))
            throw UsageError("--surface predicted: " + problem->what + "; " + problem->remedy);
        prediction_ = std::get<Prediction>(std::move(found));
        const auto side =
            static_cast<std::int64_t>(std::sqrt(static_cast<double>(engine.backend().requestSamples())));
        // Pieces of a .x3p are 128 rows high.
        const std::size_t each = std::max(prediction_.heights->readBytes({side, side}),
                                          prediction_.heights->readBytes({side * side / 128, 128}));
        const std::size_t bytes =
            prediction_.heights->residentBytes() + each * static_cast<std::size_t>(threads_);
        held_ = engine.budget().tryReserve(bytes, Holder::blocks);
        if (!held_) throw engine.budget().shortage("predicting", bytes);
    }
    void addTo(Export& exporting, std::unique_ptr<Sink> sink) const {
        if (sink->grid().layout().depth != heightDepth)
            throw UsageError("--surface predicted: only a .gsf or .x3p holds heights");
        exporting.addHeights(std::move(sink),
                             std::make_unique<PredictedBlocks>(prediction_.heights, fullDepthUm_, threads_));
    }
    [[nodiscard]] const std::vector<std::string>& remarks() const { return prediction_.remarks; }

  private:
    Prediction prediction_;
    double fullDepthUm_;
    int threads_;
    Reservation held_;
};

/// `--surface`. \throws UsageError
bool wantsPrediction(const Arguments& arguments) {
    const std::string text = arguments.value("surface", "designed");
    if (text != "designed" && text != "predicted")
        throw UsageError("--surface " + quotedForMessage(text) + ": designed or predicted is expected");
    if (text == "designed") return false;
    for (const char* other : {"layers", "helix"}) {
        if (arguments.has(other))
            throw UsageError("--surface predicted: heights are exported; leave out --" + std::string(other));
    }
    return true;
}

/// Adds the surface as it is, or each of its layers in the file of its number.
void addOutputs(Export& exporting, const CommandEngine& engine, const Arguments& arguments,
                const ExportTask& task, const SurfaceInfo& info, const SinkOptions& options) {
    const Graph& graph = *engine.graph();
    const std::string& target = task.target;
    if (const auto helix = helixOf(arguments, task.design, options)) {
        if (!isMachine(target)) refuseStreamOptions(arguments, target);
        exporting.addHelix(isMachine(target)
                               ? openMachine(arguments, target, task.design, *rootOf(graph), info, options)
                               : openSink(target, info, options),
                           *helix);
        return;
    }
    const auto layers = arguments.number("layers", 1, 65535);
    if (!isMachine(target)) refuseStreamOptions(arguments, target);
    if (layers) {
        for (const LayerFile& layer : layerFiles(target, info, *layers))
            exporting.add(openSink(layer.path, layer.surface, options), layer.threshold);
    } else if (isMachine(target)) {
        exporting.add(openMachine(arguments, target, task.design, *rootOf(graph), info, options));
    } else {
        exporting.add(openSink(target, info, options));
    }
}

/// While this object lives, each SIGUSR2 pauses or resumes the machine at the other end.
class PauseOnSignal {
  public:
    PauseOnSignal(StopOnSignal& signals, Export& exporting) : signals_(signals) {
        signals_.onUserSignal([&exporting] {
            if (const auto machine = exporting.machine())
                exporting.setPaused(machine->state != StreamStatus::State::paused);
        });
    }
    ~PauseOnSignal() { signals_.onUserSignal({}); }
    PauseOnSignal(const PauseOnSignal&) = delete;
    PauseOnSignal& operator=(const PauseOnSignal&) = delete;

  private:
    StopOnSignal& signals_;
};

/// Reports a line that only a look at the work piece can settle.
void reportDoubt(const Sink& sink) {
    const auto machine = sink.stream();
    if (!machine || !machine->doubtfulLine) return;
    std::fprintf(stderr, "line %s was being engraved when the controller died; it may be engraved twice\n",
                 grouped(*machine->doubtfulLine).c_str());
}

/// Removes the layers of an earlier set of more layers, if the user may overwrite it, and tells of them.
void tellOfOtherLayers(const ExportContext& context, const ExportTask& task) {
    const auto layers = context.arguments.number("layers", 1, 65535);
    if (!layers) return;
    const std::string text = settleOtherLayers(task.target, *layers, task.policy.force);
    if (!text.empty()) context.display.say(text);
}

/// Prints what the user should know before the export starts.
void printRemarks(ExportContext& context, const ExportTask& task, CommandEngine& engine) {
    if (!std::exchange(context.remarks, false)) return;
    warnOfMuted(task.design);
    if (context.arguments.value("backend", "auto") != "auto" || !context.display.wordy()) return;
    const std::string reason = engine.cards() || engine.whyNoGpu.empty() ? "" : " (" + engine.whyNoGpu + ")";
    std::fprintf(stderr, "computing on %s%s\n", engine.backend().description().c_str(), reason.c_str());
}

}  // namespace

void exportSurfaceTo(ExportContext& context, const ExportTask& task, TaskResult& result) {
    const Arguments& arguments = context.arguments;
    const std::stop_token stop = context.signals.token();
    const bool hashed = task.sinkHash || keepsDesignHash(task.target);
    const std::jthread hashing = hashed ? hashAhead(task.design, task.root) : std::jthread();
    CommandEngine engine(arguments, task.design, task.root, stop, context.computer, true);
    const Rect region = task.region(engine.graph()->top().extent.rect());
    if (hashed) result.hash = designHash(*engine.graph(), stop);
    std::string sinkHash = task.sinkHash ? task.sinkHash(result.hash) : result.hash;
    // A file of the flat surface cannot be resumed as a helix.
    if (const auto helix = helixOf(arguments, task.design, context.options); helix && hashed)
        sinkHash += "-helix-" + std::string(helixName(*helix));
    const bool predicted = wantsPrediction(arguments);
    if (predicted && hashed) sinkHash += "-predicted";
    const SurfaceInfo info =
        surfaceInfo(*engine.graph(), region, engine.backend().name(), std::move(sinkHash));
    SinkOptions options = context.options;
    options.policy = task.policy;
    while (options.chunkSide * options.chunkSide < engine.backend().requestSamples())
        options.chunkSide *= 2;
    options.bandBytes = engine.means.memoryBytes / 2;
    Export exporting({engine.backend(), engine.budget(), engine.threads()}, engine.graph(), region.origin(),
                     stop);
    std::optional<PredictedOutput> prediction;
    if (predicted) {
        prediction.emplace(task, engine, info, stop);
        prediction->addTo(exporting, openSink(task.target, info, options));
    } else {
        addOutputs(exporting, engine, arguments, task, info, options);
    }
    for (const std::string& line : exporting.finished())
        context.display.say(line);
    if (exporting.allFinished()) return tellOfOtherLayers(context, task);
    for (const std::string& note : exporting.sink().notes())
        context.display.say(note);
    printRemarks(context, task, engine);
    if (prediction) {
        for (const std::string& remark : prediction->remarks())
            context.display.say(remark);
    }
    if (arguments.has("stats")) engine.backend().countNodes(*engine.graph());
    {
        const PauseOnSignal pausing(context.signals, exporting);
        result.stopped = exporting.run(context.display.callback()).stopped;
    }
    if (!result.stopped) tellOfOtherLayers(context, task);
    reportDoubt(exporting.sink());
    if (arguments.has("stats")) printStats(*engine.graph(), engine.backend(), engine.budget());
    if (result.stopped) result.remedy = sequelWords(exporting.sink().sequel(), exporting.sink().stream());
}

}  // namespace burin::app
