// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace burin {

/// The place of an item in a series, and its number.
struct SeriesItem {
    std::int64_t i = 0;  ///< column
    std::int64_t j = 0;  ///< row
    std::int64_t n = 0;
};

/// A text with places that differ from item to item: `{n}`, `{n:05}`, `{i}`, `{j}`, `{NAME}` for a column of
/// a table, and `{{` for a brace. Immutable; thread-safe.
class SeriesText {
  public:
    static constexpr int mostDigits = 64;

    /// \param columns  the names of the table's columns
    /// \throws DrawingError for a brace that is not closed and for unknown names
    SeriesText(std::string_view pattern, const std::vector<std::string>& columns);

    /// Whether the text contains a column of the table.
    [[nodiscard]] bool readsTable() const { return readsTable_; }
    /// The names among n, i and j that occur in the text although a column of the table has the same name:
    /// the numbers of the item hide that column.
    [[nodiscard]] const std::vector<std::string>& hiddenColumns() const { return hiddenColumns_; }
    /// The text of an item.
    /// \param row  its row of the table, if readsTable(); cells that it lacks at its end are empty
    [[nodiscard]] std::string of(const SeriesItem& item, const std::vector<std::string>& row) const;

  private:
    enum class Source { literal, number, column, row, table };
    struct Piece {
        Source source = Source::literal;
        std::string literal = {};
        std::size_t width = 0;  ///< digits, padded with zeros
        std::size_t cell = 0;   ///< column of the table
    };

    void addName(std::string_view name, const std::vector<std::string>& columns);

    std::vector<Piece> pieces_;
    bool readsTable_ = false;
    std::vector<std::string> hiddenColumns_;
};

}  // namespace burin
