// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/series/series_table.hpp"

#include "core/base/cancelled.hpp"
#include "core/base/odd_characters.hpp"
#include "core/base/text.hpp"
#include "core/outlines/drawing_error.hpp"

#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <variant>

namespace burin {
namespace {

constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";

/// A cell with LF as line ends, as in a design and in the table of a batch. An editor or git may have saved
/// the table with CR LF.
std::string withLineFeeds(std::string cell) {
    if (cell.find("\r\n") == std::string::npos) return cell;
    std::string text;
    for (std::size_t i = 0; i < cell.size(); ++i) {
        if (cell.compare(i, 2, "\r\n") != 0) text += cell[i];
    }
    return text;
}

std::vector<std::string> textsOf(CsvRecord& record) {
    std::vector<std::string> texts;
    for (CsvCell& cell : record.cells)
        texts.push_back(withLineFeeds(std::move(cell.text)));
    return texts;
}

/// The index of the first column whose name an earlier column has too. Columns without a name do not count,
/// because nothing can refer to them.
std::optional<std::size_t> firstRepeat(const std::vector<std::string>& columns) {
    std::set<std::string_view> known;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (!columns[i].empty() && !known.insert(columns[i]).second) return i;
    }
    return {};
}

/// Whether the line above the one that begins at `offset` is empty.
bool followsEmptyLine(std::string_view text, std::size_t offset) {
    text = text.substr(0, offset);
    text.remove_suffix(text.ends_with("\r\n") ? 2 : 1);
    return text.ends_with('\n') || text.ends_with('\r');
}

}  // namespace

SeriesTable::SeriesTable(std::string text, const std::string& file, bool header, const std::stop_token& stop)
    : text_(std::move(text)) {
    const auto fail = [&](int line, int column, std::string reason,
                          std::vector<std::string> details = {}) -> DrawingError {
        return DrawingError(
            {.subject = subjectAt(file, {static_cast<std::size_t>(line), static_cast<std::size_t>(column)}),
             .reason = std::move(reason),
             .details = std::move(details),
             .advice = "use a table as RFC 4180 describes it, in UTF-8"});
    };
    if (text_.size() > mostBytes)
        throw DrawingError(
            {.subject = file, .reason = "the table has more than 256 MiB", .advice = "use a smaller table"});
    if (const std::string wide = wideEncoding(text_); !wide.empty())
        throw fail(1, 1, "the table is in %1, not in UTF-8", {wide});
    if (const auto wrong = firstInvalidUtf8(text_))
        throw fail(csvLine(text_, *wrong), 1, "the table is not UTF-8");
    if (std::string_view(text_).starts_with(byteOrderMark)) begin_ = byteOrderMark.size();
    const auto form = csvForm(std::string_view(text_).substr(begin_));
    if (const auto* problem = std::get_if<CsvProblem>(&form))
        throw fail(problem->line, problem->column, problem->problem.reason);
    separator_ = std::get<CsvForm>(form).separator;
    CsvReader reader(std::string_view(text_).substr(begin_), std::get<CsvForm>(form));
    for (bool first = true;; first = false) {
        if (rows_ % 4096 == 0 && stop.stop_requested()) throw Cancelled();
        auto read = reader.next();
        if (const auto* problem = std::get_if<CsvProblem>(&read))
            throw fail(problem->line, problem->column, problem->problem.reason);
        auto& record = std::get<std::optional<CsvRecord>>(read);
        if (!record) break;
        if (first) {
            columns_ = textsOf(*record);
            if (header) {
                if (const auto repeat = firstRepeat(columns_))
                    throw fail(record->line, static_cast<int>(*repeat) + 1, "two columns are called %1",
                               {quotedForMessage(columns_[*repeat])});
                continue;
            }
            for (std::size_t i = 0; i < columns_.size(); ++i)
                columns_[i] = std::to_string(i + 1);
        } else if (record->cells.size() > columns_.size()) {
            throw fail(record->line, 1, "the row has %1, but the first one has %2",
                       {counted(record->cells.size(), "cell"), std::to_string(columns_.size())});
        }
        const bool searched = columns_.size() == 1 && emptyLine_ == 0 && !first;
        if (searched && followsEmptyLine(std::string_view(text_).substr(begin_), record->offset))
            emptyLine_ = record->line - 1;
        if (rows_ % rowsBetween == 0) places_.push_back({record->offset, record->line});
        ++rows_;
    }
    if (columns_.empty()) throw fail(1, 1, "the table is empty");
}

SeriesTable::Rows::Rows(const SeriesTable& table)
    : reader_(std::string_view(table.text_).substr(table.begin_), table.separator_,
              table.places_.empty() ? table.text_.size() - table.begin_ : table.places_.front().offset) {}

std::vector<std::string> SeriesTable::Rows::next() {
    auto read = reader_.next();
    return textsOf(*std::get<std::optional<CsvRecord>>(read));
}

std::vector<std::string> SeriesTable::row(std::int64_t row) const {
    CsvRecord found = record(row);
    return textsOf(found);
}

CsvRecord SeriesTable::record(std::int64_t row) const {
    const Place& place = places_[static_cast<std::size_t>(row / rowsBetween)];
    CsvReader reader(std::string_view(text_).substr(begin_), separator_, place.offset, place.line);
    for (std::int64_t left = row % rowsBetween; left > 0; --left)
        static_cast<void>(reader.next());
    auto read = reader.next();
    return std::move(*std::get<std::optional<CsvRecord>>(read));
}

}  // namespace burin
