// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/csv.hpp"
#include "core/batch/table_problem.hpp"
#include "core/design/settings.hpp"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace burin {

/// One column of a table of jobs.
struct BatchColumn {
    enum class Use { setting, name, to, region, skip, ignored };
    Use use = Use::ignored;
    std::string title;
    Setting setting = {};  ///< for Use::setting; has no value
};

/// A table of jobs: its columns, and the places of its rows. The cells are read again when they are needed.
///
/// Holds the text, of at most 64 MiB, and 16 bytes for each of at most 100,000 rows.
class BatchTable {
  public:
    static constexpr std::size_t mostRows = 100'000;
    static constexpr std::size_t mostBytes = std::size_t{64} << 20U;
    static constexpr std::size_t mostColumns = 1'000;

    /// Reads a table and checks its form: every row has as many cells as the header. Rows whose
    /// cells are all blank are left out. \throws Cancelled
    [[nodiscard]] static std::variant<BatchTable, TableProblem> read(const std::filesystem::path& file,
                                                                     const std::stop_token& stop = {});
    /// Like read(), for a text. \param file  its name for messages
    [[nodiscard]] static std::variant<BatchTable, TableProblem> parse(std::string text,
                                                                      const std::filesystem::path& file,
                                                                      const std::stop_token& stop = {});

    [[nodiscard]] const std::filesystem::path& file() const { return file_; }
    [[nodiscard]] std::span<const BatchColumn> columns() const { return columns_; }
    /// The column of this use, or of this title; nothing if there is none.
    [[nodiscard]] std::optional<std::size_t> column(BatchColumn::Use use) const;
    [[nodiscard]] std::optional<std::size_t> column(std::string_view title) const;

    [[nodiscard]] std::size_t rows() const { return rows_.size(); }
    /// \param row  from 0
    [[nodiscard]] CsvRecord record(std::size_t row) const;

    /// A problem of a row. \param column  from 0; nothing if the problem concerns the whole row
    [[nodiscard]] TableProblem problemAt(const CsvRecord& record, std::optional<std::size_t> column,
                                         Problem problem) const;
    /// A problem of a column's title.
    [[nodiscard]] TableProblem problemOfColumn(std::size_t column, Problem problem) const;

  private:
    struct Place {
        std::size_t offset = 0;
        int line = 0;
    };

    [[nodiscard]] std::optional<TableProblem> readHeader(const CsvRecord& record);
    [[nodiscard]] std::optional<TableProblem> readRows(CsvReader reader, const std::stop_token& stop);
    [[nodiscard]] TableProblem problemOf(const CsvProblem& problem) const;

    std::filesystem::path file_;
    std::string text_;
    char separator_ = ',';
    int headerLine_ = 1;
    std::vector<BatchColumn> columns_;
    std::vector<Place> rows_;
};

}  // namespace burin
