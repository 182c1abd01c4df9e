// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace burin {

/// A text as JSON writes it, in quotes. Bytes that are not UTF-8, as names of files may have, become U+FFFD.
[[nodiscard]] std::string jsonText(std::string_view text);

}  // namespace burin
