// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/layout/yaml_text.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace burin {

/// The blanks at the start of the line that contains the byte `at`.
[[nodiscard]] std::size_t blanksOfLine(std::string_view body, std::size_t at);

/// Moves lines from one column to another.
/// \param least  blanks before each line but the first
[[nodiscard]] std::string shiftedLines(std::string_view lines, std::size_t from, std::size_t to,
                                       std::size_t least, bool withFirst, std::string_view lineEnd);

/// Whether the value is a text that starts with | or > and continues on the lines below.
[[nodiscard]] bool isBlockText(const YamlPiece& read, std::string_view body);

/// The comment on the line of an entry of a block, with the blanks before it. The comment of a text that
/// starts with | or > is on its first line.
[[nodiscard]] std::string_view commentOf(const YamlPiece& read, std::string_view body);

/// The comment behind the opening bracket of a value, without the blanks before it.
[[nodiscard]] std::string_view commentInBracket(const YamlValue& read, std::string_view body);

/// Appends everything in `lines` that may be a comment, each on a line of its own.
void appendComments(std::string& out, std::string_view lines, std::size_t indent, std::string_view lineEnd);

}  // namespace burin
