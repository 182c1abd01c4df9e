// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/printable.hpp"

#include "core/base/text.hpp"

#include <algorithm>
#include <array>

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

struct CodePoints {
    char32_t first;
    char32_t last;
};

/// Characters that take two columns, in increasing order (Unicode Standard Annex 11, East Asian Width). The
/// blocks of symbols and emoji are listed as a whole.
constexpr std::array<CodePoints, 20> wideCharacters = {{
    {0x1100, 0x115F},    // the consonants that begin Korean syllables
    {0x231A, 0x231B},    // watch and hourglass
    {0x2329, 0x232A},    // angle brackets
    {0x23E9, 0x23F3},    // symbols of players and clocks
    {0x25FD, 0x25FE},    // squares
    {0x2600, 0x27BF},    // symbols and dingbats
    {0x2B1B, 0x2B55},    // squares, stars and circles
    {0x2E80, 0x303E},    // radicals, strokes and CJK punctuation
    {0x3041, 0xA4CF},    // kana, CJK ideographs and Yi
    {0xA960, 0xA97C},    // old Korean consonants
    {0xAC00, 0xD7A3},    // Korean syllables
    {0xF900, 0xFAFF},    // CJK compatibility ideographs
    {0xFE10, 0xFE19},    // vertical punctuation
    {0xFE30, 0xFE6F},    // CJK compatibility forms and small forms
    {0xFF01, 0xFF60},    // fullwidth forms
    {0xFFE0, 0xFFE6},    // fullwidth signs
    {0x16FE0, 0x1B2FF},  // Tangut, Khitan, kana supplements and Nushu
    {0x1F004, 0x1F320},  // tiles, cards and enclosed characters
    {0x1F32D, 0x1FAFF},  // emoji
    {0x20000, 0x3FFFD},  // CJK ideographs of the supplementary planes
}};

char32_t codePointOf(std::string_view character) {
    const auto lead = static_cast<unsigned char>(character[0]);
    char32_t point = character.size() == 1 ? lead : lead & (0xFFU >> (character.size() + 1));
    for (const char next : character.substr(1))
        point = point << 6U | (static_cast<unsigned char>(next) & 0x3FU);
    return point;
}

std::size_t columnsOfCharacter(std::string_view character) {
    const char32_t point = codePointOf(character);
    const auto* const range =
        std::lower_bound(wideCharacters.begin(), wideCharacters.end(), point,
                         [](const CodePoints& points, char32_t sought) { return points.last < sought; });
    return range != wideCharacters.end() && range->first <= point ? 2 : 1;
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

std::size_t columnCount(std::string_view text) {
    std::size_t columns = 0;
    while (!text.empty()) {
        const std::string_view character = text.substr(0, lengthOf(text[0]));
        columns += columnsOfCharacter(character);
        text.remove_prefix(character.size());
    }
    return columns;
}

std::string_view firstColumns(std::string_view text, std::size_t most) {
    std::size_t end = 0;
    while (end < text.size()) {
        const std::string_view character = text.substr(end, lengthOf(text[end]));
        const std::size_t columns = columnsOfCharacter(character);
        if (columns > most) break;
        most -= columns;
        end += character.size();
    }
    return text.substr(0, end);
}

}  // namespace burin
