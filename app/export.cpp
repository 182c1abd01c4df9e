// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export.hpp"

#include "app/commands.hpp"
#include "app/progress_display.hpp"
#include "app/session.hpp"
#include "app/streaming.hpp"
#include "core/base/errors.hpp"
#include "core/export/exporter.hpp"
#include "core/export/layer_blocks.hpp"
#include "core/export/root_blocks.hpp"
#include "core/export/scan.hpp"
#include "core/sinks/layer_files.hpp"

#include <cstdio>

namespace burin::app {

std::vector<Option> layoutOptions() {
    return {{"region", "X,Y,W,H", "part of the surface, in pixels or lengths (default all)"},
            {"scan", "rows|swaths:W", "order of raw output (default rows)"},
            {"serpentine", nullptr, "turn every second row around"},
            {"compression", "KIND", "none, deflate, lzw or zstd, for .tif (default none)"},
            {"bigtiff", nullptr, "BigTIFF also where a classic TIFF would do"}};
}

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
    options.policy = {.resume = arguments.has("resume"),
                      .allowMixed = arguments.has("allow-mixed"),
                      .force = arguments.has("force"),
                      .verify = arguments.has("verify")};
    if (options.policy.verify && !options.policy.resume)
        throw UsageError("--verify goes with --resume: it reads back what an earlier export has left");
    if (const auto text = arguments.find("shard")) {
        const std::optional<Shard> shard = parseShard(*text);
        if (!shard) throw UsageError("--shard '" + *text + "': I/N is expected, with 0 <= I < N");
        options.shard = *shard;
    }
    options.stop = std::move(stop);
    return options;
}

namespace {

/// What each node took; a rate only where its time is known.
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

/// One file to be written.
struct Output {
    std::unique_ptr<BlockSource> source;
    std::unique_ptr<Sink> sink;
};

/// The surface as it is, or each of its layers, into the file of its number.
std::vector<Output> outputsOf(const Arguments& arguments, const Design& design, NodeEngine& engine,
                              const SurfaceInfo& info, const SinkOptions& options) {
    const std::string target = arguments.value("to", {});
    std::vector<Output> outputs;
    const auto layers = arguments.number("layers", 1, 65535);
    if (!isMachine(target)) refuseStreamOptions(arguments, target);
    if (!layers) {
        std::unique_ptr<Sink> sink;
        if (isMachine(target)) {
            sink = openMachine(arguments, target, design, *rootOf(*engine.graph), info, options);
        } else {
            sink = openSink(target, info, options);
        }
        outputs.push_back(
            {std::make_unique<RootBlocks>(engine.backend, engine.graph, options.stop), std::move(sink)});
        return outputs;
    }
    for (const LayerFile& layer : layerFiles(target, info, *layers)) {
        outputs.push_back(
            {std::make_unique<LayerBlocks>(engine.backend, engine.graph, layer.threshold, options.stop),
             openSink(layer.path, layer.surface, options)});
    }
    return outputs;
}

/// Says which outputs an earlier run has finished, and leaves the others.
void dropFinished(std::vector<Output>& outputs) {
    std::erase_if(outputs, [](const Output& output) {
        const auto finished = output.sink->alreadyFinished();
        if (finished) std::fprintf(stderr, "%s\n", finished->c_str());
        return finished.has_value();
    });
}

/// While it lives, SIGUSR2 pauses the machine at the other end, and lets it go on.
class PauseOnSignal {
  public:
    PauseOnSignal(StopOnSignal& signals, Sink& sink) : signals_(signals) {
        auto* const machine = dynamic_cast<StreamSink*>(&sink);
        if (machine == nullptr) return;
        signals_.onUserSignal([machine] {
            const bool paused = machine->stream()->state == StreamStatus::State::paused;
            paused ? machine->proceed() : machine->pause();
        });
    }
    ~PauseOnSignal() { signals_.onUserSignal({}); }
    PauseOnSignal(const PauseOnSignal&) = delete;
    PauseOnSignal& operator=(const PauseOnSignal&) = delete;

  private:
    StopOnSignal& signals_;
};

/// What nobody can know but who looks at the work piece.
void reportDoubt(const Sink& sink) {
    const auto machine = sink.stream();
    if (!machine || !machine->doubtfulLine) return;
    std::fprintf(stderr, "line %s was under way when the controller died: it may be engraved twice\n",
                 grouped(*machine->doubtfulLine).c_str());
}

/// \return whether the user has stopped it
bool exportOne(const Output& output, const SurfaceInfo& info, NodeEngine& engine, const ProgressDisplay& display,
               StopOnSignal& signals) {
    const PauseOnSignal pausing(signals, *output.sink);
    return exportSurface(*output.source, *output.sink, info.region.origin(), engine.budget,
                         {.blockSamples = engine.backend.requestSamples(), .threads = engine.threads},
                         display.callback(), signals.token())
        .stopped;
}

int exportDesign(const Arguments& arguments) {
    StopOnSignal signals;
    if (!arguments.has("to")) throw UsageError("export needs --to SINK, such as --to surface.tif");
    SinkOptions options = sinkOptions(arguments, signals.token());
    const ProgressDisplay display(arguments.value("progress", "auto"));
    options.tells = [&display](const std::string& text) { display.say(text); };
    const Design design = loadChecked(arguments.operands()[0], signals.token());
    const NodeIndex root = rootIndex(design);
    const bool hashed = keepsDesignHash(arguments.value("to", {}));
    const std::jthread hashing = hashed ? hashAhead(design, root) : std::jthread();
    NodeEngine engine(arguments, design, root);
    const Rect whole = engine.graph->top().extent.rect();
    const auto part = arguments.find("region");
    const Rect region = part ? parseRegion(*part, design.pixelUm, whole) : whole;
    const SurfaceInfo info = surfaceInfo(*engine.graph, region, engine.backend.name(),
                                         hashed ? designHash(*engine.graph, signals.token()) : "");
    while (options.chunkSide * options.chunkSide < engine.backend.requestSamples())
        options.chunkSide *= 2;
    options.bandBytes = engine.memoryBytes / 2;
    std::vector<Output> outputs = outputsOf(arguments, design, engine, info, options);
    dropFinished(outputs);
    if (outputs.empty()) return exitDone;
    for (const std::string& note : outputs.front().sink->notes())
        std::fprintf(stderr, "%s\n", note.c_str());
    warnOfMuted(design);
    if (arguments.value("backend", "auto") == "auto" && display.wordy()) {
        const std::string reason = engine.gpu || engine.whyNoGpu.empty() ? "" : " (" + engine.whyNoGpu + ")";
        std::fprintf(stderr, "computing on %s%s\n", engine.backend.description().c_str(), reason.c_str());
    }
    if (arguments.has("stats")) engine.backend.countNodes(*engine.graph);
    std::string remedy;
    bool stopped = false;
    for (Output& output : outputs) {
        stopped = exportOne(output, info, engine, display, signals);
        remedy = output.sink->remedy();
        reportDoubt(*output.sink);
        if (stopped) break;
        output = {};  // closes its files
    }
    if (arguments.has("stats")) printStats(*engine.graph, engine.backend, engine.budget);
    if (!stopped) return exitDone;
    std::fprintf(stderr, "stopped%s%s\n", remedy.empty() ? "" : "; ", remedy.c_str());
    return exitStopped;
}

}  // namespace

Command exportCommand() {
    std::vector<Option> options = {
        {"to", "SINK", "x.tif, x.raw, x.png, 'dir/%05d.tif', - (stdout), null: or burin://HOST:PORT"},
        {"resume", nullptr, "go on where an interrupted export ended"},
        {"verify", nullptr, "with --resume: read back everything that is there first, not a sample of it"},
        {"allow-mixed", nullptr, "resume what another backend or version began"},
        {"shard", "I/N", "compute only the I-th of N parts of one file"},
        {"force", nullptr, "overwrite what is there"},
        {"progress", "HOW", "auto, bar, json or none (default auto)"},
        {"layers", "N", "N numbered 1-bit files: what is above (k + 0.5) / N in layer k"},
        {"stats", nullptr, "what each node took, at the end"},
    };
    const std::vector<Option> layout = layoutOptions();
    const std::vector<Option> engine = engineOptions();
    const std::vector<Option> stream = streamOptions();
    options.insert(options.begin() + 1, layout.begin(), layout.end());
    options.insert(options.end(), stream.begin(), stream.end());
    options.insert(options.end(), engine.begin(), engine.end());
    return {"export",     "DESIGN", "streams a surface, or a region of it, into a file or a machine",
            options,      1,        1,
            &exportDesign};
}

}  // namespace burin::app
