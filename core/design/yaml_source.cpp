// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/yaml_source.hpp"

#include "core/base/odd_characters.hpp"
#include "core/base/text.hpp"
#include "core/design/yaml.hpp"

#include <algorithm>
#include <utility>

namespace burin {

namespace {

/// The most blanks and other characters that may surround a text.
constexpr std::size_t mostAround = 1024;
constexpr std::ptrdiff_t mostIndicators = std::ptrdiff_t{1} << 21U;

bool blank(char c) {
    return c == ' ' || c == '\t';
}
bool lineBreak(char c) {
    return c == '\n' || c == '\r';
}
bool characterStart(char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80;
}

}  // namespace

Problem longTextProblem() {
    static_assert(longestDesignText == 1'048'576, "the words name the limit");
    return {.reason = "this text has more than 1 MiB", .advice = "use at most 1,048,576 bytes"};
}

SourceMark YamlSource::mark(std::size_t offset) {
    offset = std::min(offset, text_.size());
    if (offset < last_) {
        // Backward steps are short. If they cross a line break, the column has to be counted again.
        const auto crossed = std::count(text_.begin() + static_cast<std::ptrdiff_t>(offset),
                                        text_.begin() + static_cast<std::ptrdiff_t>(last_), '\n');
        if (crossed == 0) {
            lastMark_.column -= static_cast<int>(characterCount(text_.substr(offset, last_ - offset)));
        } else {
            const std::size_t newline = offset == 0 ? std::string_view::npos : text_.rfind('\n', offset - 1);
            const std::size_t line = newline == std::string_view::npos ? 0 : newline + 1;
            lastMark_.line -= static_cast<int>(crossed);
            lastMark_.column = 1 + static_cast<int>(characterCount(text_.substr(line, offset - line)));
        }
        last_ = offset;
        return lastMark_;
    }
    for (; last_ < offset; ++last_) {
        if (text_[last_] == '\n') {
            ++lastMark_.line;
            lastMark_.column = 1;
        } else if (characterStart(text_[last_])) {
            ++lastMark_.column;
        }
    }
    return lastMark_;
}

Diagnostic YamlSource::refusal(std::size_t offset, std::string reason, std::string advice,
                               std::vector<std::string> details) {
    Diagnostic result;
    result.mark = mark(offset);
    result.problem = {
        .reason = std::move(reason), .details = std::move(details), .advice = std::move(advice)};
    return result;
}

std::optional<Diagnostic> YamlSource::complaint() {
    static_assert(largestDesign == 67'108'864 && mostIndicators == 2'097'152, "the words name the limits");
    if (text_.size() > largestDesign) {
        Diagnostic tooLong;
        tooLong.mark = {1, 1};
        // Only the beginning of a file that is too long is read, so the size of the text is not that of the
        // file.
        tooLong.problem = {.reason = "the file is too long", .advice = "a design has at most 64 MiB"};
        return tooLong;
    }
    if (const std::string wide = wideEncoding(text_); !wide.empty())
        return refusal(0, "the file is in %1", "save it in UTF-8", {wide});
    if (const auto bad = firstInvalidUtf8(text_)) {
        // The text before `bad` is well-formed, so its columns can be counted.
        return refusal(*bad, "this byte is not UTF-8", "save the file in UTF-8");
    }
    const auto control = firstControl(text_, "\t\n\r");
    const std::size_t firstReturn = [&] {
        std::size_t found = text_.find('\r');
        while (found != std::string_view::npos && at(found + 1) == '\n')
            found = text_.find('\r', found + 1);
        return found;
    }();
    if (control || firstReturn != std::string_view::npos) {
        const std::size_t offset = std::min(control.value_or(text_.size()), firstReturn);
        if (offset == firstReturn) {
            return refusal(offset,
                           "the control character \\x0D, a carriage return, has no line feed after it",
                           "end lines with LF or with CR LF");
        }
        return refusal(offset, "this is the control character %1",
                       "remove it; in double quotes it can be written as an escape",
                       {onOneLine(text_.substr(offset, 2)).substr(0, 4)});
    }
    if (text_.substr(0, 3) == "\xEF\xBB\xBF")
        return refusal(0, "the text has a second byte order mark", "remove it");
    const auto indicators =
        std::count_if(text_.begin(), text_.end(), [](char c) { return c == '[' || c == '{' || c == ','; });
    if (indicators > mostIndicators) {
        return refusal(0, "the file has more than 2,097,152 brackets and commas",
                       "check whether this file is a design");
    }
    if (const auto start = longText()) return refuseLongText(*start);
    return directiveComplaint();
}

Diagnostic YamlSource::refuseLongText(std::size_t offset) {
    Problem problem = longTextProblem();
    return refusal(offset, std::move(problem.reason), std::move(problem.advice));
}

/// The start of a stretch that is longer than a text may be and contains nothing that could end a text: no
/// bracket, comma, colon, dash or comment in a place where these have a meaning, no unindented line and no
/// empty line.
std::optional<std::size_t> YamlSource::longText() const {
    std::size_t start = 0;
    for (std::size_t line = 0; line < text_.size();) {
        const std::size_t end = std::min(text_.find('\n', line), text_.size());
        const std::size_t first = std::min(text_.find_first_not_of(" \t\r", line), end);
        if (first == line) start = line;
        if (first == end || text_[first] == '#') start = end;
        if (first < end && (text_[first] == '-' || text_[first] == '?')) start = first + 1;
        for (std::size_t i = std::max(first, start); i < end; ++i) {
            if (text_[i] == '#' && blank(text_[i - 1])) {
                start = end;
                break;
            }
            if (std::string_view(":,[]{}").find(text_[i]) == std::string_view::npos) continue;
            if (i > start + longestDesignText + mostAround) break;
            start = i + 1;
        }
        if (end > start + longestDesignText + mostAround)
            return std::min(text_.find_first_not_of(" \t\n", start), end);
        line = end + 1;
    }
    return {};
}

std::size_t YamlSource::lineStart(std::size_t offset) const {
    const std::size_t newline = offset == 0 ? std::string_view::npos : text_.rfind('\n', offset - 1);
    return newline == std::string_view::npos ? 0 : newline + 1;
}

/// The odd character in the indentation of the line that starts at `line`.
std::optional<OddCharacter> YamlSource::oddIndent(std::size_t line) const {
    const std::size_t first = text_.find_first_not_of(" \t", line);
    const auto odd =
        first == std::string_view::npos ? std::nullopt : firstOddCharacter(text_.substr(0, first + 4), first);
    return odd && odd->offset == first && !odd->letter ? odd : std::nullopt;
}

std::optional<Diagnostic> YamlSource::oddIndentation(std::size_t offset) {
    constexpr int linesAbove = 3;
    std::optional<OddCharacter> found;
    std::size_t line = lineStart(std::min(offset, text_.size()));
    for (int i = 0; i <= linesAbove; ++i) {
        if (const auto odd = oddIndent(line)) found = odd;
        if (line == 0) break;
        line = lineStart(line - 1);
    }
    if (!found) return {};
    return refusal(found->offset, "the indentation contains %1",
                   found->like == ' ' ? "indent with plain spaces" : "remove it", {found->text()});
}

std::string YamlSource::oddRemark(int number) const {
    std::size_t start = 0;
    for (int i = 1; i < number && start < text_.size(); ++i)
        start = std::min(text_.find('\n', start), text_.size() - 1) + 1;
    std::string_view line = text_.substr(start, std::min(text_.find('\n', start), text_.size()) - start);
    line = line.substr(0, line.find(" #"));
    auto odd = firstOddCharacter(line);
    while (odd && odd->letter)
        odd = firstOddCharacter(line, odd->offset + odd->bytes);
    const std::size_t content = line.find_first_not_of(" \t-?");
    const std::size_t tab = line.find('\t');
    const bool tabFirst = tab < std::min(content, odd ? odd->offset : line.size());
    if (!odd && !tabFirst) return {};
    return "; column " + std::to_string(1 + characterCount(line.substr(0, tabFirst ? tab : odd->offset))) +
           " of this line holds " + (tabFirst ? "a tab, where blanks are expected" : odd->text());
}

std::optional<Diagnostic> YamlSource::directiveComplaint() {
    bool content = false;
    for (std::size_t line = 0; line < text_.size();) {
        const std::size_t first = text_.find_first_not_of(" \t\r", line);
        if (text_[line] == '%') {
            if (content || text_.substr(line, 6) != "%YAML ") {
                return refusal(line, "directives are not supported",
                               "remove this line, or put a text that starts with % in quotes");
            }
        } else if (first != std::string_view::npos && text_[first] != '\n' && text_[first] != '#') {
            content = true;
        }
        const std::size_t newline = text_.find('\n', line);
        if (newline == std::string_view::npos) break;
        line = newline + 1;
    }
    return {};
}

std::optional<std::size_t> YamlSource::quoteEnd(std::size_t offset) const {
    const char quote = at(offset);
    for (std::size_t i = offset + 1; i < text_.size(); ++i) {
        if (quote == '"' && text_[i] == '\\') {
            ++i;
        } else if (text_[i] == quote) {
            if (quote == '"' || at(i + 1) != quote) return i + 1;
            ++i;
        }
    }
    return {};
}

std::optional<std::size_t> YamlSource::skipped(std::size_t offset, char before) const {
    const char c = text_[offset];
    if (c == '#' && (offset == 0 || blank(text_[offset - 1]) || lineBreak(text_[offset - 1]))) {
        return std::min(text_.find('\n', offset), text_.size());
    }
    const bool opens = std::string_view("\n:,[{-?").find(before) != std::string_view::npos;
    if ((c == '"' || c == '\'') && opens) return quoteEnd(offset);
    return offset;
}

std::optional<std::size_t> YamlSource::unclosedQuote(std::size_t offset) const {
    char before = '\n';
    while (offset < text_.size()) {
        const auto end = skipped(offset, before);
        if (!end) return offset;
        if (!blank(text_[offset]) && text_[offset] != '\r') before = text_[offset];
        offset = std::max(*end, offset + 1);
    }
    return {};
}

std::optional<std::size_t> YamlSource::bracketEnd(std::size_t offset) const {
    char before = '\n';
    std::size_t depth = 0;
    while (offset < text_.size()) {
        const auto end = skipped(offset, before);
        if (!end) return {};
        const char c = text_[offset];
        if (*end == offset) {
            if (c == '[' || c == '{') ++depth;
            if (c == ']' || c == '}') --depth;
            if (depth == 0) return offset + 1;
        }
        if (!blank(c) && c != '\r') before = c;
        offset = std::max(*end, offset + 1);
    }
    return {};
}

std::optional<std::size_t> YamlSource::lineWithoutColon(std::size_t offset) const {
    const auto startOf = [this](std::size_t i) { return i == 0 ? 0 : text_.rfind('\n', i - 1) + 1; };
    const auto colonIn = [this](std::size_t from, std::size_t to) {
        for (std::size_t i = from; i < to; ++i) {
            if (text_[i] == ':' && (i + 1 >= to || blank(text_[i + 1]) || lineBreak(text_[i + 1])))
                return true;
        }
        return false;
    };
    std::size_t line = startOf(offset);
    if (colonIn(line, offset)) return {};
    while (line > 0) {
        const std::size_t end = line - 1;
        line = startOf(end);
        const std::size_t first = text_.find_first_not_of(" \t\r", line);
        if (first >= end || text_[first] == '#') continue;
        if (colonIn(first, end)) return {};
        return first;
    }
    return {};
}

bool YamlSource::longKey(std::size_t offset) const {
    std::size_t end = offset;
    if (at(offset) == '"' || at(offset) == '\'') {
        end = quoteEnd(offset).value_or(offset);
    } else {
        const auto endsKey = [this](std::size_t colon) {
            const char next = at(colon + 1);
            return at(colon) == ':' && (blank(next) || lineBreak(next) || next == '\0');
        };
        while (at(end) != '\0' && !lineBreak(at(end)) && !endsKey(end))
            ++end;
    }
    return end - offset > longestDesignKey &&
           at(std::min(text_.find_first_not_of(' ', end), text_.size())) == ':';
}

std::optional<std::size_t> YamlSource::longKeyBefore(std::size_t offset) const {
    std::size_t start = std::min(text_.find_first_not_of(" \t", lineStart(offset)), offset);
    while (at(start) == '-' && blank(at(start + 1)))
        start = std::min(text_.find_first_not_of(" \t", start + 1), offset);
    return longKey(start) ? std::optional(start) : std::nullopt;
}

std::string_view YamlSource::nullSpelling(std::size_t offset, bool key) const {
    for (const std::string_view spelling : {"~", "null", "Null", "NULL"}) {
        if (text_.substr(offset, spelling.size()) != spelling) continue;
        const std::size_t end = offset + spelling.size();
        const std::size_t next = text_.find_first_not_of(" \t", end);
        const bool colon = next != std::string_view::npos && text_[next] == ':';
        const bool wordEnds =
            end == text_.size() || std::string_view(" \t\r\n,:]}").find(text_[end]) != std::string_view::npos;
        if (wordEnds && (key || !colon)) return spelling;
    }
    return {};
}

std::size_t YamlSource::dashBefore(std::size_t offset) const {
    std::size_t i = std::min(offset, text_.size());
    while (i > 0 && (blank(text_[i - 1]) || lineBreak(text_[i - 1])))
        --i;
    return i > 0 && text_[i - 1] == '-' ? i - 1 : offset;
}

bool YamlSource::indentedByTab(std::size_t offset) const {
    bool tab = false;
    std::size_t i = std::min(offset, text_.size());
    while (i > 0 && blank(text_[i - 1])) {
        --i;
        tab = tab || text_[i] == '\t';
    }
    return tab && (i == 0 || text_[i - 1] == '\n');
}

}  // namespace burin
