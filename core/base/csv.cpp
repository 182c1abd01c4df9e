// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/csv.hpp"

#include <utility>

namespace burin {

std::variant<char, CsvProblem> csvSeparator(std::string_view text) {
    char separator = 0;
    bool quoted = false;
    for (const char c : text) {
        if (c == '"') quoted = !quoted;
        if (quoted) continue;
        if (c == '\n' || c == '\r') break;
        if (c != ',' && c != ';' && c != '\t') continue;
        if (separator != 0 && separator != c)
            return CsvProblem{1, 0, "the header has several separators; use one of comma, semicolon and tab"};
        separator = c;
    }
    return separator == 0 ? ',' : separator;
}

bool CsvReader::atLineEnd() const {
    const std::string_view rest = text_.substr(offset_);
    return rest.starts_with('\n') || rest.starts_with("\r\n");
}

void CsvReader::passLineEnd() {
    offset_ += text_[offset_] == '\r' ? 2 : 1;
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
            ++offset_;
            continue;
        }
        if (offset_ < text_.size()) passLineEnd();
        return record;
    }
}

/// Reads up to the separator, the end of the line or the end of the text.
std::optional<CsvProblem> CsvReader::readCell(CsvRecord& record) {
    if (offset_ < text_.size() && text_[offset_] == '"') return readQuoted(record);
    const std::size_t begin = offset_;
    const auto column = static_cast<int>(record.cells.size()) + 1;
    while (offset_ < text_.size() && text_[offset_] != separator_ && !atLineEnd()) {
        if (text_[offset_] == '"')
            return CsvProblem{line_, column, "a quote inside a cell; put the whole cell in quotes"};
        if (text_[offset_] == '\r') return CsvProblem{line_, column, "a carriage return inside a line"};
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
        if (offset_ >= text_.size()) return CsvProblem{cell.line, column, "the quote is not closed"};
        const char c = text_[offset_++];
        if (c == '"') {
            if (offset_ >= text_.size() || text_[offset_] != '"') break;
            ++offset_;
        }
        if (c == '\n') ++line_;
        cell.text += c;
    }
    if (offset_ < text_.size() && text_[offset_] != separator_ && !atLineEnd())
        return CsvProblem{line_, column, "text behind the closing quote; write a quote in quotes twice"};
    record.cells.push_back(std::move(cell));
    return {};
}

std::string csvCell(std::string_view text, char separator) {
    const std::string special = std::string("\"\r\n") + separator;
    if (text.find_first_of(special) == std::string_view::npos) return std::string(text);
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"') quoted += '"';
        quoted += c;
    }
    return quoted + '"';
}

}  // namespace burin
