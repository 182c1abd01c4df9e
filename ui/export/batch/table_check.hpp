// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/batch/batch_setup.hpp"
#include "ui/model/threads/inbox.hpp"
#include "ui/model/threads/latest_task.hpp"

#include <QObject>

#include <string>
#include <vector>

namespace burin::ui {

/// Reads a table of jobs and checks its rows. Interface thread only; the work runs on a thread of its own.
class TableCheck : public QObject {
    Q_OBJECT

  public:
    /// A check ends after this many problems.
    static constexpr std::size_t mostProblems = 10'000;

    explicit TableCheck(QObject* parent = nullptr);

    /// Outdates an earlier check. \param backend  the name of the backend
    void start(const BatchSetup& setup, const std::string& backend);
    /// Ends the check; ended() does not follow.
    void stop();
    [[nodiscard]] bool running() const { return running_; }

  signals:
    /// The table was read; its rows will follow. Until ended(), only the table of its plan may be used.
    void tableRead(const burin::ui::BatchTaskPtr& task);
    /// The next rows, in their order.
    void rowsChecked(const std::vector<burin::CheckedRow>& rows);
    /// \param problems  the problems of the table as a whole; those of rows were reported with the rows
    void ended(const burin::TableProblems& problems);

  private:
    void check(const BatchSetup& setup, const std::string& backend, const std::stop_token& stop);
    TableProblems checkRows(BatchTask& task, const std::stop_token& stop);

    bool running_ = false;
    Inbox inbox_;
    LatestTask task_;  ///< last member: its thread uses all of the above
};

}  // namespace burin::ui
