// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/batch/batch_plan.hpp"
#include "core/batch/batch_results.hpp"

#include <cstddef>
#include <functional>
#include <stop_token>
#include <string>

namespace burin {

/// How an export ended.
struct JobEnd {
    BatchResult::State state = BatchResult::State::done;
    std::string hash = {};   ///< the design's hash, if it is known
    std::string error = {};  ///< why it failed
};

/// The functions that a batch calls, all on its own thread.
struct BatchCalls {
    /// Exports one job and returns when it has ended. Does not throw.
    std::function<JobEnd(const BatchJob& job, const ExportRequest& request)> run;
    /// Called before each job; false ends the batch as stopped. May be empty.
    std::function<bool(const BatchJob& job)> confirm = {};
    /// A problem in words, for the table of results.
    std::function<std::string(const TableProblem& problem)> words = {};
    /// Called when a line of results is on disk. May be empty.
    std::function<void(const BatchResult& result)> told = {};
};

/// How a batch ended; rows that no run has reached are not counted.
struct BatchEnd {
    std::size_t done = 0;  ///< rows that are done, including those of earlier runs
    std::size_t skipped = 0;
    std::size_t failed = 0;
    bool stopped = false;
};

/// Runs the jobs of a plan one after the other, in the order of their rows. After each, its line of results
/// is on disk before the next begins. A failed job ends the batch unless `keepGoing` is set. \pre the plan
/// was checked with `earlier` and has no problems \throws SinkError if the results cannot be written
[[nodiscard]] BatchEnd runBatch(const BatchPlan& plan, const EarlierResults& earlier, ResultsWriter& results,
                                bool keepGoing, const BatchCalls& calls, const std::stop_token& stop);

}  // namespace burin
