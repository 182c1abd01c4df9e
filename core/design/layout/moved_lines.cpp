// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/layout/moved_lines.hpp"

#include <algorithm>

namespace burin {

std::size_t blanksOfLine(std::string_view body, std::size_t at) {
    const std::size_t line = at == 0 ? 0 : body.rfind('\n', at - 1) + 1;
    return std::min(body.find_first_not_of(' ', line), at) - line;
}

std::string shiftedLines(std::string_view lines, std::size_t from, std::size_t to, std::size_t least,
                         bool withFirst, std::string_view lineEnd) {
    std::string result;
    for (bool first = !withFirst; !lines.empty(); first = false) {
        const std::size_t newline = lines.find('\n');
        std::string_view line = lines.substr(0, newline);
        lines.remove_prefix(newline == noOffset ? lines.size() : newline + 1);
        if (line.ends_with('\r')) line.remove_suffix(1);
        const std::size_t blanks = std::min(line.find_first_not_of(' '), line.size());
        if (!first && blanks < line.size()) {
            result.append(std::max(blanks + to - std::min(blanks + to, from), least), ' ');
            line.remove_prefix(blanks);
        }
        result += line;
        if (newline != noOffset) result += lineEnd;
    }
    return result;
}

bool isBlockText(const YamlPiece& read, std::string_view body) {
    return read.value->isScalar() && read.valueStart < read.valueEnd &&
           (body[read.valueStart] == '|' || body[read.valueStart] == '>');
}

std::string_view commentOf(const YamlPiece& read, std::string_view body) {
    std::size_t from = isYamlBlock(*read.value) ? read.keyEnd : read.valueEnd;
    if (isYamlBlock(*read.value) && read.key != nullptr) from = body.find(':', from) + 1;
    if (isBlockText(read, body)) from = body.find_first_of(" \t\r\n", read.valueStart);
    const std::size_t end = body.find('\n', from);
    const std::size_t first = body.find_first_not_of(" \t\r", from);
    if (first == noOffset || first >= end || body[first] != '#') return {};
    const std::string_view comment = body.substr(from, end - from);
    return comment.substr(0, comment.find_last_not_of('\r') + 1);
}

std::string_view commentInBracket(const YamlValue& read, std::string_view body) {
    const std::size_t first = read.flow ? body.find_first_not_of(" \t", read.offset + 1) : noOffset;
    if (first == noOffset || body[first] != '#') return {};
    const std::string_view comment = body.substr(first, body.find('\n', first) - first);
    return comment.substr(0, comment.find_last_not_of(" \t\r") + 1);
}

void appendComments(std::string& out, std::string_view lines, std::size_t indent, std::string_view lineEnd) {
    while (!lines.empty()) {
        const std::size_t end = std::min(lines.find('\n'), lines.size());
        std::string_view line = lines.substr(0, end);
        lines.remove_prefix(std::min(end + 1, lines.size()));
        if (line.ends_with('\r')) line.remove_suffix(1);
        for (std::size_t i = 0; i < line.size(); ++i) {
            if (line[i] != '#' || (i > 0 && line[i - 1] != ' ' && line[i - 1] != '\t')) continue;
            out.append(indent, ' ').append(line.substr(i)).append(lineEnd);
            break;
        }
    }
}

}  // namespace burin
