// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/queue/export_job.hpp"
#include "ui/model/threads/inbox.hpp"
#include "ui/model/threads/latest_task.hpp"

#include <QObject>

#include <memory>
#include <string>

namespace burin::ui {

/// The facts about an export that are known before it starts.
struct ExportPlan {
    /// The state of the target.
    enum class Target {
        free,
        begun,    ///< an export that can resume
        occupied  ///< something that can only be overwritten
    };
    /// Why the export cannot start; empty if it can.
    QString problem;
    Target target = Target::free;
    double doneShare = 0;            ///< the part of a begun export that is done
    QString whyOccupied;             ///< why the target is occupied; empty if the file exists
    std::optional<TransferJob> job;  ///< the job as a machine would receive it
    int bits = 0;                    ///< bits of a sample; heightDepth for heights
    double fullDepthUm = 0;          ///< the depth of value 1; 0: not given
    double bytes = 0;                ///< bytes to be written; an upper limit if compressed
    double freeBytes = -1;           ///< free space on the target's disk; negative if unknown
    std::size_t memoryBytes = 0;
    std::size_t memoryShare = 0;
    std::string hash;  ///< the hash of the design
    QString runsOn;    ///< the device that computes it
    /// The time to compute everything; negative if not known yet.
    double seconds = -1;

    [[nodiscard]] bool fitsDisk() const { return freeBytes < 0 || bytes * (1 - doneShare) <= freeBytes; }
};

/// Finds out in advance what an export will cost. Interface thread only; the work runs on a separate thread.
class ExportPlanner : public QObject {
    Q_OBJECT

  public:
    explicit ExportPlanner(const Engine& engine, QObject* parent = nullptr);

    /// Replaces earlier requests. planned() is emitted twice: first with what is known at once, then with the
    /// time.
    void request(const ExportOrder& order);
    void cancel() { task_.stop(); }

  signals:
    void planned(const burin::ui::ExportPlan& plan);

  private:
    struct Bound;
    void plan(const ExportOrder& order, const std::stop_token& stop);
    void tell(const ExportPlan& plan, const std::stop_token& stop);

    const Engine engine_;
    std::shared_ptr<Bound> bound_;  ///< the graph of the last design; used by the planning thread only
    Inbox inbox_;
    LatestTask task_;  ///< last member: its thread uses all of the above
};

}  // namespace burin::ui
