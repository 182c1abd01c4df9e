// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/queue/export_job.hpp"
#include "ui/model/latest_task.hpp"

#include <QObject>

#include <memory>

namespace burin::ui {

/// What is known of an export before it starts.
struct ExportPlan {
    /// What lies at the target.
    enum class Target {
        free,
        begun,    ///< an export that can go on
        occupied  ///< by what can only be overwritten
    };
    /// Why it cannot start; empty: it can.
    QString problem;
    Target target = Target::free;
    double doneShare = 0;          ///< of what was begun
    QString whyOccupied;           ///< what lies there, where that is no finished file
    std::optional<StreamJob> job;  ///< what a machine would be told
    double bytes = 0;              ///< to be written; at most so many where they are compressed
    double freeBytes = -1;         ///< where the target is; negative: unknown
    std::size_t memoryBytes = 0;
    std::size_t memoryShare = 0;
    /// To compute all of it; negative: not known yet.
    double seconds = -1;

    [[nodiscard]] bool fitsDisk() const { return freeBytes < 0 || bytes * (1 - doneShare) <= freeBytes; }
};

/// Looks ahead: what an export would take. Interface thread only; the work is done by a thread of its own.
class ExportPlanner : public QObject {
    Q_OBJECT

  public:
    explicit ExportPlanner(const Engine& engine, QObject* parent = nullptr);

    /// planned() follows, twice: first what is known at once, then with the time. Outdates earlier requests.
    void request(const ExportOrder& order);
    void cancel() { task_.stop(); }

  signals:
    void planned(const burin::ui::ExportPlan& plan);

  private:
    struct Bound;
    void plan(const ExportOrder& order, const std::stop_token& stop);
    void tell(const ExportPlan& plan, const std::stop_token& stop);

    const Engine engine_;
    std::shared_ptr<Bound> bound_;  ///< the planning thread's: the last design's graph
    LatestTask task_;               ///< last: its thread uses all of the above
};

}  // namespace burin::ui
