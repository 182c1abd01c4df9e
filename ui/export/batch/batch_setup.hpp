// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/batch/batch_plan.hpp"
#include "ui/export/queue/export_job.hpp"

#include <QList>
#include <QString>

#include <filesystem>
#include <memory>

namespace burin::ui {

/// The settings in the batch dialog.
struct BatchSetup {
    ExportOrder common;  ///< what does not depend on the row; its target is a pattern or a machine's address
    QString table;       ///< absolute path
    /// the region of rows that do not name one, as `x,y,width,height` in px; empty: the whole surface
    QString region;
    QList<MachineEntry> machines;  ///< machines that rows may name by their address
    /// leave out rows that an earlier run has done; otherwise all rows are made again
    bool leaveDone = true;
    /// with leaveDone: the run that is continued was to make all rows again, so rows that it has not reached
    /// overwrite their files
    bool overwrites = false;
    bool ask = false;        ///< whether to ask before each row
    bool keepGoing = false;  ///< whether to continue after a failed row

    /// `TABLE.results.csv` beside the table, as the command writes it.
    [[nodiscard]] std::filesystem::path results() const;
    /// \param backend  the name of the backend
    [[nodiscard]] BatchOptions options(const std::string& backend) const;
    /// The export of one row. \param request  the row's
    [[nodiscard]] ExportOrder order(const BatchJob& job, const ExportRequest& request) const;
};

/// A table of jobs that was read, and what earlier runs have made of it.
struct BatchTask {
    BatchSetup setup;
    BatchPlan plan;
    EarlierResults written;  ///< all lines of the results
    EarlierResults earlier;  ///< the earlier results that the next run continues; either all of them or none
};
using BatchTaskPtr = std::shared_ptr<BatchTask>;

}  // namespace burin::ui
