// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/batch/batch.hpp"

#include "app/commands.hpp"
#include "app/error_output.hpp"
#include "app/exporting.hpp"
#include "app/problem_words.hpp"
#include "app/transfers.hpp"
#include "core/base/cancelled.hpp"
#include "core/base/errors.hpp"
#include "core/base/text.hpp"
#include "core/remote/address.hpp"

#include <fcntl.h>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <utility>

namespace burin::app {
namespace {

constexpr std::size_t mostProblemsShown = 20;
constexpr int inputMilliseconds = 50;

std::string tableProblemWords(const TableProblem& problem) {
    return problem.place() + ": " + problemWords(problem.problem);
}

BatchTable tableOf(const Arguments& arguments, const std::stop_token& stop) {
    auto table = BatchTable::read(arguments.operands()[0], stop);
    if (const auto* problem = std::get_if<TableProblem>(&table))
        throw UsageError({.reason = "%1; nothing was computed", .details = {tableProblemWords(*problem)}});
    return std::move(std::get<BatchTable>(table));
}

/// `TABLE.results.csv` beside TABLE.csv, or what `--results` names.
std::filesystem::path resultsOf(const Arguments& arguments) {
    if (const auto given = arguments.find("results")) return *given;
    return std::filesystem::path(arguments.operands()[0]).replace_extension(".results.csv");
}

BatchOptions batchOptions(const Arguments& arguments, const ExportRequest& each, const Computer& computer) {
    BatchOptions options;
    options.each = each;
    options.results = resultsOf(arguments);
    options.region = arguments.value("region", {});
    options.settings = givenSettings(arguments);
    if (computer.means.cards) options.backend = computer.means.cards->name();
    options.refuse = [&, each](const std::string& target, const Graph& graph) {
        // Throws if the options insist on cards.
        if (!graph.whyNotOnCards.empty()) const Computer without(arguments, graph.whyNotOnCards, &computer);
        if (!isMachine(target)) return refuseTransferOptions(arguments, target);
        static_cast<void>(machineAddress(target));
        if (each.layers > 0) throw UsageError(target, "--layers is for files");
        refuseFileOptions(target, each.sink);
    };
    return options;
}

void checkRows(BatchPlan& plan, const EarlierResults& earlier, const std::stop_token& stop) {
    const TableProblems problems = plan.check(earlier, stop, mostProblemsShown + 1);
    if (problems.empty()) return;
    const auto end =
        problems.begin() + static_cast<std::ptrdiff_t>(std::min(problems.size(), mostProblemsShown));
    for (auto problem = problems.begin(); problem != end; ++problem) {
        // A mistake in the command line is found in each row, but belongs to no cell, so it is reported once.
        const auto same = [&](const TableProblem& before) {
            return problem->column == 0 && before.column == 0 && before.problem == problem->problem;
        };
        if (std::none_of(problems.begin(), problem, same)) printMessage(tableProblemWords(*problem));
    }
    if (problems.size() > mostProblemsShown) printMessage("there are more problems");
    throw UsageError("the table has errors; nothing was computed, nothing was written");
}

/// The title of a row, as `row 3 of 100: name -> target`.
std::string titleOf(const BatchPlan& plan, const BatchJob& job) {
    return "row " + std::to_string(job.row) + " of " + std::to_string(plan.rows()) + ": " +
           onOneLine(job.name) + " -> " + onOneLine(job.target);
}

/// Drops what was typed at a terminal before the question. A key that was pressed during a long job must not
/// begin the next one, because the work piece has not been changed.
void dropTypedText() {
    static_cast<void>(::tcflush(STDIN_FILENO, TCIFLUSH));  // fails if the input is not a terminal
}

/// Waits for Enter. \return false on a stop, at the end of the input, or if the input is closed
bool confirmed(const std::stop_token& stop) {
    // fillStandardDescriptors() opens a closed input for writing only.
    const int flags = ::fcntl(STDIN_FILENO, F_GETFL);
    if (flags < 0 || (flags & O_ACCMODE) == O_WRONLY) return false;
    while (!stop.stop_requested()) {
        pollfd input{STDIN_FILENO, POLLIN, 0};
        if (::poll(&input, 1, inputMilliseconds) <= 0) continue;
        // Byte by byte, because in a pipe the text after the line answers the next question.
        char c = 0;
        if (::read(STDIN_FILENO, &c, 1) <= 0) return false;
        if (c == '\n') return true;
    }
    return false;
}

class BatchExports {
  public:
    BatchExports(ExportContext& context, const BatchPlan& plan) : context_(context), plan_(plan) {}

    JobEnd run(const BatchJob& job, const ExportRequest& request) {
        if (context_.display.wordy()) context_.display.say(titleOf(plan_, job));
        TaskResult result;
        JobEnd end;
        try {
            exportSurfaceTo(context_, {*job.design, *job.design->root, request}, result);
            if (result.stopped) end.state = BatchResult::State::stopped;
        } catch (const std::exception& error) {
            // A requested stop can cause any exception.
            const bool stopped = context_.signals.token().stop_requested();
            end.state = stopped ? BatchResult::State::stopped : BatchResult::State::failed;
            if (!stopped) fail(job, end, failureWords(error));
        }
        end.hash = result.hash;
        return end;
    }

  private:
    void fail(const BatchJob& job, JobEnd& end, const std::string& words) {
        end.error = words;
        context_.display.say("row " + std::to_string(job.row) + " (" + onOneLine(job.name) +
                             ") failed: " + words);
    }

    ExportContext& context_;
    const BatchPlan& plan_;
};

int conclude(const BatchPlan& plan, const BatchEnd& end, const ProgressDisplay& display) {
    const std::size_t left = plan.rows() - end.done - end.skipped - end.failed;
    std::string text = grouped(static_cast<std::int64_t>(end.done)) + " done";
    if (end.skipped > 0) text += ", " + grouped(static_cast<std::int64_t>(end.skipped)) + " skipped";
    if (end.failed > 0) text += ", " + grouped(static_cast<std::int64_t>(end.failed)) + " failed";
    if (left > 0) text += ", " + grouped(static_cast<std::int64_t>(left)) + " left";
    if (left > 0 || end.failed > 0) text += "; to continue, run the same command with --resume";
    if (display.wordy() || end.stopped || end.failed > 0)
        display.say((end.stopped ? "stopped: " : "") + text);
    if (end.stopped) return exitStopped;
    return end.failed > 0 ? exitFailed : exitDone;
}

int runTable(const Arguments& arguments) {
    StopOnSignal signals;
    const ProgressDisplay display(arguments.value("progress", "auto"));
    ExportContext context{arguments, signals, display};
    const ExportRequest each = exportRequest(arguments);
    BatchTable table = tableOf(arguments, signals.token());
    if (!arguments.has("to") && !table.column(BatchColumn::Use::to))
        throw UsageError("batch needs --to SINK, such as --to 'out/{name}.tif', or a column 'to'");
    Design design = loadChecked(arguments, signals.token(), 1);
    static_cast<void>(rootIndex(design));
    const Computer computer(arguments);
    context.computer = &computer;
    const std::filesystem::path results = resultsOf(arguments);
    const EarlierResults earlier = EarlierResults::forRun(results, each.sink.policy);
    BatchPlan plan(std::move(table), std::move(design), batchOptions(arguments, each, computer));
    checkRows(plan, earlier, signals.token());
    ResultsWriter writer(results, earlier);
    BatchExports exports(context, plan);
    BatchCalls calls;
    calls.run = [&](const BatchJob& job, const ExportRequest& request) { return exports.run(job, request); };
    calls.words = [](const TableProblem& problem) { return tableProblemWords(problem); };
    if (arguments.has("confirm")) {
        calls.confirm = [&](const BatchJob& job) {
            dropTypedText();
            display.say(titleOf(plan, job) + "; press Enter to begin");
            return confirmed(signals.token());
        };
    }
    const BatchEnd end = runBatch(plan, earlier, writer, arguments.has("keep-going"), calls, signals.token());
    return conclude(plan, end, display);
}

}  // namespace

Command batchCommand() {
    std::vector<Option> options = {
        {"to", "SINK", "target of each row, such as 'out/{name}.tif'; {row} and any column can be used too"},
        {"confirm", nullptr, "wait for Enter before each job"},
        {"keep-going", nullptr, "run the other jobs if one fails"},
        {"results", "FILE",
         "table of results (default TABLE.results.csv); an existing one needs --resume or --force"},
    };
    const std::vector<Option> common = exportOptions();
    options.insert(options.end(), common.begin(), common.end());
    const auto force = std::find_if(options.begin(), options.end(), [](const Option& option) {
        return option.name == std::string_view("force");
    });
    force->help =
        "overwrite existing outputs instead of refusing them; with --resume, only those of rows that "
        "are neither done nor under way";
    return {"batch",
            "TABLE.csv DESIGN",
            "exports a design once for each row of a table, with the row's values",
            options,
            2,
            2,
            &runTable};
}

}  // namespace burin::app
