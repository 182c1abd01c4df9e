// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/table_export.hpp"

#include "app/python/raising.hpp"
#include "core/base/errors.hpp"
#include "core/remote/address.hpp"

#include <exception>
#include <utility>
#include <variant>

namespace burin::python {
namespace {

std::string firstText(const TableProblems& problems) {
    if (problems.empty()) return "the table has errors";
    std::string text = rowText(problems.front());
    if (problems.size() > 1) text += " (and " + std::to_string(problems.size() - 1) + " more)";
    return text + "; nothing was computed";
}

JobEnd exportedRow(const BatchJob& job, const ExportRequest& request, const EngineWishes& engine,
                   const RowProgress& progress, const std::stop_token& stop) {
    JobEnd end;
    ProgressCallback callback;
    if (progress) callback = [&](const Progress& p) { progress(job, p); };
    try {
        const ExportOutcome outcome = exportedTo(*job.design, {request, {}, engine}, callback, stop);
        end.hash = outcome.hash;
        if (outcome.result.stopped) end.state = BatchResult::State::stopped;
    } catch (const std::exception& error) {
        // A requested stop can cause any exception.
        end.state = stop.stop_requested() ? BatchResult::State::stopped : BatchResult::State::failed;
        if (!stop.stop_requested()) end.error = wordsOf(error);
    }
    return end;
}

BatchOptions optionsOf(const TableWishes& wishes) {
    BatchOptions options;
    options.each = wishes.each;
    options.results = wishes.results;
    options.region = wishes.each.part.value_or("");
    if (wishes.each.engine.backend != "auto") options.backend = wishes.each.engine.backend;
    options.refuse = [](const std::string& target, const Graph& /*graph*/) {
        if (isMachine(target))
            throw UsageError(target, "the module does not send jobs to machines; `burin batch` does");
    };
    return options;
}

}  // namespace

std::string rowText(const TableProblem& problem) {
    return problem.place() + ": " + wordsOf(problem.problem);
}

TableRefused::TableRefused(TableProblems found)
    : std::runtime_error(firstText(found)), problems(std::move(found)) {}

TableOutcome exportedRows(const Design& design, const TableWishes& wishes, const RowProgress& progress,
                          const std::stop_token& stop) {
    refuseConflicts(wishes.each);
    static_cast<void>(nodeNamed(design, ""));
    auto table = BatchTable::parse(wishes.table, "rows", stop);
    if (const auto* problem = std::get_if<TableProblem>(&table)) throw TableRefused(TableProblems{*problem});
    const EarlierResults earlier = EarlierResults::forRun(wishes.results, wishes.each.sink.policy);
    BatchPlan plan(std::move(std::get<BatchTable>(table)), design, optionsOf(wishes));
    if (TableProblems problems = plan.check(earlier, stop); !problems.empty())
        throw TableRefused(std::move(problems));
    ResultsWriter writer(wishes.results, earlier);
    TableOutcome outcome;
    BatchCalls calls;
    calls.run = [&](const BatchJob& job, const ExportRequest& request) {
        return exportedRow(job, request, wishes.each.engine, progress, stop);
    };
    calls.words = &rowText;
    calls.told = [&](const BatchResult& result) { outcome.rows.push_back(result); };
    outcome.end = runBatch(plan, earlier, writer, wishes.keepGoing, calls, stop);
    return outcome;
}

}  // namespace burin::python
