// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.hpp"

#include "core/base/odd_characters.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>

namespace burin {

namespace {

constexpr std::size_t longestQuoted = 60;
constexpr std::size_t longestSuggested = 64;

bool continuation(char c) {
    return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

/// The length in bytes of the well-formed character at `at`, or 0 if there is none.
std::size_t characterLength(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t k) -> unsigned {
        return at + k < text.size() ? static_cast<unsigned char>(text[at + k]) : 0U;
    };
    const auto follows = [&](std::size_t k, unsigned low = 0x80, unsigned high = 0xBF) {
        return byte(k) >= low && byte(k) <= high;
    };
    const unsigned lead = byte(0);
    if (lead < 0x80) return 1;
    if (lead >= 0xC2 && lead <= 0xDF) return follows(1) ? 2 : 0;
    if (lead >= 0xE0 && lead <= 0xEF) {
        const unsigned low = lead == 0xE0 ? 0xA0 : 0x80;
        const unsigned high = lead == 0xED ? 0x9F : 0xBF;
        return follows(1, low, high) && follows(2) ? 3 : 0;
    }
    if (lead >= 0xF0 && lead <= 0xF4) {
        const unsigned low = lead == 0xF0 ? 0x90 : 0x80;
        const unsigned high = lead == 0xF4 ? 0x8F : 0xBF;
        return follows(1, low, high) && follows(2) && follows(3) ? 4 : 0;
    }
    return 0;
}

/// The edit distance between two words, counted up to `limit`.
int editDistance(std::string_view a, std::string_view b, int limit) {
    const auto difference = static_cast<long long>(a.size()) - static_cast<long long>(b.size());
    if (std::abs(difference) > limit || a.size() > longestSuggested || b.size() > longestSuggested) {
        return limit + 1;
    }
    std::array<std::array<int, longestSuggested + 1>, 3> rows{};
    for (std::size_t j = 0; j <= b.size(); ++j)
        rows[0][j] = static_cast<int>(j);
    for (std::size_t i = 1; i <= a.size(); ++i) {
        auto& row = rows[i % 3];
        const auto& above = rows[(i + 2) % 3];
        const auto& twoAbove = rows[(i + 1) % 3];
        row[0] = static_cast<int>(i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const int changed = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({changed, above[j] + 1, row[j - 1] + 1});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                row[j] = std::min(row[j], twoAbove[j - 2] + 1);
            }
        }
    }
    return rows[a.size() % 3][b.size()];
}

}  // namespace

std::optional<std::size_t> firstInvalidUtf8(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = characterLength(text, at);
        if (length == 0) return at;
        at += length;
    }
    return {};
}

std::optional<std::size_t> firstControl(std::string_view text, std::string_view allowed) {
    for (std::size_t at = 0; at < text.size(); ++at) {
        const auto byte = static_cast<unsigned char>(text[at]);
        if (byte < 0x20 || byte == 0x7F) {
            if (allowed.find(text[at]) == std::string_view::npos) return at;
        } else if (byte == 0xC2 && at + 1 < text.size() && static_cast<unsigned char>(text[at + 1]) < 0xA0) {
            return at;
        }
    }
    return {};
}

std::size_t characterCount(std::string_view text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return !continuation(c); }));
}

std::string onOneLine(std::string_view text) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string result;
    while (!text.empty()) {
        const std::size_t control = std::min(firstControl(text).value_or(text.size()), text.size());
        result += text.substr(0, control);
        text.remove_prefix(control);
        if (text.empty()) break;
        const bool c1 = static_cast<unsigned char>(text[0]) == 0xC2;
        const auto byte = static_cast<unsigned char>(text[c1 ? 1 : 0]);
        result += {'\\', 'x', digits[byte >> 4U], digits[byte & 15U]};
        text.remove_prefix(c1 ? 2 : 1);
    }
    return result;
}

std::string quotedForMessage(std::string_view text) {
    std::size_t end = std::min(text.size(), longestQuoted);
    while (end < text.size() && end > 0 && continuation(text[end]))
        --end;
    return "'" + onOneLine(withOddCharactersNamed(text.substr(0, end))) + (end < text.size() ? "...'" : "'");
}

std::string_view nearest(std::string_view word, const std::vector<std::string_view>& candidates) {
    const std::string plain = plainLooking(word);
    int best = std::min(2, (static_cast<int>(std::min(plain.size(), longestSuggested)) - 1) / 2);
    std::string_view found;
    for (const std::string_view candidate : candidates) {
        const int distance = editDistance(plain, candidate, best);
        if (distance > best || (distance == best && !found.empty())) continue;
        best = distance;
        found = candidate;
    }
    return found;
}

std::string suggestion(std::string_view word, const std::vector<std::string_view>& candidates,
                       std::string otherwise) {
    const std::string_view near = nearest(word, candidates);
    return near.empty() ? std::move(otherwise) : "did you mean " + quotedForMessage(near) + "?";
}

std::string alternatives(const std::vector<std::string_view>& words) {
    std::string result;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0) result += i + 1 == words.size() ? " or " : ", ";
        result += words[i];
    }
    return result;
}

std::string counted(std::size_t count, std::string_view noun) {
    return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

std::string grouped(std::int64_t number) {
    std::string text = std::to_string(number);
    for (auto place = static_cast<std::ptrdiff_t>(text.size()) - 3; place > (number < 0 ? 1 : 0); place -= 3)
        text.insert(static_cast<std::size_t>(place), ",");
    return text;
}

std::string numberText(double value) {
    std::array<char, 32> buffer{};
    const auto format = std::abs(value) < 1e15 ? std::chars_format::fixed : std::chars_format::general;
    const bool whole = value == std::floor(value);
    const auto written = whole ? std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format)
                               : std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return {buffer.data(), written.ptr};
}

std::string roundedText(double value, int digits) {
    std::array<char, 32> buffer{};
    const auto written = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                       std::chars_format::general, digits);
    return {buffer.data(), written.ptr};
}

std::string decimalText(double value, int decimals) {
    std::array<char, 400> buffer{};  // the largest number has 309 digits before the decimal point
    const auto written = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                       std::chars_format::fixed, decimals);
    return {buffer.data(), written.ptr};
}

std::string rightAligned(std::string_view text, std::size_t width) {
    return std::string(width - std::min(width, text.size()), ' ') + std::string(text);
}

}  // namespace burin
