// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/batch/batch.hpp"

#include "core/base/cancelled.hpp"
#include "core/remote/address.hpp"

#include <chrono>
#include <optional>
#include <utility>
#include <variant>

namespace burin {

namespace {

using State = BatchResult::State;
using Clock = std::chrono::steady_clock;

/// Runs a job. \return its line of results
BatchResult ran(const BatchJob& job, const ExportRequest& request, const BatchCalls& calls) {
    const Clock::time_point begun = Clock::now();
    JobEnd end = calls.run(job, request);
    return {.row = job.row,
            .name = job.name,
            .state = end.state,
            .to = job.target,
            .hash = std::move(end.hash),
            .size = {job.region.width, job.region.height},
            .seconds = std::chrono::duration<double>(Clock::now() - begun).count(),
            .error = std::move(end.error)};
}

}  // namespace

BatchEnd runBatch(const BatchPlan& plan, const EarlierResults& earlier, ResultsWriter& results,
                  bool keepGoing, const BatchCalls& calls, const std::stop_token& stop) {
    BatchEnd end;
    std::optional<BatchJob> before;
    const auto append = [&](const BatchResult& result) {
        results.append(result);
        if (calls.told) calls.told(result);
    };
    for (std::size_t row = 1; row <= plan.rows(); ++row) {
        if (plan.done(row)) {
            ++end.done;
            continue;
        }
        std::variant<BatchJob, TableProblems> made;
        try {
            made = plan.job(row, before ? &*before : nullptr, stop);
        } catch (const Cancelled&) {
            end.stopped = true;
            return end;
        }
        BatchResult result{.row = row, .state = State::failed};
        if (const auto* problems = std::get_if<TableProblems>(&made)) {
            // A file that the design needs has changed since the check.
            result.error = calls.words ? calls.words(problems->front()) : problems->front().problem.text();
        } else if (const auto& job = std::get<BatchJob>(made); job.skipped) {
            ++end.skipped;
            const BatchResult* last = earlier.last(row);
            // A killed run may have begun the row. If no line says so, a machine would engrave the row from
            // its beginning when a later run sends it.
            if (last == nullptr && earlier.mayBeBegun(row))
                results.append({.row = row, .name = job.name, .state = State::stopped});
            const bool done = last != nullptr && last->state == State::done;
            if (!done && !earlier.isSkipped(row))
                append({.row = row, .name = job.name, .state = State::skipped});
            continue;
        } else {
            if (calls.confirm && !calls.confirm(job)) {
                // Without a line, the next run would assume that the row may have been begun, and would take
                // an equal job that the machine finished long ago for this one.
                if (isMachine(job.target) && earlier.last(row) == nullptr && !earlier.mayBeBegun(row))
                    results.append({.row = row, .name = job.name, .state = State::skipped, .to = job.target});
                end.stopped = true;
                return end;
            }
            // A killed run leaves no line for the job under way. An earlier line of the row, or of an
            // unconfirmed row before it, would still count, and a machine would engrave the row from its
            // beginning.
            const bool told = earlier.last(row) != nullptr || earlier.isUnconfirmed(row - 1);
            if (isMachine(job.target) && told && !earlier.mayBeBegun(row))
                results.append({.row = row, .name = job.name, .state = State::stopped, .to = job.target});
            result = ran(job, plan.request(job, earlier), calls);
            before = std::move(std::get<BatchJob>(made));
        }
        append(result);
        if (result.state == State::done) ++end.done;
        if (result.state == State::failed) ++end.failed;
        end.stopped = result.state == State::stopped;
        if (end.stopped || (result.state == State::failed && !keepGoing)) return end;
    }
    return end;
}

}  // namespace burin
