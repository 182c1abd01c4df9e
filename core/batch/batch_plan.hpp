// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/batch/batch_results.hpp"
#include "core/batch/batch_table.hpp"
#include "core/design/design.hpp"
#include "core/export/surface_info.hpp"
#include "core/render/graph.hpp"
#include "core/sinks/export_request.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace burin {

/// The settings that all jobs of a batch share.
struct BatchOptions {
    /// Its target is a TargetPattern, or empty if each row names its own target. Its region is not used. If
    /// its policy is to resume with force, rows whose outputs cannot be resumed overwrite them.
    ExportRequest each = {};
    /// The absolute folder of relative targets. If it is empty, relative targets are left as they are.
    std::filesystem::path targetFolder = {};
    /// the region of rows that do not name one; empty: the whole surface
    std::string region = {};
    /// the table of results, which no row may make; empty: there is none
    std::filesystem::path results = {};
    /// settings that are already applied to the design; no column may set them
    std::vector<Setting> settings = {};
    std::string backend = "cpu";  ///< computes the jobs that it supports; the CPU computes the others
    /// Lets the caller refuse a target or a graph: it then throws a UsageError. May be empty.
    std::function<void(const std::string& target, const Graph& graph)> refuse = {};
};

/// One row, ready to be exported.
struct BatchJob {
    std::size_t row = 0;  ///< counted from 1
    std::string name;
    bool skipped = false;  ///< the members below are empty
    std::string target;
    std::shared_ptr<const Design> design;
    /// the graph of the design's root, for checks; it is bound without regard to memory
    std::shared_ptr<const Graph> graph;
    Rect region;
    std::string settings;  ///< equal for jobs of equal designs
};

/// The name of a job whose row gives none: `00001`. \param row  from 1
[[nodiscard]] std::string defaultJobName(std::size_t row);

/// The bytes of the files that a job has written: one, or one for each layer or swath. 0 if it has written no
/// file. Reads the entries of the files in their folder.
[[nodiscard]] std::uint64_t writtenBytes(const std::string& target);

/// The result of the check of a row.
struct CheckedRow {
    enum class State { ready, done, skipped, wrong };

    std::size_t row = 0;  ///< counted from 1
    State state = State::ready;
    std::string target = {};      ///< empty if it is skipped or wrong
    Size size = {};               ///< size of its region, in samples
    std::uint64_t bytes = 0;      ///< writtenBytes() of a row that is done
    TableProblems problems = {};  ///< problems of a wrong row: at least one
};

/// The jobs of a table with a design: one for each row.
///
/// Jobs are made when they are needed, so memory grows by a few bytes a row. Not thread-safe.
class BatchPlan {
  public:
    /// \param design  not refused, with a root
    BatchPlan(BatchTable table, Design design, BatchOptions options);

    [[nodiscard]] const BatchTable& table() const { return table_; }
    [[nodiscard]] std::size_t rows() const { return table_.rows(); }

    /// Checks the columns and all rows: designs, regions and targets. Computes and writes nothing.
    /// \param earlier  the results of the runs that this run resumes
    /// \param told  called for each row that was reached, in order; may be empty
    /// \return the first problems, at most `most`
    /// \throws Cancelled soon after a stop
    [[nodiscard]] TableProblems check(const EarlierResults& earlier, const std::stop_token& stop,
                                      std::size_t most = 20,
                                      const std::function<void(const CheckedRow&)>& told = {});

    /// The job of a row. \param row  from 1 \param before  a job whose design is likely to be similar, or
    /// nullptr \throws Cancelled soon after a stop
    [[nodiscard]] std::variant<BatchJob, TableProblems> job(std::size_t row, const BatchJob* before,
                                                            const std::stop_token& stop) const;

    /// Whether an earlier run has done the row's job. \pre checked
    [[nodiscard]] bool done(std::size_t row) const { return done_[row - 1]; }

    /// The export of a job, with a policy for the output of an earlier run. Each of several equal jobs for
    /// one machine gets its own hash, so that the controller does not take one for another. \pre checked
    [[nodiscard]] ExportRequest request(const BatchJob& job, const EarlierResults& earlier) const;

  private:
    class Checker;

    [[nodiscard]] TableProblems columnProblems() const;
    [[nodiscard]] std::variant<std::string, TableProblem> targetOf(const CsvRecord& record, std::size_t row,
                                                                   const std::string& name) const;
    [[nodiscard]] TableProblems setDesign(const CsvRecord& record, const BatchJob* before, BatchJob& job,
                                          const std::stop_token& stop) const;
    [[nodiscard]] TableProblem problemOf(const CsvRecord& record, const Diagnostic& diagnostic) const;

    BatchTable table_;
    std::shared_ptr<const Design> design_;
    BatchOptions options_;
    std::filesystem::path folder_;        ///< relative paths in cells start here
    std::vector<std::uint32_t> repeats_;  ///< for each row, the count of equal jobs before it for a machine;
                                          ///< empty: none are equal
    std::vector<bool> done_;
    std::vector<bool> again_;  ///< rows that overwrite their outputs, although others are resumed
};

}  // namespace burin
