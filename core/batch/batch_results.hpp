// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/csv.hpp"
#include "core/base/output_file.hpp"
#include "core/geometry/rect.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace burin {

struct ResumePolicy;

/// How one row of a batch ended.
struct BatchResult {
    enum class State { done, failed, stopped, skipped };

    std::size_t row = 0;  ///< counted from 1
    std::string name = {};
    State state = State::done;
    std::string to = {};
    std::string hash = {};  ///< hash of the design; empty if it is not known
    Size size = {};         ///< size of the region, in samples
    double seconds = 0;
    std::string error = {};
};

/// `done`, `failed`, `stopped` or `skipped`.
[[nodiscard]] std::string_view stateText(BatchResult::State state);

/// A target as the table of results names it. Bytes that are not UTF-8 become \xNN, so that the table is
/// UTF-8 and targets stay different.
[[nodiscard]] std::string targetInResults(std::string_view target);

/// The results of earlier runs of a batch. The last line of a row counts; a torn last line of the file is
/// ignored. A line that says that the row was skipped does not change what is known about its output: the
/// line before it still counts for that.
///
/// A spreadsheet may have saved the table with another separator, with CRLF, with quotes or with a byte order
/// mark. The results are read all the same, and a ResultsWriter restores Burin's own form.
class EarlierResults {
  public:
    /// Reads a table of results. The result is empty if the file does not exist or has no whole line.
    /// \throws UsageError that names the line and the column if the file is something else
    [[nodiscard]] static EarlierResults read(const std::filesystem::path& file);

    /// The results that a run with this policy continues: none if it overwrites them.
    /// \throws UsageError if there are results that the run neither resumes nor overwrites; as read()
    [[nodiscard]] static EarlierResults forRun(const std::filesystem::path& file, const ResumePolicy& policy);

    [[nodiscard]] bool empty() const { return soundBytes_ == 0; }
    /// How the row ended, or nullptr. The state is `skipped` only if no run has begun the row. \param row
    /// from 1
    [[nodiscard]] const BatchResult* last(std::size_t row) const;
    /// Whether the row's last line says that it was skipped.
    [[nodiscard]] bool isSkipped(std::size_t row) const { return skipped_.contains(row); }
    /// Whether an earlier run may have left the row's output unfinished: the row failed or was stopped, or it
    /// is the one that was under way when the run was killed.
    [[nodiscard]] bool mayBeBegun(std::size_t row) const;
    /// Whether the operator did not confirm the row, and nothing else is known of it. That ended the run, so
    /// no later row was begun.
    [[nodiscard]] bool isUnconfirmed(std::size_t row) const;
    /// The greatest number of a row; 0 if there is none.
    [[nodiscard]] std::size_t greatestRow() const { return greatestRow_; }
    /// Bytes of the lines in Burin's form: of the file without a torn last line, or of ownForm().
    [[nodiscard]] std::uint64_t soundBytes() const { return soundBytes_; }
    /// The whole table in Burin's form; empty if the file has this form.
    [[nodiscard]] const std::string& ownForm() const { return ownForm_; }
    /// Whether these results were read from exactly this text.
    [[nodiscard]] bool readFrom(std::string_view text) const;

  private:
    [[nodiscard]] bool endsEarlierThan(const BatchResult& next) const;
    [[nodiscard]] std::string takeLines(CsvReader reader, const std::filesystem::path& file);
    void take(BatchResult result);

    std::unordered_map<std::size_t, BatchResult> rows_;
    std::unordered_set<std::size_t> skipped_;  ///< rows whose last line says so
    std::size_t greatestRow_ = 0;
    std::uint64_t soundBytes_ = 0;
    std::string ownForm_;
    std::uint64_t readBytes_ = 0;
    std::uint64_t readChecksum_ = 0;
};

/// Writes the table of results: a line is on disk when append() returns.
class ResultsWriter {
  public:
    /// Opens the file to append after the lines of `earlier`, which may be empty. A table in another form is
    /// first replaced atomically and durably by one in Burin's form. \throws UsageError if another batch
    /// writes the file or has written it since; SinkError
    ResultsWriter(const std::filesystem::path& file, const EarlierResults& earlier);

    /// \throws SinkError
    void append(const BatchResult& result);

  private:
    void open(const std::filesystem::path& file);
    void write(const std::string& text);

    OutputFile file_;
    std::uint64_t end_ = 0;
};

}  // namespace burin
