// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/odd_characters.hpp"

#include "core/base/look_alikes.hpp"
#include "core/base/text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>

namespace burin {

namespace {

/// Characters and their names. The names of single characters are mostly those of the Unicode Character
/// Database.
struct NamedRange {
    char32_t first;
    char32_t last;
    char like;  ///< ' ' or 0
    const char* name;
};
/// macOS writes an accent after its letter; the two look like one letter.
constexpr const char* combiningMark = "combining mark";
constexpr const char* ligature = "ligature";
constexpr std::array namedRanges{NamedRange{0xA0, 0xA0, ' ', "no-break space"},
                                 NamedRange{0xAD, 0xAD, 0, "soft hyphen"},
                                 NamedRange{0x300, 0x36F, 0, combiningMark},
                                 NamedRange{0x34F, 0x34F, 0, "combining grapheme joiner"},
                                 NamedRange{0x61C, 0x61C, 0, "Arabic letter mark"},
                                 NamedRange{0x115F, 0x1160, 0, "Hangul filler"},
                                 NamedRange{0x1680, 0x1680, ' ', "Ogham space mark"},
                                 NamedRange{0x17B4, 0x17B5, 0, "Khmer inherent vowel"},
                                 NamedRange{0x180B, 0x180D, 0, "Mongolian variation selector"},
                                 NamedRange{0x180F, 0x180F, 0, "Mongolian variation selector"},
                                 NamedRange{0x1AB0, 0x1AFF, 0, combiningMark},
                                 NamedRange{0x1DC0, 0x1DFF, 0, combiningMark},
                                 NamedRange{0x180E, 0x180E, 0, "Mongolian vowel separator"},
                                 NamedRange{0x2000, 0x2000, ' ', "en quad"},
                                 NamedRange{0x2001, 0x2001, ' ', "em quad"},
                                 NamedRange{0x2002, 0x2002, ' ', "en space"},
                                 NamedRange{0x2003, 0x2003, ' ', "em space"},
                                 NamedRange{0x2004, 0x2006, ' ', "space of a part of an em"},
                                 NamedRange{0x2007, 0x2007, ' ', "figure space"},
                                 NamedRange{0x2008, 0x2008, ' ', "punctuation space"},
                                 NamedRange{0x2009, 0x2009, ' ', "thin space"},
                                 NamedRange{0x200A, 0x200A, ' ', "hair space"},
                                 NamedRange{0x200B, 0x200B, 0, "zero width space"},
                                 NamedRange{0x200C, 0x200C, 0, "zero width non-joiner"},
                                 NamedRange{0x200D, 0x200D, 0, "zero width joiner"},
                                 NamedRange{0x200E, 0x200E, 0, "left-to-right mark"},
                                 NamedRange{0x200F, 0x200F, 0, "right-to-left mark"},
                                 NamedRange{0x2010, 0x2010, '-', "hyphen"},
                                 NamedRange{0x2011, 0x2011, '-', "no-break hyphen"},
                                 NamedRange{0x2012, 0x2012, '-', "figure dash"},
                                 NamedRange{0x2013, 0x2013, '-', "en dash"},
                                 NamedRange{0x2028, 0x2028, 0, "line separator"},
                                 NamedRange{0x2029, 0x2029, 0, "paragraph separator"},
                                 NamedRange{0x202A, 0x202E, 0, "direction mark"},
                                 NamedRange{0x202F, 0x202F, ' ', "narrow no-break space"},
                                 NamedRange{0x2044, 0x2044, '/', "fraction slash"},
                                 NamedRange{0x205F, 0x205F, ' ', "medium mathematical space"},
                                 NamedRange{0x2060, 0x2060, 0, "word joiner"},
                                 NamedRange{0x2061, 0x2064, 0, "invisible operator"},
                                 NamedRange{0x2065, 0x2065, 0, "invisible character"},
                                 NamedRange{0x2066, 0x2069, 0, "direction mark"},
                                 NamedRange{0x206A, 0x206F, 0, "format character"},
                                 NamedRange{0x20D0, 0x20FF, 0, combiningMark},
                                 NamedRange{0x2212, 0x2212, '-', "minus sign"},
                                 NamedRange{0x2215, 0x2215, '/', "division slash"},
                                 NamedRange{0x2217, 0x2217, '*', "asterisk operator"},
                                 NamedRange{0x2236, 0x2236, ':', "ratio"},
                                 NamedRange{0x2800, 0x2800, ' ', "Braille blank"},
                                 NamedRange{0x3000, 0x3000, ' ', "ideographic space"},
                                 NamedRange{0x3164, 0x3164, 0, "Hangul filler"},
                                 NamedRange{0xFB00, 0xFB06, 0, ligature},
                                 NamedRange{0xFE20, 0xFE2F, 0, combiningMark},
                                 NamedRange{0xFE00, 0xFE0F, 0, "variation selector"},
                                 NamedRange{0xFEFF, 0xFEFF, 0, "byte order mark"},
                                 NamedRange{0xFFA0, 0xFFA0, 0, "Hangul filler"},
                                 NamedRange{0xFFF0, 0xFFF8, 0, "invisible character"},
                                 NamedRange{0xFFFC, 0xFFFC, 0, "object replacement character"},
                                 NamedRange{0xFFF9, 0xFFFB, 0, "annotation mark"},
                                 NamedRange{0xE0000, 0xE007F, 0, "tag character"},
                                 NamedRange{0xE0100, 0xE01EF, 0, "variation selector"}};

constexpr char32_t firstFullWidth = 0xFF01;
constexpr char32_t lastFullWidth = 0xFF5E;

// Letters and digits of mathematical alphabets: thirteen alphabets and five sets of digits without gaps.
constexpr char32_t firstMathematicalLetter = 0x1D400;
constexpr char32_t lastMathematicalLetter = 0x1D6A3;
constexpr char32_t firstMathematicalDigit = 0x1D7CE;
constexpr char32_t lastMathematicalDigit = 0x1D7FF;

std::size_t lengthOfCharacter(char lead) {
    const auto byte = static_cast<unsigned char>(lead);
    if (byte < 0x80) return 1;
    if (byte < 0xE0) return 2;
    return byte < 0xF0 ? 3 : 4;
}

char32_t codeOf(std::string_view character) {
    constexpr std::array<unsigned, 5> leadBits{0, 0x7F, 0x1F, 0x0F, 0x07};
    char32_t code = static_cast<unsigned char>(character[0]) & leadBits[character.size()];
    for (const char c : character.substr(1))
        code = code << 6U | (static_cast<unsigned char>(c) & 0x3FU);
    return code;
}

bool asciiLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// The letter or digit of a mathematical alphabet as an ASCII character; 0 for other characters.
char plainMathematical(char32_t code) {
    constexpr char32_t letters = 26;
    if (code >= firstMathematicalDigit && code <= lastMathematicalDigit)
        return static_cast<char>('0' + (code - firstMathematicalDigit) % 10);
    if (code < firstMathematicalLetter || code > lastMathematicalLetter) return 0;
    const char32_t place = (code - firstMathematicalLetter) % (2 * letters);
    return static_cast<char>(place < letters ? 'A' + place : 'a' + place - letters);
}

/// Name and look of a code, if it is odd.
std::optional<OddCharacter> oddCharacter(char32_t code) {
    OddCharacter found;
    if (code >= firstFullWidth && code <= lastFullWidth) {
        found.like = static_cast<char>(code - firstFullWidth + '!');
        found.name = std::string("full-width ") + found.like;
    }
    if (const char plain = plainMathematical(code); plain != 0) {
        found.like = plain;
        found.name = std::string("mathematical ") + plain;
    }
    for (const NamedRange& range : namedRanges) {
        if (code < range.first || code > range.last) continue;
        found.like = range.like;
        found.name = range.name;
    }
    for (const MarkLike& mark : marksLike) {
        if (mark.code != code) continue;
        found.like = mark.like;
        found.name = mark.name;
    }
    for (const ScriptZero& zero : scriptZeros) {
        if (code < zero.code || code > zero.code + 9) continue;
        found.like = static_cast<char>('0' + (code - zero.code));
        found.name = std::string(zero.script) + ' ' + found.like;
    }
    found.letter = asciiLetter(found.like) || found.name == combiningMark || found.name == ligature;
    for (const LookAlikes& script : lookAlikes) {
        const std::size_t at = script.letters.find(code);
        if (at == std::u32string_view::npos) continue;
        found.like = script.ascii[at];
        found.name = std::string(script.script) + ' ' + found.like;
        found.letter = true;
    }
    if (found.name.empty()) return {};
    std::array<char, 16> text{};
    std::snprintf(text.data(), text.size(), "U+%04X", static_cast<unsigned>(code));
    found.code = text.data();
    return found;
}

/// Whether the word around a character contains ASCII letters, or consists of only this character, next to an
/// ASCII digit. A word is a run of ASCII letters and of bytes beyond ASCII.
bool besideAscii(std::string_view text, const OddCharacter& odd) {
    const auto inWord = [](char c) { return asciiLetter(c) || static_cast<unsigned char>(c) >= 0x80; };
    const auto digit = [&](std::size_t at) { return at < text.size() && text[at] >= '0' && text[at] <= '9'; };
    std::size_t begin = odd.offset;
    while (begin > 0 && inWord(text[begin - 1]))
        --begin;
    std::size_t end = odd.offset;
    while (end < text.size() && inWord(text[end]))
        ++end;
    const std::string_view word = text.substr(begin, end - begin);
    if (word.size() == odd.bytes) return (begin > 0 && digit(begin - 1)) || digit(end);
    return std::any_of(word.begin(), word.end(), asciiLetter);
}

}  // namespace

std::optional<OddCharacter> firstOddCharacter(std::string_view text, std::size_t from) {
    for (std::size_t at = from; at < text.size();) {
        const std::size_t bytes = std::min(lengthOfCharacter(text[at]), text.size() - at);
        if (bytes > 1) {
            if (auto found = oddCharacter(codeOf(text.substr(at, bytes)))) {
                found->offset = at;
                found->bytes = bytes;
                return found;
            }
        }
        at += bytes;
    }
    return {};
}

std::optional<OddCharacter> firstInvisibleCharacter(std::string_view text) {
    const auto shapesOthers = [](const OddCharacter& odd) {
        return odd.code == "U+200C" || odd.code == "U+200D" || odd.name.ends_with("variation selector");
    };
    std::size_t at = 0;
    while (auto odd = firstOddCharacter(text, at)) {
        const bool afterOther = odd->offset > 0 && static_cast<unsigned char>(text[odd->offset - 1]) >= 0x80;
        const bool needed = odd->letter || (afterOther && shapesOthers(*odd));
        if (odd->like == 0 && !needed) return odd;
        at = odd->offset + odd->bytes;
    }
    return {};
}

std::string withOddCharactersNamed(std::string_view text) {
    if (firstInvalidUtf8(text)) return std::string(text);
    std::string result;
    std::size_t at = 0;
    while (const auto odd = firstOddCharacter(text, at)) {
        result += text.substr(at, odd->offset - at);
        at = odd->offset + odd->bytes;
        const bool marked = !odd->letter || besideAscii(text, *odd);
        result += marked ? "<" + odd->code + ' ' + odd->name + ">"
                         : std::string(text.substr(odd->offset, odd->bytes));
    }
    return result + std::string(text.substr(at));
}

std::string plainLooking(std::string_view text) {
    if (firstInvalidUtf8(text)) return std::string(text);
    std::string result;
    std::size_t at = 0;
    while (const auto odd = firstOddCharacter(text, at)) {
        result += text.substr(at, odd->offset - at);
        if (odd->like != 0) result += odd->like;
        at = odd->offset + odd->bytes;
    }
    return result + std::string(text.substr(at));
}

std::string wideEncoding(std::string_view text) {
    using namespace std::string_view_literals;
    if (text.starts_with("\xFF\xFE\0\0"sv)) return "UTF-32 (little-endian)";
    if (text.starts_with("\0\0\xFE\xFF"sv)) return "UTF-32 (big-endian)";
    if (text.starts_with("\xFF\xFE"sv)) return "UTF-16 (little-endian)";
    if (text.starts_with("\xFE\xFF"sv)) return "UTF-16 (big-endian)";
    // Without a byte order mark, they are recognised by plain English: each of its characters has exactly one
    // byte that is not zero.
    constexpr std::size_t looked = 64;
    const std::string_view head = text.substr(0, std::min(text.size(), looked) & ~std::size_t{1});
    if (head.size() < 4) return {};
    const auto onlyTextAt = [head](std::size_t place, std::size_t bytes) {
        for (std::size_t i = 0; i < head.size(); ++i) {
            if ((head[i] != 0) != (i % bytes == place)) return false;
        }
        return true;
    };
    if (onlyTextAt(3, 4)) return "UTF-32 (big-endian)";
    if (onlyTextAt(0, 4)) return "UTF-32 (little-endian)";
    if (onlyTextAt(1, 2)) return "UTF-16 (big-endian)";
    if (onlyTextAt(0, 2)) return "UTF-16 (little-endian)";
    return {};
}

}  // namespace burin
