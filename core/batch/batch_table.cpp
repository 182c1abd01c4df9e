// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/batch/batch_table.hpp"

#include "core/base/cancelled.hpp"
#include "core/base/files.hpp"
#include "core/base/odd_characters.hpp"
#include "core/base/text.hpp"

#include <algorithm>
#include <utility>

namespace burin {

namespace {

constexpr std::string_view byteOrderMark = "\xef\xbb\xbf";

/// The column that a title stands for, or why the title is not valid.
std::variant<BatchColumn, Problem> columnOf(const std::string& title) {
    using Use = BatchColumn::Use;
    if (title.starts_with('#')) return BatchColumn{Use::ignored, title};
    constexpr std::pair<const char*, Use> words[] = {
        {"name", Use::name}, {"to", Use::to}, {"region", Use::region}, {"skip", Use::skip}};
    for (const auto& [word, use] : words) {
        if (title == word) return BatchColumn{use, title};
    }
    auto parsed = parseSetting(title + "=");
    auto* setting = std::get_if<Setting>(&parsed);
    if (setting != nullptr && setting->value.empty()) {
        setting->text = title;
        return BatchColumn{Use::setting, title, std::move(*setting)};
    }
    return Problem{.reason = "%1 is not a column",
                   .details = {quotedForMessage(title)},
                   .advice =
                       "write NODE.KEY, pixel, name, to, region or skip, or begin the title with # to "
                       "have the column ignored"};
}

}  // namespace

std::string TableProblem::place() const {
    std::string text = onOneLine(file);
    if (line > 0) text += ':' + std::to_string(line);
    if (column > 0) text += ':' + std::to_string(column);
    if (!title.empty()) text += " (" + onOneLine(title) + ')';
    return text;
}

std::variant<BatchTable, TableProblem> BatchTable::read(const std::filesystem::path& file,
                                                        const std::stop_token& stop) {
    auto text = readRegularFile(file, mostBytes + 1, stop);
    if (stop.stop_requested()) throw Cancelled();
    if (const auto* problem = std::get_if<FileProblem>(&text))
        return TableProblem{.file = file.string(), .problem = problem->problem};
    return parse(std::move(std::get<std::string>(text)), file, stop);
}

std::variant<BatchTable, TableProblem> BatchTable::parse(std::string text, const std::filesystem::path& file,
                                                         const std::stop_token& stop) {
    BatchTable table;
    table.file_ = file;
    static_assert(mostBytes == 67'108'864, "the words name the limit");
    if (text.size() > mostBytes)
        return TableProblem{.file = file.string(), .problem = {.reason = "is larger than 64 MiB"}};
    if (text.starts_with(byteOrderMark)) text.erase(0, byteOrderMark.size());
    table.text_ = std::move(text);
    if (std::string wide = wideEncoding(table.text_); !wide.empty())
        return TableProblem{.file = file.string(),
                            .problem = {.reason = "is in %1, not in UTF-8", .details = {std::move(wide)}}};
    if (const auto invalid = firstInvalidUtf8(table.text_))
        return TableProblem{.file = file.string(),
                            .line = csvLine(table.text_, *invalid),
                            .problem = {.reason = "is not UTF-8"}};
    const auto form = csvForm(table.text_);
    if (const auto* problem = std::get_if<CsvProblem>(&form)) return table.problemOf(*problem);
    table.separator_ = std::get<CsvForm>(form).separator;
    CsvReader reader(table.text_, std::get<CsvForm>(form));
    auto header = reader.next();
    if (const auto* problem = std::get_if<CsvProblem>(&header)) return table.problemOf(*problem);
    auto& record = std::get<std::optional<CsvRecord>>(header);
    if (!record) return TableProblem{.file = file.string(), .problem = {.reason = "is empty"}};
    while (record->cells.size() > 1 && record->cells.back().blank())
        record->cells.pop_back();
    if (auto problem = table.readHeader(*record)) return std::move(*problem);
    if (auto problem = table.readRows(reader, stop)) return std::move(*problem);
    return table;
}

std::optional<TableProblem> BatchTable::readHeader(const CsvRecord& record) {
    headerLine_ = record.line;
    if (record.cells.size() > mostColumns) {
        return TableProblem{.file = file_.string(),
                            .line = headerLine_,
                            .problem = {.reason = "has more than 1,000 columns"}};
    }
    for (const CsvCell& cell : record.cells) {
        auto parsed = columnOf(cell.text);
        const std::size_t index = columns_.size();
        columns_.push_back({.title = cell.text});
        if (auto* problem = std::get_if<Problem>(&parsed)) return problemOfColumn(index, std::move(*problem));
        auto& column = std::get<BatchColumn>(parsed);
        for (std::size_t k = 0; k < index; ++k) {
            const bool settings = column.use == BatchColumn::Use::setting && columns_[k].use == column.use;
            const bool same = settings
                                  ? setSameKey(column.setting, columns_[k].setting)
                                  : column.use == columns_[k].use && column.use != BatchColumn::Use::ignored;
            if (!same) continue;
            return problemOfColumn(index, {.reason = "column %1 (%2) sets the same key",
                                           .details = {std::to_string(k + 1), columns_[k].title}});
        }
        columns_[index] = std::move(column);
    }
    return {};
}

std::optional<TableProblem> BatchTable::readRows(CsvReader reader, const std::stop_token& stop) {
    while (true) {
        if (stop.stop_requested()) throw Cancelled();
        auto next = reader.next();
        if (const auto* problem = std::get_if<CsvProblem>(&next)) return problemOf(*problem);
        auto& record = std::get<std::optional<CsvRecord>>(next);
        if (!record) return {};
        if (record->blank()) continue;
        if (const auto behind = dropBlankBehind(record->cells, columns_.size())) {
            return TableProblem{
                .file = file_.string(),
                .line = record->cells[*behind].line,
                .column = static_cast<int>(*behind) + 1,
                .problem = {
                    .reason = "the row has %1, but the header has %2",
                    .details = {counted(record->cells.size(), "cell"), counted(columns_.size(), "title")},
                    .advice = "give the column of this cell a title, or put a cell that contains a "
                              "separator in quotes"}};
        }
        if (rows_.size() == mostRows)
            return problemAt(*record, {}, {.reason = "the table has more than 100,000 rows"});
        rows_.push_back({record->offset, record->line});
    }
}

std::optional<std::size_t> BatchTable::column(BatchColumn::Use use) const {
    const auto found = std::find_if(columns_.begin(), columns_.end(),
                                    [use](const BatchColumn& column) { return column.use == use; });
    if (found == columns_.end()) return {};
    return static_cast<std::size_t>(found - columns_.begin());
}

std::optional<std::size_t> BatchTable::column(std::string_view title) const {
    const auto found = std::find_if(columns_.begin(), columns_.end(),
                                    [title](const BatchColumn& column) { return column.title == title; });
    if (found == columns_.end()) return {};
    return static_cast<std::size_t>(found - columns_.begin());
}

CsvRecord BatchTable::record(std::size_t row) const {
    CsvReader reader(text_, separator_, rows_[row].offset, rows_[row].line);
    CsvRecord record = *std::get<std::optional<CsvRecord>>(reader.next());
    dropBlankBehind(record.cells, columns_.size());
    record.fill(columns_.size());
    return record;
}

TableProblem BatchTable::problemAt(const CsvRecord& record, std::optional<std::size_t> column,
                                   Problem problem) const {
    TableProblem result{.file = file_.string(), .line = record.line, .problem = std::move(problem)};
    if (!column) return result;
    result.line = record.cells[*column].line;
    result.column = static_cast<int>(*column) + 1;
    result.title = columns_[*column].title;
    return result;
}

TableProblem BatchTable::problemOfColumn(std::size_t column, Problem problem) const {
    return {.file = file_.string(),
            .line = headerLine_,
            .column = static_cast<int>(column) + 1,
            .title = columns_[column].title,
            .problem = std::move(problem)};
}

TableProblem BatchTable::problemOf(const CsvProblem& problem) const {
    TableProblem result{
        .file = file_.string(), .line = problem.line, .column = problem.column, .problem = problem.problem};
    const auto index = static_cast<std::size_t>(problem.column) - 1;
    if (index < columns_.size()) result.title = columns_[index].title;
    // No title: the place is in the header itself, or after its last cell.
    if (result.title.empty()) result.column = 0;
    return result;
}

}  // namespace burin
