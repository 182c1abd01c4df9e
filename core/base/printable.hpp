// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace burin {

/// Makes a text from outside safe for a terminal or a log: one line of well-formed UTF-8, without characters
/// that move the cursor, change colours or reverse the writing direction.
///
/// Control characters (C0, DEL, C1), invisible direction marks and bytes that are not UTF-8 become \xNN, one
/// for each byte. A text longer than `longest` is cut and ends in `...`.
///
/// \param longest  how many bytes of `text` are used
/// \return at most 4 * `longest` bytes plus `...`; never throws because of the content
[[nodiscard]] std::string printable(std::string_view text, std::size_t longest = 1000);

/// The number of columns that a text takes on a terminal: a Chinese, Japanese or Korean character or an emoji
/// takes two. The result may be too large, because combining marks count as one column each, and all symbols
/// of a block count as wide if some of them are. If the text is not well-formed UTF-8, it is an estimate.
[[nodiscard]] std::size_t columnCount(std::string_view text);

/// The longest beginning of a text that takes at most `most` columns. \pre the text is well-formed UTF-8
[[nodiscard]] std::string_view firstColumns(std::string_view text, std::size_t most);

}  // namespace burin
