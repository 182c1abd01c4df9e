// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/queue/export_engine.hpp"

#include "core/base/errors.hpp"
#include "ui/words/text.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <utility>

namespace burin::ui {

namespace {

bool onProcessor(const Engine& engine, const std::string& whyNotOnCards) {
    return engine.backendFor(whyNotOnCards).name() == "cpu";
}

/// The means of an export that may take `bytes`.
EngineMeans meansOf(const Engine& engine, const std::string& whyNotOnCards, std::size_t bytes) {
    if (onProcessor(engine, whyNotOnCards))
        return {.memoryBytes = bytes, .threads = ExportEngine::sideBySide(engine, whyNotOnCards)};
    const auto cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    const std::shared_ptr<Backend> cards(std::shared_ptr<void>(), &engine.backend);  // not owned
    return {.memoryBytes = bytes, .threads = cores, .cards = cards};
}

/// Lowers the priority of the calling thread and of threads that it starts.
void giveWay() {
    constexpr int niceness = 10;
    static_cast<void>(setpriority(PRIO_PROCESS, 0, niceness));
}

/// The diagnostic as the problem of an export. Its subject is the place in the design.
Problem problemOf(const Diagnostic& diagnostic) {
    std::string place;
    if (!diagnostic.group.empty()) place = tr("Group %1").arg(textOf(diagnostic.group)).toStdString();
    if (!diagnostic.node.empty()) place += (place.empty() ? "" : ": ") + diagnostic.node;
    Problem problem = diagnostic.problem;
    if (!problem.subject.empty()) place += (place.empty() ? "" : ": ") + problem.subject;
    problem.subject = std::move(place);
    return problem;
}

/// Waits for the memory of pictures that are being computed, because it is freed soon. If it stays in use for
/// seconds, reserves less.
Reservation takeShare(MemoryBudget& budget, std::size_t bytes, const std::stop_token& stop) {
    using namespace std::chrono_literals;
    const std::size_t least = bytes / 16;
    auto patience = std::chrono::steady_clock::now() + 3s;
    while (!stop.stop_requested()) {
        if (Reservation taken = budget.tryReserve(bytes, Holder::exports)) return taken;
        std::this_thread::sleep_for(20ms);
        if (std::chrono::steady_clock::now() < patience) continue;
        bytes /= 2;
        if (bytes < least) throw budget.shortage("the export", least);
        patience += 1s;
    }
    throw Cancelled();
}

}  // namespace

int ExportEngine::sideBySide(const Engine& engine, const std::string& whyNotOnCards) {
    if (!onProcessor(engine, whyNotOnCards)) return 1;
    return std::max(1, engine.backendFor(whyNotOnCards).concurrency() / 2);
}

std::shared_ptr<const Graph> ExportEngine::bind(const Engine& engine, const Design& design,
                                                const std::stop_token& stop) {
    if (!design.root) throw UsageError("the design has no surface");
    const EngineMeans means = meansOf(engine, design.whyNotOnCards(*design.root), share(engine));
    BoundGraph bound = bindGraph(
        design, *design.root, fittingOptions(means, design, *design.root, {.everyItem = true, .stop = stop}));
    if (bound.graph) return std::make_shared<const Graph>(std::move(*bound.graph));
    const Diagnostic& first = bound.errors.front();
    throw UsageError(problemOf(first));
}

ExportEngine::ExportEngine(const Engine& engine, const Design& design, std::stop_token stop) {
    const std::shared_ptr<const Graph> graph = bind(engine, design, stop);
    resident_ = engine.residents->hold(*graph);
    share_ = takeShare(engine.budget, share(engine), stop);
    giveWay();
    own_.emplace(meansOf(engine, graph->whyNotOnCards, share_.bytes()), graph);
}

}  // namespace burin::ui
