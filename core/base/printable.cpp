// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/printable.hpp"

#include "core/base/text.hpp"

#include <algorithm>

namespace burin {
namespace {

std::string escaped(std::string_view bytes) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string text;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        text += {'\\', 'x', digits[byte >> 4U], digits[byte & 15U]};
    }
    return text;
}

/// Direction marks and overrides, line and paragraph separators (U+200E, U+200F, U+2028 to U+202E, U+2066 to
/// U+2069, U+061C). They change how the surrounding text looks.
bool deceives(std::string_view character) {
    if (character.size() == 2) return character == "\xD8\x9C";
    if (character.size() != 3 || character[0] != '\xE2') return false;
    const auto second = static_cast<unsigned char>(character[1]);
    const auto third = static_cast<unsigned char>(character[2]);
    if (second == 0x80) return third == 0x8E || third == 0x8F || (third >= 0xA8 && third <= 0xAE);
    return second == 0x81 && third >= 0xA6 && third <= 0xA9;
}

std::size_t lengthOf(char lead) {
    const auto byte = static_cast<unsigned char>(lead);
    if (byte < 0x80) return 1;
    if (byte < 0xE0) return 2;
    return byte < 0xF0 ? 3 : 4;
}

}  // namespace

std::string printable(std::string_view text, std::size_t longest) {
    const bool cut = text.size() > longest;
    text = text.substr(0, longest);
    std::string result;
    while (!text.empty()) {
        const std::size_t sound = firstInvalidUtf8(text).value_or(text.size());
        for (std::size_t at = 0; at < sound;) {
            const std::string_view character = text.substr(at, lengthOf(text[at]));
            const bool shown = !firstControl(character) && !deceives(character);
            result += shown ? std::string(character) : escaped(character);
            at += character.size();
        }
        text.remove_prefix(sound);
        if (text.empty()) break;
        // A character that was cut by the length limit is not an invalid one.
        if (!cut || text.size() >= lengthOf(text[0])) result += escaped(text.substr(0, 1));
        text.remove_prefix(1);
    }
    return cut ? result + "..." : result;
}

}  // namespace burin
