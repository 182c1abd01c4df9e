// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/csv.hpp"

#include "core/base/text.hpp"

#include <algorithm>
#include <utility>

namespace burin {
namespace {

/// Puts U+FFFD in the place of bytes that are not UTF-8.
std::string inUtf8(std::string_view text) {
    std::string sound;
    while (const auto invalid = firstInvalidUtf8(text)) {
        sound += std::string(text.substr(0, *invalid)) + "\xEF\xBF\xBD";
        text.remove_prefix(*invalid + 1);
    }
    return sound.append(text);
}

/// A cell, in quotes if it has one of these characters.
std::string cellOf(std::string text, std::string_view special) {
    if (text.find_first_of(special) == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"') quoted += '"';
        quoted += c;
    }
    return quoted + '"';
}

}  // namespace

bool CsvRecord::blank() const {
    return std::all_of(cells.begin(), cells.end(), [](const CsvCell& cell) { return cell.blank(); });
}

void CsvRecord::fill(std::size_t columns) {
    const int last = cells.empty() ? line : cells.back().line;
    while (cells.size() < columns)
        cells.push_back({.text = {}, .line = last});
}

std::optional<char> csvNamedSeparator(std::string_view line) {
    constexpr std::string_view sep = "sep=";
    while (line.ends_with(' '))
        line.remove_suffix(1);
    if (line.size() > 2 && line.front() == '"' && line.back() == '"') line = line.substr(1, line.size() - 2);
    if (line.size() != sep.size() + 1 || !line.starts_with(sep)) return {};
    return line.back();
}

std::size_t csvLineEnd(std::string_view text) {
    if (text.starts_with("\r\n")) return 2;
    return text.starts_with('\n') || text.starts_with('\r') ? 1 : 0;
}

int csvLine(std::string_view text, std::size_t offset) {
    int line = 1;
    for (std::size_t at = text.find_first_of("\r\n"); at < offset; at = text.find_first_of("\r\n", at)) {
        at += csvLineEnd(text.substr(at));
        ++line;
    }
    return line;
}

std::variant<CsvForm, CsvProblem> csvForm(std::string_view text) {
    constexpr std::string_view separators = ",;\t";
    const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
    if (const auto named = csvNamedSeparator(text.substr(0, end))) {
        if (separators.find(*named) != separators.npos)
            return CsvForm{*named, end + csvLineEnd(text.substr(end)), 2};
        return CsvProblem{
            1, 0, {.reason = "the line names another separator; use one of comma, semicolon and tab"}};
    }
    char separator = 0;
    bool quoted = false;
    const std::string_view records = text.substr(std::min(text.find_first_not_of("\r\n"), text.size()));
    for (const char c : records) {
        if (c == '"') quoted = !quoted;
        if (quoted) continue;
        if (c == '\n' || c == '\r') break;
        if (separators.find(c) == separators.npos) continue;
        if (separator != 0 && separator != c)
            return CsvProblem{
                csvLine(text, text.size() - records.size()),
                0,
                {.reason = "the header has several separators; use one of comma, semicolon and tab"}};
        separator = c;
    }
    return CsvForm{separator == 0 ? ',' : separator};
}

std::string csvText(std::string_view text) {
    return cellOf(inUtf8(text), ",;\t\"\n\r");
}

bool CsvReader::atLineEnd() const {
    return csvLineEnd(text_.substr(offset_)) > 0;
}

void CsvReader::passLineEnd() {
    offset_ += csvLineEnd(text_.substr(offset_));
    ++line_;
}

std::variant<std::optional<CsvRecord>, CsvProblem> CsvReader::next() {
    while (offset_ < text_.size() && atLineEnd())
        passLineEnd();
    if (offset_ >= text_.size()) return std::nullopt;
    CsvRecord record{offset_, line_, {}};
    while (true) {
        if (auto problem = readCell(record)) return std::move(*problem);
        if (offset_ < text_.size() && text_[offset_] == separator_) {
            if (record.cells.size() == mostCells)
                return CsvProblem{record.line,
                                  static_cast<int>(mostCells) + 1,
                                  {.reason = "the row has more than 10,000 cells"}};
            ++offset_;
            continue;
        }
        if (offset_ < text_.size()) passLineEnd();
        return record;
    }
}

std::size_t CsvReader::behindBlanks() const {
    return std::min(text_.find_first_not_of(' ', offset_), text_.size());
}

/// Reads up to the separator, the end of the line or the end of the text.
std::optional<CsvProblem> CsvReader::readCell(CsvRecord& record) {
    if (const std::size_t quote = behindBlanks(); quote < text_.size() && text_[quote] == '"') {
        offset_ = quote;
        return readQuoted(record);
    }
    const std::size_t begin = offset_;
    const auto column = static_cast<int>(record.cells.size()) + 1;
    while (offset_ < text_.size() && text_[offset_] != separator_ && !atLineEnd()) {
        if (text_[offset_] == '"')
            return CsvProblem{
                line_, column, {.reason = "the cell contains a quote; put the whole cell in quotes"}};
        ++offset_;
    }
    record.cells.push_back({std::string(text_.substr(begin, offset_ - begin)), line_});
    return {};
}

std::optional<CsvProblem> CsvReader::readQuoted(CsvRecord& record) {
    const auto column = static_cast<int>(record.cells.size()) + 1;
    CsvCell cell{{}, line_};
    ++offset_;
    while (true) {
        if (offset_ >= text_.size())
            return CsvProblem{cell.line, column, {.reason = "the quote is not closed"}};
        const char c = text_[offset_++];
        if (c == '"') {
            if (offset_ >= text_.size() || text_[offset_] != '"') break;
            ++offset_;
        }
        if (c == '\n' || (c == '\r' && !text_.substr(offset_).starts_with('\n'))) ++line_;
        cell.text += c;
    }
    offset_ = behindBlanks();
    if (offset_ < text_.size() && text_[offset_] != separator_ && !atLineEnd())
        return CsvProblem{
            line_, column, {.reason = "text follows the closing quote; inside quotes, write a quote twice"}};
    record.cells.push_back(std::move(cell));
    return {};
}

std::string csvCell(std::string_view text, char separator) {
    return cellOf(inUtf8(text), std::string("\"\r\n") + separator);
}

}  // namespace burin
