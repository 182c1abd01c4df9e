// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace burin {

/// `text` in the code page of a DXF file as UTF-8. Line breaks are kept; a byte that the code page does not
/// define becomes U+FFFD.
///
/// \param codePage  the value of $DWGCODEPAGE, such as ANSI_1252; an unknown page is read as ANSI_1252
/// \param most  the approximate limit of the result, in bytes: the conversion ends soon after it
/// \return nothing if this system cannot convert the page
/// \throws Cancelled
[[nodiscard]] std::optional<std::string> dxfTextAsUtf8(std::string text, std::string_view codePage,
                                                       std::size_t most, const std::stop_token& stop);

/// `text` with the characters that are written as \U+ and four hexadecimal digits. Control characters and
/// surrogates stay as they are written.
[[nodiscard]] std::string withDxfCharacters(std::string_view text);

}  // namespace burin
