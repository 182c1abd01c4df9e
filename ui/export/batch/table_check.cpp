// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/batch/table_check.hpp"

#include "core/base/cancelled.hpp"
#include "core/base/errors.hpp"
#include "ui/words/text.hpp"

#include <chrono>
#include <utility>

namespace burin::ui {

namespace {

/// Collects rows and hands them on ten times a second, so that a long table does not flood the interface.
class Portions {
  public:
    explicit Portions(std::function<void(std::vector<CheckedRow>)> send) : send_(std::move(send)) {}

    void add(const CheckedRow& row) {
        rows_.push_back(row);
        const auto now = std::chrono::steady_clock::now();
        if (now - sent_ < std::chrono::milliseconds(100)) return;
        flush();
        sent_ = now;
    }
    void flush() {
        if (!rows_.empty()) send_(std::exchange(rows_, {}));
    }

  private:
    std::function<void(std::vector<CheckedRow>)> send_;
    std::vector<CheckedRow> rows_;
    std::chrono::steady_clock::time_point sent_;
};

}  // namespace

TableCheck::TableCheck(QObject* parent) : QObject(parent) {}

void TableCheck::start(const BatchSetup& setup, const std::string& backend) {
    running_ = true;
    task_.start([this, setup, backend](const std::stop_token& stop) { check(setup, backend, stop); });
}

void TableCheck::stop() {
    running_ = false;
    task_.stop();
}

void TableCheck::check(const BatchSetup& setup, const std::string& backend, const std::stop_token& stop) {
    TableProblems problems;
    try {
        auto read = BatchTable::read(pathOf(setup.table), stop);
        if (auto* const problem = std::get_if<TableProblem>(&read)) {
            problems.push_back(std::move(*problem));
        } else {
            EarlierResults written = EarlierResults::read(setup.results());
            const auto task =
                std::make_shared<BatchTask>(BatchTask{setup,
                                                      BatchPlan(std::move(std::get<BatchTable>(read)),
                                                                *setup.common.design, setup.options(backend)),
                                                      written, setup.leaveDone ? written : EarlierResults()});
            inbox_.postUnless(stop, [this, task] { emit tableRead(task); });
            problems = checkRows(*task, stop);
        }
    } catch (const Cancelled&) {
        return;
    } catch (const ProblemError& error) {
        problems.push_back({.file = setup.table.toStdString(), .problem = error.problem()});
    } catch (const std::exception& error) {
        problems.push_back(
            {.file = setup.table.toStdString(), .problem = {.reason = "%1", .details = {error.what()}}});
    }
    inbox_.postUnless(stop, [this, problems] {
        running_ = false;
        emit ended(problems);
    });
}

/// \return the problems of the table as a whole
TableProblems TableCheck::checkRows(BatchTask& task, const std::stop_token& stop) {
    bool reached = false;
    Portions portions([&](std::vector<CheckedRow> rows) {
        inbox_.postUnless(stop, [this, rows = std::move(rows)] { emit rowsChecked(rows); });
    });
    TableProblems problems = task.plan.check(task.earlier, stop, mostProblems, [&](const CheckedRow& row) {
        reached = true;
        portions.add(row);
    });
    portions.flush();
    if (reached) problems.clear();
    return problems;
}

}  // namespace burin::ui
