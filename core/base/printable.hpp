// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace burin {

/// A text from outside as a terminal and a log can show it: on one line, well-formed UTF-8, and without any
/// character that moves the cursor, changes colours or turns the direction of writing.
///
/// Control characters (C0, DEL, C1), the invisible marks of direction and bytes that are not UTF-8 become
/// \xNN, one for each of their bytes. `...` ends a text that is longer than `longest`.
///
/// \param longest  bytes of `text` that are looked at
/// Never throws for what the text holds; at most four times as long as `longest`, and `...`.
[[nodiscard]] std::string printable(std::string_view text, std::size_t longest = 1000);

}  // namespace burin
