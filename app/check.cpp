// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_engine.hpp"
#include "app/commands.hpp"
#include "app/error_output.hpp"
#include "app/problem_words.hpp"
#include "app/progress_display.hpp"
#include "core/base/text.hpp"
#include "core/design/design.hpp"
#include "core/engraving/compensation.hpp"
#include "core/engraving/preflight.hpp"
#include "core/render/memory_fit.hpp"

#include <cstdio>
#include <optional>

namespace burin::app {

namespace {

/// The graph of the root with the problems that only it reveals. Empty if the design has other errors.
BoundGraph boundRoot(const Arguments& arguments, const Design& design) {
    if (design.refused || !design.root || !design.errorsOf(*design.root).empty()) return {};
    GraphOptions options{.everyItem = true, .itemProgress = ProgressDisplay("auto").itemCallback()};
    if (const auto memory = arguments.bytes("memory")) options.largestCellBytes = largestCellFitting(*memory);
    return bindGraph(design, *design.root, options);
}

/// Reports an error if `--memory` is too small for the images, because no command could compute the design
/// then. Without the option nothing is checked: the memory of this computer says nothing about the design.
void requireRoomForImages(const Arguments& arguments, const Graph& graph) {
    const auto memory = arguments.bytes("memory");
    if (!memory) return;
    MemoryBudget budget(*memory);
    const std::size_t held = residentBytes(graph);
    if (!budget.tryReserve(held, Holder::tables))
        throw TooLittleMemory(budget.shortage(residentsText(graph), held));
}

/// A typical rate of a machine.
constexpr double machineBytesPerSecond = 10e6;

void printSummary(const PreflightReport& report) {
    const double seconds = report.bytes / machineBytesPerSecond;
    std::printf("bytes     %s\n", grouped(static_cast<std::int64_t>(report.bytes)).c_str());
    std::printf("days      %.3g at 10 MB/s\n", seconds / 86400);
    std::printf("looked at %s of %s px\n", grouped(report.samplesSeen).c_str(),
                grouped(report.samples).c_str());
    for (const Problem& unseen : report.unseen)
        std::printf("not seen  %s\n", unseen.text().c_str());
}

int inspect(const Arguments& arguments, const Design& design) {
    CommandEngine engine(arguments, design, *design.root, {});
    PreflightOptions options;
    options.progress = ProgressDisplay("auto").callback();
    const PreflightReport report = preflight(design, engine.graph(), engine.backend(), options);
    bool spoilt = false;
    for (const Finding& finding : report.findings) {
        printMessage(finding.text());
        spoilt = spoilt || finding.severity == Severity::error;
    }
    if (spoilt) return exitUsage;
    printSummary(report);
    std::puts(report.findings.empty() ? "ok" : "ok, with warnings");
    return exitDone;
}

void printUncomputed(const DesignNode& node, const std::exception& error) {
    printMessage(
        filledIn("the effect of %1's compensation was not computed: %2", {node.name, failureWords(error)}));
}

/// Says how much of the spot's error each compensating node leaves. Nothing is computed if there is none. A
/// design is sound even if this cannot be computed.
void printCompensations(const Arguments& arguments, const Design& design) {
    std::optional<CommandEngine> engine;
    for (const NodeIndex index : design.closure(*design.root)) {
        const DesignNode& node = design.nodes[index];
        if (!node.kind->description.compensates || node.muted) continue;
        try {
            if (!engine) engine.emplace(arguments, design, *design.root, std::stop_token());
            const auto effect = compensationEffect(engine->backend(), *engine->graph(), node.name, {});
            if (effect) printMessage(problemWords(effect->remark()));
        } catch (const TooLittleMemory& error) {
            printUncomputed(node, error);
        } catch (const UsageError&) {
            throw;
        } catch (const std::exception& error) {
            printUncomputed(node, error);
        }
    }
}

int check(const Arguments& arguments) {
    checkEngineOptions(arguments);
    const Design design = loadAsSet(arguments);
    Diagnostics all = design.diagnostics;
    BoundGraph bound = boundRoot(arguments, design);
    all.insert(all.end(), bound.errors.begin(), bound.errors.end());
    for (const Diagnostic& d : all)
        printMessage(d.text());
    for (const Problem& remark : bound.remarks)
        printMessage(remark.text());
    // Errors in nodes that the root does not reach do not prevent an export.
    const bool broken =
        design.refused || !design.root || !bound.errors.empty() || !design.errorsOf(*design.root).empty();
    if (broken) return exitUsage;
    if (bound.graph) requireRoomForImages(arguments, *bound.graph);
    bound.graph.reset();  // the tables of the graph would take room beside those of the engines below
    printCompensations(arguments, design);
    if (arguments.has("preflight")) return inspect(arguments, design);
    std::puts("ok");
    return exitDone;
}

}  // namespace

Command checkCommand() {
    std::vector<Option> options = {setOption(),
                                   {"preflight", nullptr,
                                    "also look for anything that would spoil an engraving; the options below "
                                    "affect this check and nodes of the kind compensate"}};
    for (const Option& o : engineOptions())
        options.push_back(o);
    return {"check", "DESIGN", "names every problem of a design with its place, or says ok", options, 1,
            1,       &check};
}

}  // namespace burin::app
