// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/export_engine.hpp"

#include "core/render/memory_fit.hpp"
#include "core/surface/export_error.hpp"

#include <sys/resource.h>

#include <algorithm>

namespace burin::ui {

namespace {

bool onProcessor(const Engine& engine) {
    return engine.backend.name() == "cpu";
}

/// The calling thread, and those that it starts, get what the others leave.
void giveWay() {
    constexpr int niceness = 10;
    static_cast<void>(setpriority(PRIO_PROCESS, 0, niceness));
}

}  // namespace

int ExportEngine::sideBySide(const Engine& engine) {
    return onProcessor(engine) ? std::max(1, engine.backend.concurrency() / 2) : 1;
}

std::shared_ptr<const Graph> ExportEngine::bind(const Engine& engine, const Design& design) {
    constexpr std::int32_t sideOnCard = 4096;
    if (!design.root) throw UsageError("the design has no root");
    const std::size_t memory = share(engine);
    GraphOptions options;
    options.tileSide =
        onProcessor(engine) ? tileSideFitting(design, *design.root, memory, sideBySide(engine)) : sideOnCard;
    options.largestCellBytes = largestCellFitting(memory);
    BoundGraph bound = bindGraph(design, *design.root, options);
    if (bound.graph) return std::make_shared<const Graph>(std::move(*bound.graph));
    const Diagnostic& first = bound.errors.front();
    throw UsageError((first.node.empty() ? "" : first.node + ": ") + first.what +
                     (first.remedy.empty() ? "" : "; " + first.remedy));
}

ExportEngine::ExportEngine(const Engine& engine, const Design& design, std::stop_token stop)
    : shared_(engine.backend),
      graph_(bind(engine, design)),
      share_(engine.budget.reserve(share(engine), "the export", std::move(stop))),
      budget_(share(engine)) {
    giveWay();
    const std::size_t held = residentBytes(*graph_);
    resident_ = budget_.tryReserve(held);
    if (!resident_) throw OutOfMemory("holding the design's images and tables", held, budget_.limit());
    if (!onProcessor(engine)) return;
    cache_.emplace(budget_, mostIdleBytes(*graph_));
    cpu_.emplace(budget_, *cache_, sideBySide(engine));
}

}  // namespace burin::ui
