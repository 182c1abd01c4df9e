// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/exporting.hpp"

#include "app/error_output.hpp"
#include "app/problem_words.hpp"
#include "app/transfers.hpp"
#include "core/base/errors.hpp"
#include "core/base/json.hpp"
#include "core/base/printable.hpp"
#include "core/base/text.hpp"
#include "core/engraving/measuring/predicted_blocks.hpp"
#include "core/remote/address.hpp"
#include "core/render/written_samples.hpp"
#include "core/sinks/open_sink.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace burin::app {
namespace {

/// \throws UsageError if there is a conflict, whose subject begins with the key of an option
void refuseConflict(std::optional<Problem> conflict) {
    if (!conflict) return;
    conflict->subject.insert(0, "--");
    throw UsageError(std::move(*conflict));
}

}  // namespace

std::vector<Option> layoutOptions() {
    return {{"region", "X,Y,W,H", "part of the surface, in pixels or lengths (default all)"},
            {"scan", "rows|swaths:W", "order of lines in raw output (default rows)"},
            {"serpentine", nullptr, "reverse every second row"},
            {"helix", "linear|nearest", "join each row that goes round a roller to the next row"},
            {"compression", "none|deflate|lzw|zstd", "compression of a .tif (default none)"},
            {"layout", "auto|strips|tiles",
             "layout of a .tif (default auto: strips, which every program reads; tiles above 4 GB, with "
             "--bigtiff, and for compressed rows above 16 MiB)"},
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
        {"force", nullptr,
         "overwrite an existing output instead of refusing it; with --resume, only an output without a "
         "usable journal"},
        progressOption(),
        {"layers", "N", "N numbered 1-bit files; layer k holds the values above (k + 0.5) / N"},
        {"date", "DATE", "the date in a .x3p, such as 2026-11-24T08:00:00Z (default: 1970-01-01)"},
        {"stats", nullptr, "print the work of each node at the end"},
    };
    const std::vector<Option> layout = layoutOptions();
    const std::vector<Option> engine = engineOptions();
    const std::vector<Option> transfer = transferOptions();
    options.insert(options.begin(), layout.begin(), layout.end());
    options.insert(options.end(), transfer.begin(), transfer.end());
    options.insert(options.end(), engine.begin(), engine.end());
    return options;
}

void requireSink(const Arguments& arguments) {
    const auto to = arguments.find("to");
    // Layers are files of their own, whose names are checked with the layers.
    if (!to || isMachine(*to) || arguments.has("layers")) return;
    if (auto problem = problemOfSinkName(*to)) throw wrongOption("to", *to, std::move(*problem));
}

ExportRequest exportRequest(const Arguments& arguments) {
    ExportRequest request;
    request.target = arguments.value("to", "");
    for (const char* key : {"scan", "compression", "layout", "shard", "date", "helix", "surface"}) {
        const auto text = arguments.find(key);
        if (!text) continue;
        if (const std::string expected = request.setWord(key, *text); !expected.empty())
            throw wrongOption(key, *text, expected);
    }
    request.layers = arguments.number("layers", 1, mostLayers).value_or(0);
    request.sink.scan.serpentine = arguments.has("serpentine");
    request.sink.bigTiff = arguments.has("bigtiff");
    request.sink.policy = {.resume = arguments.has("resume"),
                           .allowMixed = arguments.has("allow-mixed"),
                           .force = arguments.has("force"),
                           .verify = arguments.has("verify")};
    if (request.sink.policy.verify && !request.sink.policy.resume)
        throw UsageError("--verify needs --resume, because it reads back the output of an earlier export");
    refuseConflict(request.conflict());
    return request;
}

void checkRequest(const ExportRequest& request, const Design& design) {
    refuseConflict(request.conflictWith(design));
}

namespace {

/// The work of a node. The rate is shown only if the node's time is known.
struct NodeWork {
    std::string node;
    std::uint64_t tiles = 0;
    std::uint64_t hits = 0;
    std::uint64_t samples = 0;
    std::optional<double> samplesPerSecond;
    std::size_t peakBytes = 0;
};

void printTable(const std::vector<NodeWork>& all) {
    std::fprintf(stderr, "%-24s %10s %10s %18s %12s %12s\n", "node", "tiles", "hits", "pixels", "pixels/s",
                 "peak bytes");
    for (const NodeWork& each : all) {
        char rate[32] = "-";
        if (each.samplesPerSecond) std::snprintf(rate, sizeof rate, "%.4g", *each.samplesPerSecond);
        std::fprintf(stderr, "%-24s %10llu %10llu %18s %12s %12s\n", printable(each.node).c_str(),
                     static_cast<unsigned long long>(each.tiles), static_cast<unsigned long long>(each.hits),
                     grouped(static_cast<std::int64_t>(each.samples)).c_str(), rate,
                     bytesText(each.peakBytes).c_str());
    }
}

void printObjects(const std::vector<NodeWork>& all) {
    for (const NodeWork& each : all) {
        const JsonMembers members{
            {"node", jsonText(each.node)},
            {"tiles", std::to_string(each.tiles)},
            {"hits", std::to_string(each.hits)},
            {"px", std::to_string(each.samples)},
            {"px_per_s", each.samplesPerSecond ? decimalText(*each.samplesPerSecond, 1) : "null"},
            {"peak_bytes", std::to_string(each.peakBytes)}};
        std::fprintf(stderr, "%s\n", jsonObject(members, JsonLayout::spaced).c_str());
    }
}

void printStats(const Graph& graph, const Backend& backend, const MemoryBudget& budget) {
    std::vector<NodeWork> all;
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        const NodeCounters& c = backend.counters()[i];
        const double seconds = static_cast<double>(c.nanoseconds) * 1e-9;
        all.push_back(
            {graph.nodes[i].name, c.tiles, c.hits, c.samples, {}, backend.peakBytes(graph.nodes[i])});
        if (seconds > 0) all.back().samplesPerSecond = static_cast<double>(c.samples) / seconds;
    }
    messagesAreJson() ? printObjects(all) : printTable(all);
    printMessage("peak memory of the engine: " + backend.memoryText());
    if (backend.name() != "cpu") {
        printMessage("peak memory of the host: " + bytesText(budget.peak()) + " of " +
                     bytesText(budget.limit()));
    }
}

PredictedOutput predictedOutput(const Design& design, CommandEngine& engine, std::stop_token stop) {
    Prediction prediction = predictionOf(design, engine, std::move(stop));
    try {
        return {std::move(prediction), engine};
    } catch (const OutOfMemory& shortage) {
        throw TooLittleMemory(shortage, "give more --memory");
    }
}

/// While this object lives, each SIGUSR2 pauses or resumes the machine at the other end.
class PauseOnSignal {
  public:
    PauseOnSignal(StopOnSignal& signals, Export& exporting) : signals_(signals) {
        signals_.onUserSignal([&exporting] {
            if (const auto machine = exporting.machine())
                exporting.setPaused(machine->state != TransferStatus::State::paused);
        });
    }
    ~PauseOnSignal() { signals_.onUserSignal({}); }
    PauseOnSignal(const PauseOnSignal&) = delete;
    PauseOnSignal& operator=(const PauseOnSignal&) = delete;

  private:
    StopOnSignal& signals_;
};

/// Reports a line whose state can only be seen on the work piece.
void reportDoubt(const Sink& sink, const ProgressDisplay& display) {
    const auto machine = sink.transfer();
    if (!machine || !machine->doubtfulLine) return;
    display.say("line " + grouped(*machine->doubtfulLine) +
                " was being engraved when the controller died; it may be engraved twice");
}

/// What went wrong on the way to a machine, for --stats.
void printTransfer(const TransferStatus& machine) {
    const auto count = [](std::int64_t number, const char* noun) {
        return counted(static_cast<std::size_t>(number), noun);
    };
    printMessage(count(machine.resentSlices, "slice") + " sent again; " +
                 count(machine.damagedSlices, "slice") + " arrived damaged at the controller; " +
                 count(machine.reconnections, "connection") + " lost; the machine starved " +
                 count(machine.starvations, "time"));
}

/// Prints what the user should know before the export starts.
void printRemarks(ExportContext& context, const ExportTask& task, CommandEngine& engine) {
    if (!std::exchange(context.remarks, false)) return;
    warnOfMuted(task.design, [&context](const std::string& text) { context.display.say(text); });
    if (context.arguments.value("backend", "auto") != "auto" || !context.display.wordy()) return;
    const std::string reason = engine.cards() || engine.whyNoGpu.empty() ? "" : " (" + engine.whyNoGpu + ")";
    printMessage("computing on " + engine.backend().description() + reason);
}

/// Prints what `burin check` says about the images of a design, each remark once.
void printImageRemarks(ExportContext& context, const Graph& graph) {
    if (context.arguments.value("progress", "auto") == "none") return;
    for (const Problem& remark : remarksOnImages(graph)) {
        if (std::find(context.told.begin(), context.told.end(), remark) != context.told.end()) continue;
        context.display.say("warning: " + remark.text());
        context.told.push_back(remark);
    }
}

/// Runs an export. \return whether it was stopped
bool runToEnd(RequestedExport& exporting, const ExportRequest& request, const ProgressCallback& progress) {
    try {
        return exporting.run(progress).stopped;
    } catch (const NoRoomForChunk& shortage) {
        std::vector<Remedy> remedies = shortage.problem().remedies;
        if (request.helix) std::erase(remedies, Remedy{Remedy::Way::scanSwaths});  // it needs whole rows
        throw TooLittleMemory(shortage, remedyWords(remedies));
    } catch (const SinkError&) {
        throw;
    } catch (const UsageError&) {
        throw;
    } catch (const ClosedPipe&) {
        throw;
    } catch (const Cancelled&) {
        throw;
    } catch (const std::exception& error) {
        throw UnfinishedExport(error, exporting);
    }
}

}  // namespace

void exportSurfaceTo(ExportContext& context, ExportTask task, TaskResult& result) {
    const Arguments& arguments = context.arguments;
    const std::stop_token stop = context.signals.token();
    ExportRequest& request = task.request;
    const std::jthread hashing = request.hashAhead(task.design, task.root);
    CommandEngine engine(arguments, task.design, task.root, stop, context.computer,
                         {.everyItem = true, .itemProgress = context.display.itemCallback()});
    if (request.region.empty()) request.region = engine.graph()->top().extent.rect();
    if (task.region) request.region = parseRegion(*task.region, task.design.pixelUm, request.region);
    result.hash = request.hashOf(*engine.graph(), stop);
    checkRequest(request, task.design);
    const auto say = [&context](const Problem& note) { context.display.say(note.text()); };
    request.sink.tells = say;
    std::optional<PredictedOutput> predicted;
    if (request.predicted) {
        predicted.emplace(predictedOutput(task.design, engine, stop));
        request.heights = [&predicted] { return predicted->blocks(); };
    }
    if (isMachine(request.target) && !request.predicted) {
        request.connect = [&](const SurfaceInfo& surface, const SinkOptions& options) {
            return openMachine(arguments, request.target, task.design, *rootOf(*engine.graph()), surface,
                               options, context.display);
        };
    }
    if (!isMachine(request.target)) refuseTransferOptions(arguments, request.target);
    RequestedExport exporting(engine, request, result.hash, stop);
    const auto sayAll = [&say](const std::vector<Problem>& notes) {
        std::for_each(notes.begin(), notes.end(), say);
    };
    const auto settle = [&] {
        if (const auto others = settleOtherLayers(request)) say(*others);
    };
    sayAll(exporting.finished());
    if (exporting.allFinished()) return settle();
    sayAll(exporting.sink().notes());
    printRemarks(context, task, engine);
    printImageRemarks(context, *engine.graph());
    if (predicted) sayAll(predicted->remarks());
    if (arguments.has("stats")) engine.backend().countNodes(*engine.graph());
    {
        const PauseOnSignal pausing(context.signals, exporting);
        result.stopped = runToEnd(exporting, request, context.display.callback());
    }
    if (!result.stopped) settle();
    reportDoubt(exporting.sink(), context.display);
    if (arguments.has("stats")) {
        printStats(*engine.graph(), engine.backend(), engine.budget());
        if (const auto machine = exporting.sink().transfer()) printTransfer(*machine);
    }
    if (result.stopped) {
        const Sink& sink = exporting.sink();
        result.remedy = sequelWords(exporting.together({0, sink.sequel()}).sequel, sink.transfer());
    }
}

}  // namespace burin::app
