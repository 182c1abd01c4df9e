// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/dialog/export_plan.hpp"

#include "core/base/errors.hpp"
#include "core/export/export_time.hpp"
#include "core/export/root_blocks.hpp"
#include "core/render/cpu_backend.hpp"
#include "core/render/memory_fit.hpp"
#include "core/render/plan.hpp"
#include "core/sinks/numbered_name.hpp"
#include "core/sinks/output_look.hpp"
#include "ui/export/queue/export_engine.hpp"
#include "ui/words/problem_text.hpp"
#include "ui/words/text.hpp"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QMetaObject>
#include <QStorageInfo>

#include <algorithm>

namespace burin::ui {

namespace {

double bytesOf(const ChunkGrid& grid) {
    const ChunkGrid::Layout& layout = grid.layout();
    if (layout.padded) return static_cast<double>(grid.count()) * static_cast<double>(grid.largestBytes());
    return static_cast<double>(packedBytes(layout.region.width, layout.depth)) *
           static_cast<double>(layout.region.height);
}

/// Why an occupied file cannot be resumed; empty if it just exists.
QString whyOccupied(const std::string& file, const Problem& obstacle) {
    const QString written = QFile::decodeName(outputPath(file).c_str());
    return QFileInfo::exists(written) ? QString() : problemText(obstacle);
}

void inspectTarget(const ExportOrder& order, const SurfaceInfo& info, ExportPlan& plan) {
    using State = OutputLook::State;
    using Target = ExportPlan::Target;
    const OutputLook look = lookAtOutputs(order, info);
    plan.bytes = bytesOf(look.grid) * static_cast<double>(order.files());
    plan.bits = look.grid.layout().depth;
    plan.target = look.state == State::free    ? Target::free
                  : look.state == State::begun ? Target::begun
                                               : Target::occupied;
    if (look.state == State::begun) plan.doneShare = look.doneShare;
    if (look.state == State::occupied) plan.whyOccupied = whyOccupied(look.path, look.obstacle);
}

/// Checks early what the export would find out only at its start. \throws UsageError if the user may not
/// write into the folder
void refuseFolder(const QString& target) {
    QFileInfo folder(QFileInfo(target).absolutePath());
    // The folder of numbered files is made if it is missing.
    const bool numbered = NumberedName::parse(QFile::encodeName(target).toStdString()).has_value();
    if (numbered && !folder.exists()) folder.setFile(folder.absolutePath());
    if (folder.isDir() && !folder.isWritable())
        throw UsageError(tr("You may not write into the folder %1. Choose another one.")
                             .arg(QDir::toNativeSeparators(folder.filePath()))
                             .toStdString());
}

double freeBytes(const QString& target) {
    const QStorageInfo storage(QFileInfo(target).absolutePath());
    return storage.isValid() ? static_cast<double>(storage.bytesAvailable()) : -1;
}

/// The memory that computing needs at once: images, tables and one block for each thread. A block that needs
/// more than `share` is computed in parts.
std::size_t memoryOf(const Graph& graph, const Rect& region, int threads, std::size_t share) {
    constexpr std::int64_t side = 1024;
    const Rect block = intersection(
        {region.x + (region.width - side) / 2, region.y + (region.height - side) / 2, side, side}, region);
    return residentBytes(graph) + CpuBackend::bytesFor(graph, block, threads, share).value_or(share);
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
    inbox_.postUnless(stop, [this, plan] { emit planned(plan); });
}

void ExportPlanner::plan(const ExportOrder& order, const std::stop_token& stop) {
    ExportPlan plan;
    try {
        if (bound_->design != order.design)
            *bound_ = {order.design, ExportEngine::bind(engine_, *order.design, stop)};
        const Graph& graph = *bound_->graph;
        plan.hash = designHash(graph, stop);
        plan.fullDepthUm = rootOf(graph)->fullDepthUm;
        Backend& backend = engine_.backendFor(graph);
        plan.runsOn = QString::fromStdString(backend.description());
        const SurfaceInfo info = order.infoOf(graph, backend.name(), plan.hash);
        const int sideBySide = ExportEngine::sideBySide(engine_, graph.whyNotOnCards);
        plan.memoryShare = ExportEngine::share(engine_);
        plan.memoryBytes = memoryOf(graph, order.region, sideBySide, plan.memoryShare);
        if (order.machine) {
            plan.job = order.transferJob(graph, info);
            plan.bytes = static_cast<double>(plan.job->layout().bytes());
            plan.bits = plan.job->layout().depth();
        } else {
            refuseFolder(order.file());
            plan.freeBytes = freeBytes(order.file());
            inspectTarget(order, info, plan);
        }
        tell(plan, stop);
        plan.seconds = estimatedSeconds(backend, bound_->graph, order.region, sideBySide, stop) *
                       static_cast<double>(order.files());
    } catch (const std::exception& error) {
        plan.problem = errorSentences(error);
    }
    tell(plan, stop);
}

}  // namespace burin::ui
