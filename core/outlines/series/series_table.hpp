// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/csv.hpp"

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace burin {

/// A CSV table whose rows are read by number. Holds the text, and the place of every 128th row.
///
/// Immutable; thread-safe. Reading a row takes a few microseconds.
class SeriesTable {
  public:
    static constexpr std::size_t mostBytes = std::size_t{256} << 20U;

    /// \param text  RFC 4180, in UTF-8 with or without a byte order mark
    /// \param file  its name, for messages
    /// \param header  whether the first row names the columns; otherwise they are called 1, 2, ...
    /// \throws DrawingError if the text is not a table, with the place of the mistake; Cancelled
    SeriesTable(std::string text, const std::string& file, bool header, const std::stop_token& stop);

    [[nodiscard]] const std::vector<std::string>& columns() const { return columns_; }
    [[nodiscard]] std::int64_t rows() const { return rows_; }
    /// The cells of a row, with LF for line breaks. If it ends before the last columns, their cells are
    /// empty and left out.
    /// \pre 0 <= row < rows()
    [[nodiscard]] std::vector<std::string> row(std::int64_t row) const;
    /// The number of a row's first line, from 1. \pre 0 <= row < rows()
    [[nodiscard]] int lineOf(std::int64_t row) const { return record(row).line; }
    /// The number of the first empty line above a row in a table of one column, from 1; 0 if there is none.
    /// Empty lines are not rows, but a program may have meant this one as an empty cell.
    [[nodiscard]] int emptyLine() const { return emptyLine_; }
    /// All bytes of the file, for hashes.
    [[nodiscard]] const std::string& text() const { return text_; }
    [[nodiscard]] std::size_t bytes() const { return text_.capacity() + places_.capacity() * sizeof(Place); }

    /// Reads all rows one after the other, in time that grows with the length of each row's text.
    class Rows {
      public:
        /// \param table  must outlive this object
        explicit Rows(const SeriesTable& table);
        /// The cells of the next row, like row(). \pre there is one
        [[nodiscard]] std::vector<std::string> next();

      private:
        CsvReader reader_;
    };

  private:
    struct Place {
        std::size_t offset;
        int line;
    };
    static constexpr std::int64_t rowsBetween = 128;

    [[nodiscard]] CsvRecord record(std::int64_t row) const;

    std::string text_;
    std::size_t begin_ = 0;  ///< offset after the byte order mark
    char separator_ = ',';
    std::vector<std::string> columns_;
    std::vector<Place> places_;  ///< of rows 0, 128, 256, ...
    std::int64_t rows_ = 0;
    int emptyLine_ = 0;
};

}  // namespace burin
