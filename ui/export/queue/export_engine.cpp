// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/queue/export_engine.hpp"

#include "core/base/errors.hpp"
#include "core/render/memory_fit.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <thread>

namespace burin::ui {

namespace {

bool onProcessor(const Engine& engine) {
    return engine.backend.name() == "cpu";
}

/// True also if there is a card but it has no kernel for a node.
bool onProcessor(const Engine& engine, const std::string& whyNotOnCards) {
    return onProcessor(engine) || !whyNotOnCards.empty();
}

/// Lowers the priority of the calling thread and of threads that it starts.
void giveWay() {
    constexpr int niceness = 10;
    static_cast<void>(setpriority(PRIO_PROCESS, 0, niceness));
}

/// Waits for the memory of pictures that are being computed, which is freed soon. If it stays in use for
/// seconds, asks for less.
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

int ExportEngine::sideBySide(const Engine& engine) {
    return onProcessor(engine) ? std::max(1, engine.backend.concurrency() / 2) : 1;
}

std::shared_ptr<const Graph> ExportEngine::bind(const Engine& engine, const Design& design) {
    constexpr std::int32_t sideOnCard = 4096;
    if (!design.root) throw UsageError("the design has no surface");
    const std::size_t memory = share(engine);
    GraphOptions options;
    options.tileSide = onProcessor(engine, design.whyNotOnCards(*design.root))
                           ? tileSideFitting(design, *design.root, memory, sideBySide(engine))
                           : sideOnCard;
    options.largestCellBytes = largestCellFitting(memory);
    options.everyItem = true;
    BoundGraph bound = bindGraph(design, *design.root, options);
    if (bound.graph) return std::make_shared<const Graph>(std::move(*bound.graph));
    const Diagnostic& first = bound.errors.front();
    throw UsageError((first.group.empty() ? "" : "group " + first.group + ": ") +
                     (first.node.empty() ? "" : first.node + ": ") + first.what +
                     (first.remedy.empty() ? "" : "; " + first.remedy));
}

ExportEngine::ExportEngine(const Engine& engine, const Design& design, std::stop_token stop)
    : shared_(engine.backend),
      threads_(onProcessor(engine) ? sideBySide(engine)
                                   : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()))),
      graph_(bind(engine, design)),
      resident_(engine.residents->hold(*graph_)),
      share_(takeShare(engine.budget, share(engine), stop)),
      budget_(share_.bytes()) {
    giveWay();
    if (!onProcessor(engine, graph_->whyNotOnCards)) return;
    cache_.emplace(budget_, mostIdleBytes(*graph_));
    cpu_.emplace(budget_, *cache_, threads_);
}

}  // namespace burin::ui
