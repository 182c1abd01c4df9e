// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Tables as text: RFC 4180, with LF, CRLF or, from old spreadsheets, CR at the end of a line.

#include "core/base/problem.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace burin {

struct CsvCell {
    std::string text;  ///< the text without its quotes
    int line = 0;      ///< line of its first character, from 1

    /// Whether it has only blanks, which look like an empty cell.
    [[nodiscard]] bool blank() const { return text.find_first_not_of(" \t") == std::string::npos; }
};

/// One record of a table.
struct CsvRecord {
    std::size_t offset = 0;  ///< offset of its first byte
    int line = 0;            ///< line of its first character, from 1
    std::vector<CsvCell> cells;

    /// Whether all of its cells are blank: a line of separators, as spreadsheets save an empty row.
    [[nodiscard]] bool blank() const;
    /// Adds empty cells up to a number of columns. Spreadsheets leave out the separators behind the last cell
    /// with a text, in some rows of a table and not in others.
    void fill(std::size_t columns);
};

/// Removes the cells behind a number of columns if all of them are blank: spreadsheets also save the
/// separators of columns that were emptied. \return the index of the first cell behind the columns that is
/// not blank
template <class Cell>
std::optional<std::size_t> dropBlankBehind(std::vector<Cell>& cells, std::size_t columns) {
    if (cells.size() <= columns) return {};
    const auto behind = cells.begin() + static_cast<std::ptrdiff_t>(columns);
    const auto filled = std::find_if(behind, cells.end(), [](const Cell& cell) { return !cell.blank(); });
    if (filled != cells.end()) return static_cast<std::size_t>(filled - cells.begin());
    cells.erase(behind, cells.end());
    return {};
}

/// A mistake in a table, and its place.
struct CsvProblem {
    int line = 0;    ///< counted from 1
    int column = 0;  ///< number of the cell in its record, from 1
    Problem problem;
};

/// How a table is written.
struct CsvForm {
    char separator = ',';
    std::size_t offset = 0;  ///< the start of its records
    int line = 1;            ///< the line at that offset
};

/// The separator that a line such as `sep=;` names. Spreadsheets write it before the table.
[[nodiscard]] std::optional<char> csvNamedSeparator(std::string_view line);

/// The length in bytes of the line end at the start of a text; 0 if the text does not start with one.
[[nodiscard]] std::size_t csvLineEnd(std::string_view text);

/// The line, from 1, of the byte at an offset.
[[nodiscard]] int csvLine(std::string_view text, std::size_t offset);

/// Finds out how a table is written. A first line such as `sep=;` names the separator. Without such a line,
/// the separator is the comma, semicolon or tab in the first line that is not empty, outside of quotes; if
/// there is none, a comma. A line with several different separators is a problem, and so is a `sep=` that
/// names any other character.
[[nodiscard]] std::variant<CsvForm, CsvProblem> csvForm(std::string_view text);

/// A text as a cell: in quotes if it has separators, quotes or line ends. Bytes that are not UTF-8, which
/// names of files may contain, become U+FFFD.
[[nodiscard]] std::string csvText(std::string_view text);

/// Reads the records of a table one after the other. Empty lines are skipped, and so are blanks around a cell
/// in quotes. A record of more than `mostCells` is a problem, because each empty cell is one byte of text but
/// forty bytes of memory.
///
/// Pure apart from its own position; the cost grows with the length of the text that is read.
class CsvReader {
  public:
    static constexpr std::size_t mostCells = 10'000;

    /// \param text  well-formed UTF-8 without a byte order mark; must outlive the reader
    /// \param offset  the offset of the first record to read, which begins in line `line`
    CsvReader(std::string_view text, char separator, std::size_t offset = 0, int line = 1)
        : text_(text), separator_(separator), offset_(offset), line_(line) {}
    CsvReader(std::string_view text, const CsvForm& form)
        : CsvReader(text, form.separator, form.offset, form.line) {}

    /// The next record; nothing at the end of the text.
    [[nodiscard]] std::variant<std::optional<CsvRecord>, CsvProblem> next();

  private:
    [[nodiscard]] std::optional<CsvProblem> readCell(CsvRecord& record);
    [[nodiscard]] std::optional<CsvProblem> readQuoted(CsvRecord& record);
    [[nodiscard]] bool atLineEnd() const;
    void passLineEnd();
    [[nodiscard]] std::size_t behindBlanks() const;

    std::string_view text_;
    char separator_;
    std::size_t offset_;
    int line_;
};

/// A cell as text, in quotes if it needs them. Bytes that are not UTF-8 become U+FFFD.
[[nodiscard]] std::string csvCell(std::string_view text, char separator = ',');

}  // namespace burin
