// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/geometry/length.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>

namespace burin {

namespace {

bool digit(char c) {
    return c >= '0' && c <= '9';
}

std::size_t skipDigits(std::string_view text, std::size_t at) {
    while (at < text.size() && digit(text[at]))
        ++at;
    return at;
}

/// How many bytes at the start of `text` form a number; 0 if it does not start with one.
std::size_t numberLength(std::string_view text) {
    std::size_t at = !text.empty() && (text[0] == '+' || text[0] == '-') ? 1 : 0;
    const std::size_t whole = skipDigits(text, at);
    bool digits = whole > at;
    at = whole;
    if (at < text.size() && text[at] == '.') {
        const std::size_t fraction = skipDigits(text, at + 1);
        digits = digits || fraction > at + 1;
        at = fraction;
    }
    if (!digits) return 0;
    if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
        std::size_t exponent = at + 1;
        if (exponent < text.size() && (text[exponent] == '+' || text[exponent] == '-')) ++exponent;
        const std::size_t end = skipDigits(text, exponent);
        if (end > exponent) at = end;
    }
    return at;
}

/// Whether a number that binary64 cannot hold is too large, as opposed to too small. \pre it is not zero
bool exceeds(std::string_view number) {
    const std::size_t e = number.find_first_of("eE");
    const std::string_view mantissa = number.substr(0, e);
    const std::size_t first = mantissa.find_first_of("123456789");
    const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
    const double places =
        first < point ? static_cast<double>(point - first) - 1 : -static_cast<double>(first - point);
    double exponent = 0;
    if (e != std::string_view::npos) {
        // An exponent that is too long even for from_chars() outweighs any mantissa.
        std::string_view text = number.substr(e + 1);
        const bool negative = text[0] == '-';
        if (text[0] == '+' || negative) text.remove_prefix(1);
        long long magnitude = 0;
        const auto read = std::from_chars(text.data(), text.data() + text.size(), magnitude);
        exponent = read.ec == std::errc{} ? static_cast<double>(magnitude) : 1e30;
        if (negative) exponent = -exponent;
    }
    return places + exponent > 0;
}

/// \pre all of `text` is a number
double numberValue(std::string_view text) {
    const bool negative = text[0] == '-';
    if (text[0] == '+' || negative) text.remove_prefix(1);
    double value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    if (read.ec == std::errc::result_out_of_range) {
        value = exceeds(text) ? std::numeric_limits<double>::infinity() : 0.0;
    }
    return negative ? -value : value;
}

constexpr std::array<std::pair<std::string_view, LengthUnit>, 8> unitNames = {{
    {"px", LengthUnit::pixel},
    {"um", LengthUnit::micrometre},
    {"\u00B5m", LengthUnit::micrometre},
    {"\u03BCm", LengthUnit::micrometre},
    {"mm", LengthUnit::millimetre},
    {"cm", LengthUnit::centimetre},
    {"m", LengthUnit::metre},
    {"in", LengthUnit::inch},
}};

}  // namespace

std::optional<double> parseNumber(std::string_view text) {
    const std::size_t length = numberLength(text);
    if (length == 0 || length != text.size()) return {};
    return numberValue(text);
}

std::string_view unitName(LengthUnit unit) {
    return std::find_if(unitNames.begin(), unitNames.end(),
                        [unit](const auto& known) { return known.second == unit; })
        ->first;
}

double micrometresIn(LengthUnit unit) {
    switch (unit) {
        case LengthUnit::micrometre:
            return 1;
        case LengthUnit::millimetre:
            return 1e3;
        case LengthUnit::centimetre:
            return 1e4;
        case LengthUnit::metre:
            return 1e6;
        case LengthUnit::inch:
            return 25400;
        case LengthUnit::pixel:
            break;
    }
    return std::numeric_limits<double>::quiet_NaN();
}

double Length::pixels(double pitchUm) const {
    return unit == LengthUnit::pixel ? value : value * micrometresIn(unit) / pitchUm;
}

double Length::wholePixels(double pitchUm) const {
    return std::floor(pixels(pitchUm) + 0.5);
}

double Length::micrometres(double pitchUm) const {
    return unit == LengthUnit::pixel ? value * pitchUm : value * micrometresIn(unit);
}

std::optional<Length> parseLength(std::string_view text) {
    const std::size_t length = numberLength(text);
    if (length == 0) return {};
    Length result{numberValue(text.substr(0, length)), LengthUnit::pixel};
    if (length == text.size()) return result;
    const std::string_view rest = text.substr(length);
    const std::size_t unit = rest.find_first_not_of(" \t");
    if (unit == std::string_view::npos) return {};
    for (const auto& [name, known] : unitNames) {
        if (rest.substr(unit) != name) continue;
        result.unit = known;
        return result;
    }
    return {};
}

}  // namespace burin
