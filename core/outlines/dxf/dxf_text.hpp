// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace burin {

/// The name for iconv of a code page as $DWGCODEPAGE names it, such as CP1252 for ANSI_1252, or nothing if no
/// characters beyond ASCII are known for it. Neither case nor hyphens count.
[[nodiscard]] std::optional<std::string> dxfCodePage(std::string_view name);

/// `text` in the code page of a DXF file as UTF-8. Line breaks are kept; a byte that the code page does not
/// define becomes U+FFFD.
///
/// \param page  the name of the code page for iconv
/// \param most  the approximate limit of the result, in bytes: the conversion ends soon after it
/// \return nothing if this system cannot convert the page
/// \throws Cancelled
[[nodiscard]] std::optional<std::string> dxfTextAsUtf8(std::string text, const std::string& page,
                                                       std::size_t most, const std::stop_token& stop);

/// `text` with the characters that are written as \U+ and four hexadecimal digits. Control characters and
/// surrogates stay as they are written.
[[nodiscard]] std::string withDxfCharacters(std::string_view text);

}  // namespace burin
