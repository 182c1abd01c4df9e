// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Characters that are invisible or look like others, as in texts from web pages and PDFs, and texts that are
// not UTF-8 at all.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace burin {

/// A character that is invisible, looks like a space or like an ASCII character, or is an accent that makes
/// two different texts look the same.
struct OddCharacter {
    std::size_t offset = 0;  ///< in bytes
    std::size_t bytes = 0;
    std::string code;     ///< "U+00A0"
    std::string name;     ///< "no-break space", "Cyrillic a"
    char like = 0;        ///< the ASCII character that it looks like; 0: none
    bool letter = false;  ///< whether it is a letter or a part of one

    /// "U+00A0 (no-break space)"
    [[nodiscard]] std::string text() const { return code + " (" + name + ")"; }
};

/// The first odd character at or after `from`. \pre the text is well-formed UTF-8
[[nodiscard]] std::optional<OddCharacter> firstOddCharacter(std::string_view text, std::size_t from = 0);

/// The first character that shows nothing or only changes the writing direction. Joiners and variation
/// selectors after a character beyond ASCII do not count, because some scripts and emoji need them.
/// \pre the text is well-formed UTF-8
[[nodiscard]] std::optional<OddCharacter> firstInvisibleCharacter(std::string_view text);

/// `text` with odd characters written as "<U+00A0 no-break space>". A letter or part of a letter is marked
/// only if its word contains ASCII letters, or if it is alone next to an ASCII digit, so words in other
/// scripts are unchanged. A text that is not well-formed UTF-8 is returned unchanged.
[[nodiscard]] std::string withOddCharactersNamed(std::string_view text);

/// `text` with odd characters replaced by the ASCII characters that they look like, and without invisible
/// ones. A text that is not well-formed UTF-8 is returned unchanged.
[[nodiscard]] std::string plainLooking(std::string_view text);

/// "UTF-16 (big-endian)" or the like if the text is in an encoding of 16 or 32 bits, by its byte order mark
/// or its zero bytes; empty if it is not.
[[nodiscard]] std::string wideEncoding(std::string_view text);

}  // namespace burin
