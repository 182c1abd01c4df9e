// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Small tools for UTF-8 text and for messages about it.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace burin {

/// The offset of the first byte that is not part of well-formed UTF-8 (RFC 3629: no surrogates, no overlong
/// forms), or nothing.
[[nodiscard]] std::optional<std::size_t> firstInvalidUtf8(std::string_view text);

/// The offset of the first control character (C0, DEL or C1), or nothing. \pre the text is well-formed UTF-8
/// \param allowed  ASCII control characters that do not count
[[nodiscard]] std::optional<std::size_t> firstControl(std::string_view text, std::string_view allowed = {});

/// The number of characters (code points) of well-formed UTF-8.
[[nodiscard]] std::size_t characterCount(std::string_view text);

/// `text` on one line: control characters become \xNN so that they cannot disturb a terminal.
[[nodiscard]] std::string onOneLine(std::string_view text);

/// `text` in single quotes for a message: on one line, cut at about sixty characters, with the names of
/// characters that are invisible or look like others.
[[nodiscard]] std::string quotedForMessage(std::string_view text);

/// The candidate that `word` was probably meant to be: it differs by at most two edits, and by fewer than
/// half of its letters. Swapping neighbouring letters counts as one edit (F. Damerau, A technique for
/// computer detection and correction of spelling errors, 1964). Empty if there is no such candidate. Odd
/// characters are compared by the ASCII characters that they look like.
[[nodiscard]] std::string_view nearest(std::string_view word,
                                       const std::vector<std::string_view>& candidates);

/// "did you mean 'x'?", or `otherwise` if no candidate is close enough.
[[nodiscard]] std::string suggestion(std::string_view word, const std::vector<std::string_view>& candidates,
                                     std::string otherwise);

/// "a, b or c".
[[nodiscard]] std::string alternatives(const std::vector<std::string_view>& words);

/// "1 link", "2 links".
[[nodiscard]] std::string counted(std::size_t count, std::string_view noun);

/// "1,234,567".
[[nodiscard]] std::string grouped(std::int64_t number);

/// The shortest decimal text that reads back as `value`; whole numbers have no decimal point.
[[nodiscard]] std::string numberText(double value);

/// `value` rounded to this many significant digits, such as "0.123" or "1.2e+06".
[[nodiscard]] std::string roundedText(double value, int digits);

/// `value` rounded to this many digits after the decimal point, such as "0.250".
[[nodiscard]] std::string decimalText(double value, int decimals);

/// `text` with blanks before it, so that it is `width` bytes long.
[[nodiscard]] std::string rightAligned(std::string_view text, std::size_t width);

}  // namespace burin
