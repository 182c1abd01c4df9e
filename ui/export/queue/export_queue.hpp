// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/queue/export_job.hpp"

#include <QObject>

#include <memory>
#include <vector>

namespace burin::ui {

/// The exports of the program, one after another. Outlives the windows. Interface thread only.
class ExportQueue : public QObject {
    Q_OBJECT

  public:
    explicit ExportQueue(const Engine& engine, QObject* parent = nullptr);
    /// Stops what runs, keeping what is written, and waits for it.
    ~ExportQueue() override;

    [[nodiscard]] const Engine& engine() const { return engine_; }
    [[nodiscard]] int count() const { return static_cast<int>(jobs_.size()); }
    [[nodiscard]] ExportJob* job(int index) const { return jobs_[static_cast<std::size_t>(index)].get(); }
    /// -1 where it is not here.
    [[nodiscard]] int indexOf(const ExportJob* job) const;
    /// The one that runs or is paused, or nullptr.
    [[nodiscard]] ExportJob* active() const;
    /// How many wait for their turn.
    [[nodiscard]] int waiting() const;

    /// Why that order must not join: another job that is not over yet has the same file or machine. Empty:
    /// it may.
    [[nodiscard]] QString conflict(const ExportOrder& order) const;
    /// Starts at once where nothing is active.
    ExportJob* add(ExportOrder order);
    /// Does nothing to one that is active.
    void remove(ExportJob* job);
    /// Puts the job at `from` to the place `to` of the list.
    void move(int from, int to);
    /// Lets a stopped or failed job go on when it is its turn.
    void resume(ExportJob* job);

  signals:
    void aboutToInsert(int index);
    void inserted();
    void aboutToRemove(int index);
    void removed();
    /// The job at `from` comes to stand before the one that is at `before` now.
    void aboutToMove(int from, int before);
    void moved();
    void jobChanged(burin::ui::ExportJob* job);
    /// It has ended, and not by its user's wish.
    void failed(burin::ui::ExportJob* job);
    /// None is active any more, or another one is.
    void activeChanged();

  private:
    void startNext();

    const Engine engine_;
    std::vector<std::unique_ptr<ExportJob>> jobs_;
};

}  // namespace burin::ui
