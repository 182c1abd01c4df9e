// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/batch/batch_setup.hpp"

#include "core/base/errors.hpp"
#include "core/remote/address.hpp"
#include "core/remote/transfer_sink.hpp"
#include "ui/words/text.hpp"

#include <QFileInfo>

#include <algorithm>

namespace burin::ui {

namespace {

/// The machine of the book with that address, or a plain one.
MachineEntry machineAt(const QString& address, const QList<MachineEntry>& machines) {
    const auto known = std::find_if(machines.begin(), machines.end(),
                                    [&](const MachineEntry& machine) { return machine.sink() == address; });
    return known == machines.end() ? MachineEntry{address, address} : *known;
}

}  // namespace

std::filesystem::path BatchSetup::results() const {
    return pathOf(table).replace_extension(".results.csv");
}

BatchOptions BatchSetup::options(const std::string& backend) const {
    BatchOptions options;
    options.each = common;
    options.each.sink.policy = {.resume = leaveDone, .force = overwrites || !leaveDone};
    options.targetFolder = pathOf(table).parent_path();
    options.results = results();
    options.region = region.toStdString();
    options.backend = backend;
    options.refuse = [layered = common.layers > 0](const std::string& target, const Graph& /*graph*/) {
        if (!isMachine(target)) return;
        static_cast<void>(machineAddress(target));
        if (layered) throw UsageError(target, "layers are files; a machine does not take them");
    };
    return options;
}

ExportOrder BatchSetup::order(const BatchJob& job, const ExportRequest& request) const {
    ExportOrder order = common;
    static_cast<ExportRequest&>(order) = request;
    order.design = job.design;
    order.title = tr("%1, row %2").arg(QFileInfo(table).fileName()).arg(job.row);
    order.machine.reset();
    if (isMachine(job.target)) order.machine = machineAt(order.file(), machines);
    const Rect surface = job.graph->top().extent.rect();
    order.surface = {surface.width, surface.height};
    return order;
}

}  // namespace burin::ui
