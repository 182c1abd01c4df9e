// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/expression/lexer.hpp"

#include "core/base/odd_characters.hpp"

#include <charconv>
#include <cstdio>
#include <iterator>
#include <optional>
#include <utility>

namespace burin {
namespace {

/// Operators as they are printed, and as they are written here.
constexpr std::pair<std::string_view, std::string_view> printedOperators[] = {
    {"\u2212", "- subtracts"},  {"\u2010", "- subtracts"},  {"\u2011", "- subtracts"},
    {"\u2013", "- subtracts"},  {"\u2014", "- subtracts"},  {"\u00D7", "* multiplies"},
    {"\u00B7", "* multiplies"}, {"\u22C5", "* multiplies"}, {"\u00F7", "/ divides"},
    {"\u00B2", "^2 squares"},   {"\u00B3", "^3 cubes"},     {"\u2264", "<= compares"},
    {"\u2265", ">= compares"},  {"\u2260", "!= compares"}};

bool digit(char c) {
    return c >= '0' && c <= '9';
}
bool blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/// The first character of `text`: its UTF-8 bytes, or one byte if they are invalid. \pre not empty
std::string_view firstCharacter(std::string_view text) {
    const auto lead = static_cast<unsigned char>(text[0]);
    const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 1;
    if (length > text.size()) return text.substr(0, 1);
    for (std::size_t i = 1; i < length; ++i) {
        if ((static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U) return text.substr(0, 1);
    }
    return text.substr(0, length);
}

std::optional<OddCharacter> oddIn(std::string_view character) {
    return character.size() > 1 ? firstOddCharacter(character) : std::nullopt;
}

/// The character as shown in a message.
std::string shown(std::string_view character) {
    if (const auto odd = oddIn(character)) return odd->text();
    const auto byte = static_cast<unsigned char>(character[0]);
    if (character.size() > 1 || (byte >= 0x20 && byte < 0x7F)) return quoted(character);
    char text[16];
    std::snprintf(text, sizeof text, "byte 0x%02X", static_cast<unsigned>(byte));
    return text;
}

/// The ASCII character that an odd character looks like; empty if there is none.
std::string plainLike(std::string_view character) {
    const auto odd = oddIn(character);
    return odd && odd->like != 0 ? std::string(1, odd->like) : std::string();
}

/// The advice for a character that has a meaning in other languages or in print, but not in expressions. %2
/// stands for plainLike().
std::string adviceFor(std::string_view character) {
    for (const auto& [printed, plain] : printedOperators) {
        if (character == printed) return std::string(plain);
    }
    if (const auto odd = oddIn(character)) {
        if (odd->name == "ligature") return "its letters one by one";
        if (odd->like == 0) return "nothing in its place, because it is invisible";
        if (odd->like == ' ') return "a plain space";
        return "a plain %2";
    }
    switch (character[0]) {
        case '=':
            return "== compares";
        case '&':
            return "&& for and";
        case '|':
            return "|| for or";
        case '%':
            return "mod(a, b) for the remainder";
        case '[':
        case ']':
        case '{':
        case '}':
            return "parentheses, ( )";
        case ';':
            return "one expression, operands separated by commas";
        default:
            return "numbers, names, + - * / ^ < <= > >= == != && || ! ? : , ( )";
    }
}

}  // namespace

bool startsName(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool continuesName(char c) {
    return startsName(c) || digit(c);
}

std::string quoted(std::string_view text) {
    constexpr std::size_t longest = 40;
    const bool cut = text.size() > longest;
    return "'" + std::string(text.substr(0, longest)) + (cut ? "...'" : "'");
}

Token Lexer::next() {
    while (blank(at(offset_)))
        ++offset_;
    if (offset_ == text_.size()) return {Token::Kind::end, offset_, {}, 0};
    const char c = at(offset_);
    if (digit(c) || c == '.') return number();
    if (!startsName(c)) return symbol();
    std::size_t end = offset_;
    while (continuesName(at(end)))
        ++end;
    return take(Token::Kind::name, end - offset_);
}

Token Lexer::take(Token::Kind kind, std::size_t length) {
    const Token token{kind, offset_, text_.substr(offset_, length), 0};
    offset_ += length;
    return token;
}

std::size_t Lexer::afterDigits(std::size_t offset) const {
    while (digit(at(offset)))
        ++offset;
    return offset;
}

Token Lexer::number() {
    const std::size_t begin = offset_;
    std::size_t end = afterDigits(begin);
    std::size_t digits = end - begin;
    if (at(end) == '.') {
        const std::size_t fraction = end + 1;
        end = afterDigits(fraction);
        digits += end - fraction;
    }
    if (at(end) == 'e' || at(end) == 'E') {
        const bool sign = at(end + 1) == '+' || at(end + 1) == '-';
        const std::size_t exponent = end + (sign ? 2 : 1);
        if (digit(at(exponent))) end = afterDigits(exponent);
    }
    if (digits == 0 || continuesName(at(end)) || at(end) == '.') {
        while (continuesName(at(end)) || at(end) == '.')
            ++end;
        throw SyntaxRefusal{
            {begin,
             {.reason = "%1 is not a number",
              .details = {quoted(text_.substr(begin, end - begin))},
              .advice = "write a decimal number such as 0.5, .5 or 1e3; a product needs its *"}}};
    }
    Token token = take(Token::Kind::number, end - begin);
    const char* const first = token.text.data();
    const auto [last, error] = std::from_chars(first, first + token.text.size(), token.number);
    if (error != std::errc()) {
        throw SyntaxRefusal{{begin,
                             {.reason = "%1 is out of range",
                              .details = {quoted(token.text)},
                              .advice = "write 0, or a number from 5e-324 to 1.7e308"}}};
    }
    return token;
}

Token Lexer::symbol() {
    static constexpr std::string_view symbols[] = {"||", "&&", "==", "!=", "<=", ">=", "<", ">", "+", "-",
                                                   "*",  "/",  "^",  "!",  "?",  ":",  ",", "(", ")"};
    const std::string_view rest = text_.substr(offset_);
    for (const std::string_view symbol : symbols) {
        if (rest.starts_with(symbol)) return take(Token::Kind::symbol, symbol.size());
    }
    const std::string_view character = firstCharacter(rest);
    throw SyntaxRefusal{{offset_,
                         {.reason = "%1 has no meaning here",
                          .details = {shown(character), plainLike(character)},
                          .advice = adviceFor(character)}}};
}

}  // namespace burin
