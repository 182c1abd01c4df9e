// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/dxf/dxf_text.hpp"

#include "core/base/cancelled.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <system_error>
#include <utility>

#include <iconv.h>

namespace burin {
namespace {

/// The code pages ANSI_n and DOSn. Almost all of them extend ASCII, and no byte of their pairs ends a line.
constexpr std::array dxfPages = {437,  737,  775,  850,  852,  855,  857,  860,  861,  862,
                                 863,  864,  865,  866,  869,  874,  932,  936,  949,  950,
                                 1250, 1251, 1252, 1253, 1254, 1255, 1256, 1257, 1258, 1361};

/// Other pages in capitals, without hyphens, and their names for iconv.
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> namedDxfPages = {
    {{"BIG5", "CP950"},
     {"GB2312", "CP936"},
     {"JOHAB", "CP1361"},
     {"KSC5601", "CP949"},
     {"MACROMAN", "MACINTOSH"},
     {"UTF8", "UTF-8"}}};

/// The first number in a name; 0 if there is none.
int numberIn(std::string_view name) {
    const std::size_t digits = name.find_first_of("0123456789");
    int number = 0;
    if (digits != std::string_view::npos)
        std::from_chars(name.data() + digits, name.data() + name.size(), number);
    return number;
}

/// `name` in capitals, with only its letters and digits.
std::string plainPageName(std::string_view name) {
    std::string plain;
    for (const char c : name) {
        const bool small = c >= 'a' && c <= 'z';
        if (small || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'))
            plain += small ? static_cast<char>(c - 'a' + 'A') : c;
    }
    return plain;
}

/// A converter of the C library. Its results do not depend on the locale.
class PageConverter {
  public:
    explicit PageConverter(const std::string& page) : handle_(iconv_open("UTF-8", page.c_str())) {}
    ~PageConverter() {
        if (usable()) iconv_close(handle_);
    }
    PageConverter(const PageConverter&) = delete;
    PageConverter& operator=(const PageConverter&) = delete;

    [[nodiscard]] bool usable() const { return reinterpret_cast<std::intptr_t>(handle_) != -1; }

    /// Converts and appends a piece of the text, and counts its bytes. \return false if the next byte is not
    /// valid in the code page
    [[nodiscard]] bool convert(char*& from, std::size_t& left, std::string& into) {
        std::array<char, 1U << 14U> piece;
        char* to = piece.data();
        std::size_t room = piece.size();
        const bool done = iconv(handle_, &from, &left, &to, &room) != static_cast<std::size_t>(-1);
        const bool full = !done && errno == E2BIG;
        into.append(piece.data(), to);
        return done || full;
    }
    /// Appends a character that might have been combined with the next one.
    void finish(std::string& into) {
        std::array<char, 64> piece;
        char* to = piece.data();
        std::size_t room = piece.size();
        iconv(handle_, nullptr, nullptr, &to, &room);
        into.append(piece.data(), to);
    }

  private:
    iconv_t handle_;
};

/// Converters read the backslash of Johab, which begins a \U+, as a won sign. The code page has no other one.
void showBackslashes(std::string& text) {
    constexpr std::string_view won = "\xE2\x82\xA9";
    std::size_t end = 0;
    for (std::size_t at = 0; at < text.size(); ++end) {
        const bool isWon = text.compare(at, won.size(), won) == 0;
        text[end] = isWon ? '\\' : text[at];
        at += isWon ? won.size() : 1;
    }
    text.resize(end);
}

/// The character of four hexadecimal digits, if it can stand in a text.
std::optional<std::uint32_t> characterOf(std::string_view digits) {
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
    const bool whole = digits.size() == 4 && error == std::errc() && end == digits.data() + digits.size();
    if (!whole || value < 0xA0 || (value >= 0xD800 && value < 0xE000)) return {};
    return value;
}

/// \pre 0x80 <= character < 0x10000
void appendCharacter(std::uint32_t character, std::string& text) {
    if (character < 0x800) {
        text += static_cast<char>(0xC0U | (character >> 6U));
    } else {
        text += static_cast<char>(0xE0U | (character >> 12U));
        text += static_cast<char>(0x80U | ((character >> 6U) & 0x3FU));
    }
    text += static_cast<char>(0x80U | (character & 0x3FU));
}

}  // namespace

std::optional<std::string> dxfCodePage(std::string_view name) {
    const std::string plain = plainPageName(name);
    for (const auto& [named, page] : namedDxfPages) {
        if (plain == named) return std::string(page);
    }
    constexpr std::string_view iso = "ISO8859";
    if (plain.starts_with(iso)) {
        const int part = numberIn(std::string_view(plain).substr(iso.size()));
        if (part < 1 || part > 16 || part == 12) return {};
        return "ISO-8859-" + std::to_string(part);
    }
    const int number = numberIn(plain);
    if (std::find(dxfPages.begin(), dxfPages.end(), number) == dxfPages.end()) return {};
    return "CP" + std::to_string(number);
}

std::optional<std::string> dxfTextAsUtf8(std::string text, const std::string& page, std::size_t most,
                                         const std::stop_token& stop) {
    PageConverter converter(page);
    if (!converter.usable()) return {};
    std::string decoded;
    decoded.reserve(text.size() + text.size() / 16);
    char* from = text.data();
    std::size_t left = text.size();
    while (left > 0 && decoded.size() <= most) {
        if (stop.stop_requested()) throw Cancelled();
        if (converter.convert(from, left, decoded)) continue;
        converter.finish(decoded);
        decoded += "\xEF\xBF\xBD";
        ++from;
        --left;
    }
    converter.finish(decoded);
    if (page == "CP1361") showBackslashes(decoded);
    return decoded;
}

std::string withDxfCharacters(std::string_view text) {
    constexpr std::string_view mark = "\\U+";
    std::string decoded;
    decoded.reserve(text.size());
    for (std::size_t at = text.find(mark); at != std::string_view::npos; at = text.find(mark)) {
        const std::optional<std::uint32_t> character = characterOf(text.substr(at + mark.size(), 4));
        decoded += text.substr(0, character ? at : at + mark.size());
        if (character) appendCharacter(*character, decoded);
        text.remove_prefix(at + mark.size() + (character ? 4 : 0));
    }
    decoded += text;
    return decoded;
}

}  // namespace burin
