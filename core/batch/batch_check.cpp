// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/cancelled.hpp"
#include "core/base/errors.hpp"
#include "core/base/files.hpp"
#include "core/base/text.hpp"
#include "core/batch/batch_plan.hpp"
#include "core/batch/numbered_files.hpp"
#include "core/batch/target_pattern.hpp"
#include "core/remote/transfer_sink.hpp"
#include "core/sinks/formats.hpp"
#include "core/sinks/journals.hpp"
#include "core/sinks/numbered_name.hpp"
#include "core/sinks/swaths.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <system_error>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

namespace burin {

namespace fs = std::filesystem;

std::uint64_t writtenBytes(const std::string& target) {
    if (target == "null:" || isMachine(target)) return 0;
    std::error_code error;
    const auto bytesOf = [&error](const fs::path& file) {
        const std::uintmax_t bytes = fs::file_size(file, error);
        return error ? 0 : bytes;
    };
    const auto numbered = NumberedName::parse(target);
    if (!numbered) return bytesOf(outputPath(target));
    // Layers and swaths are counted from 0. The folder may have the files of all rows, so it is not listed.
    std::uint64_t bytes = 0;
    for (std::int64_t number = 0; !error; ++number)
        bytes += bytesOf(numbered->path(number));
    return bytes;
}

namespace {

/// A name for a folder, the same for all paths to it. The system gives no absolute path of a folder that is
/// more than 4,096 bytes deep, so a folder that exists is known by its device and inode.
fs::path idOf(const fs::path& folder) {
    const fs::path path = folder.empty() ? fs::path(".") : folder;
    struct stat status = {};
    if (::stat(path.c_str(), &status) == 0)
        return std::to_string(status.st_dev) + '-' + std::to_string(status.st_ino);
    if (path == ".") return path;
    return idOf(path.parent_path()) / path.filename();
}

/// The outputs that write this file: the output of this name, and the one whose .part, journal or description
/// has this name.
std::vector<fs::path> outputsThatMake(const fs::path& file) {
    std::vector<fs::path> outputs = {file};
    if (const auto owner = ownerOf(file)) outputs.push_back(owner->path);
    const std::string name = file.string();
    for (const FormatInfo& format : fileFormats()) {
        if (format.sidecar.empty() || !name.ends_with(format.sidecar)) continue;
        const fs::path output = name.substr(0, name.size() - format.sidecar.size());
        if (formatNamed(output) == &format) outputs.push_back(output);
    }
    return outputs;
}

}  // namespace

/// Checks the rows one after the other.
class BatchPlan::Checker {
  public:
    Checker(BatchPlan& plan, const EarlierResults& earlier, const std::stop_token& stop)
        : plan_(plan), earlier_(earlier), stop_(stop) {
        const fs::path& results = plan.options_.results;
        if (!results.empty()) makersOfResults_ = outputsThatMake(placeOf(linkTarget(results)));
    }

    CheckedRow check(std::size_t row) {
        auto made = plan_.job(row, before_ ? &*before_ : nullptr, stop_);
        if (auto* problems = std::get_if<TableProblems>(&made)) return wrong(row, std::move(*problems));
        BatchJob job = std::move(std::get<BatchJob>(made));
        if (job.skipped) return {.row = row, .state = CheckedRow::State::skipped};
        if (!before_ || before_->graph != job.graph) hash_.clear();
        before_ = std::move(job);
        try {
            if (plan_.options_.refuse) plan_.options_.refuse(before_->target, *before_->graph);
            if (auto taken = whatHasTarget(*before_)) return wrong(row, {std::move(*taken)});
            checkJob(*before_);
        } catch (const ProblemError& error) {
            return wrong(row, {problemOf(*before_, error.problem())});
        }
        const bool done = plan_.done(row);
        return {.row = row,
                .state = done ? CheckedRow::State::done : CheckedRow::State::ready,
                .target = before_->target,
                .size = {before_->region.width, before_->region.height},
                .bytes = done ? writtenBytes(before_->target) : 0};
    }

  private:
    static CheckedRow wrong(std::size_t row, TableProblems problems) {
        return {.row = row, .state = CheckedRow::State::wrong, .problems = std::move(problems)};
    }

    [[nodiscard]] TableProblem problemOf(const BatchJob& job, Problem problem) const {
        const CsvRecord record = plan_.table_.record(job.row - 1);
        return plan_.table_.problemAt(record, columnOfTarget(record), std::move(problem));
    }

    /// The column with the row's own target; nothing if the row has the target of all rows.
    [[nodiscard]] std::optional<std::size_t> columnOfTarget(const CsvRecord& record) const {
        const auto column = plan_.table_.column(BatchColumn::Use::to);
        return column && !record.cells[*column].blank() ? column : std::nullopt;
    }

    /// The first column whose name occurs in the target of all rows.
    [[nodiscard]] std::optional<std::size_t> columnInTarget() const {
        const auto pattern = TargetPattern::parse(plan_.options_.each.target);
        if (std::holds_alternative<Problem>(pattern)) return {};
        for (const std::string& word : std::get<TargetPattern>(pattern).words()) {
            if (const auto column = plan_.table_.column(word)) return column;
        }
        return {};
    }

    const std::string& hashOf(const BatchJob& job) {
        if (hash_.empty()) hash_ = designHash(*job.graph, stop_);
        return hash_;
    }

    void checkJob(const BatchJob& job) {
        if (isMachine(job.target)) countRepeat(job);
        if (isDone(job)) {
            plan_.done_[job.row - 1] = true;
        } else {
            checkSinks(job);
        }
    }

    /// Whether an earlier run has done the job. \throws UsageError if it has done another job
    bool isDone(const BatchJob& job) {
        const BatchResult* result = earlier_.last(job.row);
        if (result == nullptr || result->state != BatchResult::State::done) return false;
        if (result->hash != hashOf(job))
            throw UsageError(
                {.reason = "row %1 was done with another design", .details = {std::to_string(job.row)}});
        if (result->to != job.target && result->to != targetInResults(job.target)) {
            if (firstInvalidUtf8(result->to) && !firstInvalidUtf8(job.target))
                throw UsageError(
                    {.reason = "the results name the target of row %1 in an encoding that is not UTF-8",
                     .details = {std::to_string(job.row)},
                     .advice = "save them as CSV in UTF-8"});
            return false;
        }
        if (result->size == Size{job.region.width, job.region.height}) return true;
        throw UsageError(
            {.reason = "row %1 was done with another region", .details = {std::to_string(job.row)}});
    }

    /// The problem if the row would make what an earlier row makes, or the table of results.
    std::optional<TableProblem> whatHasTarget(const BatchJob& job) {
        if (job.target == "null:" || isMachine(job.target)) return {};
        const fs::path place = placeOf(outputPath(job.target));
        const auto [other, isNew] = targets_.try_emplace(place.string(), job.row);
        if (!isNew) return alsoMade(job, job.target, other->second);
        if (const auto names = NumberedName::parse(job.target)) {
            const auto shared = numbered_.add(place.parent_path(), *names, filesOf(job), job.row);
            if (shared)
                return alsoMade(job, fs::path(job.target).replace_filename(shared->name).string(),
                                shared->row);
        }
        if (!makesResults(job, place)) return {};
        return problemOfTarget(job, {.reason = "%1 is also the table of results",
                                     .details = {shownTarget(plan_.options_.results.string())},
                                     .advice = "choose another name for one of them"});
    }

    /// How many numbered files a job makes.
    [[nodiscard]] std::int64_t filesOf(const BatchJob& job) const {
        const ExportRequest& each = plan_.options_.each;
        const std::int64_t width = each.sink.scan.swathWidth;
        if (each.layers > 0 || width <= 0) return std::max<std::int64_t>(each.layers, 1);
        return (job.region.width - 1) / width + 1;
    }

    /// The problem that a job makes a file of an earlier row.
    [[nodiscard]] TableProblem alsoMade(const BatchJob& job, const std::string& file,
                                        std::size_t otherRow) const {
        const int line = plan_.table_.record(otherRow - 1).line;
        return problemOfTarget(job, {.reason = "%1 is also the target of line %2",
                                     .details = {shownTarget(file), std::to_string(line)}});
    }

    [[nodiscard]] TableProblem problemOfTarget(const BatchJob& job, Problem problem) const {
        const CsvRecord record = plan_.table_.record(job.row - 1);
        const auto own = columnOfTarget(record);
        return plan_.table_.problemAt(record, own ? own : columnInTarget(), std::move(problem));
    }

    /// Whether the job makes the table of results: as its output, or as a file that belongs to it.
    /// \param place  of the job's target
    [[nodiscard]] bool makesResults(const BatchJob& job, const fs::path& place) const {
        const auto numbered = NumberedName::parse(job.target);
        return std::any_of(makersOfResults_.begin(), makersOfResults_.end(), [&](const fs::path& output) {
            if (output == place) return true;
            return numbered && output.parent_path() == place.parent_path() &&
                   numbered->names(output.filename().string());
        });
    }

    /// The target, relative to the folder of relative targets if the target is inside that folder.
    [[nodiscard]] std::string shownTarget(const std::string& target) const {
        if (plan_.options_.targetFolder.empty()) return target;
        const fs::path relative = fs::path(target).lexically_relative(plan_.options_.targetFolder);
        return relative.empty() || *relative.begin() == ".." ? target : relative.string();
    }

    /// The place of a file, for comparisons only. Two outputs with the same place would overwrite each other.
    [[nodiscard]] fs::path placeOf(const fs::path& file) {
        const fs::path folder = file.parent_path();
        if (folder != folder_ || folderId_.empty()) {
            folder_ = folder;
            folderId_ = idOf(folder);
        }
        return (folderId_ / file.filename()).lexically_normal();
    }

    /// Counts equal jobs for one machine, which its controller could not distinguish.
    void countRepeat(const BatchJob& job) {
        plan_.repeats_.resize(plan_.rows());
        const Rect& r = job.region;
        std::string key = job.target + ' ' + hashOf(job);
        for (const std::int64_t number : {r.x, r.y, r.width, r.height})
            key += ' ' + std::to_string(number);
        plan_.repeats_[job.row - 1] = machineJobs_[key]++;
    }

    void checkSinks(const BatchJob& job) {
        if (isMachine(job.target)) return;
        const std::string& backend = job.graph->whyNotOnCards.empty() ? plan_.options_.backend : "cpu";
        ExportRequest request = plan_.request(job, earlier_);
        const ResumePolicy policy = request.sink.policy;
        if (policy.resume && hash_.empty()) {
            // Computing the hash means reading files, and the hash only matters if there is something to
            // resume.
            request.sink.policy = {};
            if (!policy.force && !obstacleOf(request, request.infoOf(*job.graph, backend, {}))) return;
            request.sink.policy = policy;
            static_cast<void>(hashOf(job));
        }
        const SurfaceInfo surface = request.infoOf(*job.graph, backend, hash_);
        auto obstacle = obstacleOf(request, surface);
        if (obstacle && policy.resume && policy.force) {
            // The batch was begun with force and has not reached this row.
            request.sink.policy = {.force = true};
            obstacle = obstacleOf(request, surface);
            plan_.again_[job.row - 1] = !obstacle;
        }
        if (obstacle) throw UsageError(std::move(*obstacle));
    }

    /// The problem with an existing output that the request does not allow to be replaced or resumed.
    std::optional<Problem> obstacleOf(const ExportRequest& request, const SurfaceInfo& surface) {
        SinkOptions options = request.sink;
        options.stop = stop_;
        for (const LayerFile& output : request.outputs(surface)) {
            if (stop_.stop_requested()) throw Cancelled();
            options.policy.older = output.older;
            auto opened = sinkOrObstacle(output.path, output.surface, options);
            if (auto* obstacle = std::get_if<Problem>(&opened)) return std::move(*obstacle);
        }
        return {};
    }

    BatchPlan& plan_;
    const EarlierResults& earlier_;
    const std::stop_token& stop_;
    std::optional<BatchJob> before_;
    std::string hash_;  ///< the hash of before_; empty until it is needed
    std::unordered_map<std::string, std::size_t> targets_;
    NumberedFiles numbered_;
    std::vector<fs::path> makersOfResults_;  ///< places of the outputs that would make the table of results
    std::unordered_map<std::string, std::uint32_t> machineJobs_;
    fs::path folder_;
    fs::path folderId_;
};

TableProblems BatchPlan::check(const EarlierResults& earlier, const std::stop_token& stop, std::size_t most,
                               const std::function<void(const CheckedRow&)>& told) {
    repeats_.clear();
    done_.assign(rows(), false);
    again_.assign(rows(), false);
    TableProblems problems = columnProblems();
    if (problems.empty() && rows() == 0)
        problems.push_back({.file = table_.file().string(), .problem = {.reason = "has no rows"}});
    if (problems.empty() && earlier.greatestRow() > rows()) {
        problems.push_back(
            {.file = table_.file().string(),
             .problem = {.reason = "has %1, but row %2 has already been exported",
                         .details = {counted(rows(), "row"), std::to_string(earlier.greatestRow())}}});
    }
    if (!problems.empty()) return problems;
    Checker checker(*this, earlier, stop);
    for (std::size_t row = 1; row <= rows() && problems.size() < most; ++row) {
        CheckedRow checked = checker.check(row);
        if (told) told(checked);
        for (TableProblem& problem : checked.problems)
            problems.push_back(std::move(problem));
    }
    if (problems.size() > most) problems.resize(most);
    return problems;
}

}  // namespace burin
