// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/export_plan.hpp"

#include "core/render/cpu_backend.hpp"
#include "core/render/memory_fit.hpp"
#include "core/render/plan.hpp"
#include "core/surface/export_error.hpp"
#include "core/surface/export_time.hpp"
#include "core/surface/root_blocks.hpp"
#include "ui/export/export_engine.hpp"
#include "ui/export/words.hpp"

#include <QFile>
#include <QFileInfo>
#include <QMetaObject>
#include <QStorageInfo>

#include <algorithm>

namespace burin::ui {

namespace {

std::unique_ptr<Sink> opened(const ExportOrder& order, const SurfaceInfo& info, const ResumePolicy& policy) {
    SinkOptions options = order.sinkOptions();
    options.policy = policy;
    return openSink(QFile::encodeName(order.target).toStdString(), info, options);
}

double bytesOf(const ChunkGrid& grid) {
    const ChunkGrid::Layout& layout = grid.layout();
    if (layout.padded) return static_cast<double>(grid.count()) * static_cast<double>(grid.largestBytes());
    return static_cast<double>(packedBytes(layout.region.width, layout.depth)) *
           static_cast<double>(layout.region.height);
}

double doneShare(const Sink& sink) {
    const ChunkRange range = sink.range();
    std::int64_t done = 0;
    for (std::int64_t at = sink.done().firstMember(range.first, range.last); at < range.last;) {
        const std::int64_t gap = std::min(sink.done().firstGap(at), range.last);
        done += gap - at;
        at = sink.done().firstMember(gap, range.last);
    }
    return static_cast<double>(done) / static_cast<double>(std::max<std::int64_t>(1, range.count()));
}

/// Looks at the target: which of starting, going on and overwriting is possible there.
void inspectTarget(const ExportOrder& order, const SurfaceInfo& info, ExportPlan& plan) {
    // What does not even work by force is wrong by itself.
    plan.bytes = bytesOf(opened(order, info, {.force = true})->grid());
    try {
        static_cast<void>(opened(order, info, {}));
        return;
    } catch (const UsageError&) {
        plan.target = ExportPlan::Target::occupied;
    }
    try {
        const auto sink = opened(order, info, {.resume = true});
        if (sink->alreadyFinished() || sink->done().empty()) return;
        plan.target = ExportPlan::Target::begun;
        plan.doneShare = doneShare(*sink);
    } catch (const UsageError& error) {
        if (!QFileInfo::exists(order.target)) plan.whyOccupied = withoutOptions(error.what());
    }
}

double freeBytes(const QString& target) {
    const QStorageInfo storage(QFileInfo(target).absolutePath());
    return storage.isValid() ? static_cast<double>(storage.bytesAvailable()) : -1;
}

/// What computing takes at once: images and tables, and a block for each thread.
std::size_t memoryOf(const Graph& graph, const Rect& region, int threads) {
    constexpr std::int64_t side = 1024;
    const Rect block = intersection(
        {region.x + (region.width - side) / 2, region.y + (region.height - side) / 2, side, side}, region);
    return residentBytes(graph) + CpuBackend::bytesFor(graph, block, threads);
}

}  // namespace

struct ExportPlanner::Bound {
    std::shared_ptr<const Design> design;
    std::shared_ptr<const Graph> graph;
};

ExportPlanner::ExportPlanner(const Engine& engine, QObject* parent)
    : QObject(parent), engine_(engine), bound_(std::make_shared<Bound>()) {}

void ExportPlanner::request(const ExportOrder& order) {
    task_.start([this, order](const std::stop_token& stop) { plan(order, stop); });
}

void ExportPlanner::tell(const ExportPlan& plan, const std::stop_token& stop) {
    QMetaObject::invokeMethod(
        this,
        [this, plan, stop] {
            if (!stop.stop_requested()) emit planned(plan);
        },
        Qt::QueuedConnection);
}

void ExportPlanner::plan(const ExportOrder& order, const std::stop_token& stop) {
    ExportPlan plan;
    try {
        if (bound_->design != order.design)
            *bound_ = {order.design, ExportEngine::bind(engine_, *order.design)};
        const Graph& graph = *bound_->graph;
        const SurfaceInfo info = surfaceInfo(graph, order.region, engine_.backend.name());
        plan.memoryShare = ExportEngine::share(engine_);
        plan.memoryBytes = memoryOf(graph, order.region, ExportEngine::sideBySide(engine_));
        if (order.machine) {
            plan.job = order.streamJob(graph, info);
            plan.bytes = static_cast<double>(plan.job->layout().bytes());
        } else {
            plan.freeBytes = freeBytes(order.target);
            inspectTarget(order, info, plan);
        }
        tell(plan, stop);
        plan.seconds = estimatedSeconds(engine_.backend, bound_->graph, order.region,
                                        ExportEngine::sideBySide(engine_), stop);
    } catch (const UsageError& error) {
        plan.problem = withoutOptions(error.what());
    } catch (const Plan::Unfit&) {
        plan.problem = tr("A block takes more memory than an export has.");
    } catch (const std::exception& error) {
        plan.problem = QString::fromUtf8(error.what());
    }
    tell(plan, stop);
}

}  // namespace burin::ui
