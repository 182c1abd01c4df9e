// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/batch/batch_setup.hpp"
#include "ui/export/dialog/export_plan.hpp"
#include "ui/model/threads/inbox.hpp"
#include "ui/model/threads/latest_task.hpp"

#include <QImage>
#include <QObject>

#include <optional>

namespace burin::ui {

/// Finds out how one row of a table looks and what it costs. Interface thread only; the work runs on separate
/// threads.
class RowInquiry : public QObject {
    Q_OBJECT

  public:
    explicit RowInquiry(const Engine& engine, QObject* parent = nullptr);

    /// Outdates earlier questions. found(), pictured() and planned() follow unless the row is wrong or
    /// skipped. \param row  from 1 \param side  the most pixels of the picture's longer side
    void ask(const BatchTaskPtr& task, std::size_t row, int side);
    void cancel();

  signals:
    /// The row's design, which is sound.
    void found(const std::shared_ptr<const burin::Design>& design);
    /// Emitted with a rough picture, and then with each better one.
    /// \param gray   1 is white; null if the surface is empty
    /// \param level  one pixel of the picture stands for 2^level samples
    /// \param sketch  whether it is computed from only some of the samples
    void pictured(const QImage& gray, int level, bool sketch);
    /// Emitted twice: with what is known at once, then with the time.
    void planned(const burin::ui::ExportPlan& plan);

  private:
    void look(const BatchTask& task, std::size_t row, int side, const std::stop_token& stop);
    [[nodiscard]] static std::optional<double> bytesOfFile(const BatchTask& task, const BatchJob& job);
    [[nodiscard]] static ExportOrder planOrder(const BatchTask& task, const BatchJob& job);

    const Engine engine_;
    ExportPlanner planner_;
    std::optional<double> bytes_;  ///< bytesOfFile() of the row
    Inbox inbox_;
    LatestTask task_;  ///< last member: its thread uses all of the above
};

}  // namespace burin::ui
