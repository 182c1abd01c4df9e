// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/value_checker.hpp"

#include "core/base/odd_characters.hpp"
#include "core/base/text.hpp"
#include "core/design/layout/yaml_text.hpp"
#include "core/design/parameter_types.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace burin {

namespace {

/// Whole numbers beyond this are not exact in binary64.
constexpr double largestInteger = 0x1p53;

/// The description of one number of `wanted`, for messages.
ParameterDescription part(const ParameterDescription& wanted, ParameterType type) {
    ParameterDescription result = wanted;
    if (wanted.type != type) result.fallback = {};
    result.type = type;
    return result;
}

/// A limit in the unit of a written length, such as "1.023 mm". Empty if the limit already has that unit, if
/// the limit is infinite, or if the value is not a length.
/// \param pitchUm  nothing if the design does not give it
std::string limitAsWritten(const ParameterDescription& wanted, double limit, const YamlValue& written,
                           std::optional<double> pitchUm) {
    const auto length = written.isScalar() ? parseLength(written.scalar) : std::nullopt;
    const Measure measure = infoOf(wanted.type).measure;
    if (!length || measure == Measure::plain || !std::isfinite(limit)) return "";
    const LengthUnit own = measure == Measure::pixels ? LengthUnit::pixel : LengthUnit::micrometre;
    if (length->unit == own || !pitchUm) return "";
    const double one = Length{1, length->unit}.micrometres(*pitchUm);
    const double shown =
        roundedLimit(Length{limit, own}.micrometres(*pitchUm) / one, limit == wanted.lowest());
    return numberText(shown) + ' ' + std::string(unitName(length->unit));
}

}  // namespace

std::string shownText(const YamlValue& value) {
    switch (value.type) {
        case YamlValue::Type::null:
            return "nothing";
        case YamlValue::Type::scalar:
            return quotedForMessage(value.scalar);
        case YamlValue::Type::sequence:
            return "a list";
        case YamlValue::Type::map:
            // A dash with an invisible character behind it is a part of a key.
            if (!value.entries.empty() && firstOddCharacter(value.entries.front().key.scalar))
                return "a map with the key " + quotedForMessage(value.entries.front().key.scalar);
            return "a map";
    }
    return "";
}

namespace {

bool isDigit(char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

/// Whether a value is a number or a length with a comma between its digits.
bool decimalComma(const YamlValue& value) {
    if (!value.isScalar()) return false;
    std::string text = value.scalar;
    const std::size_t comma = text.find(',');
    if (comma == std::string::npos || !isDigit(text[comma + 1])) return false;
    text[comma] = '.';
    return parseLength(text).has_value();
}

constexpr const char* blanks = " \t\r\n";

/// The place of byte `offset` of a scalar in the text that it was read from, if the two differ only in
/// blanks.
std::optional<std::size_t> offsetInSource(const YamlValue& value, std::size_t offset) {
    const std::string_view source = value.source->body();
    const std::string_view scalar = value.scalar;
    std::size_t at = value.offset;
    const char first = source[at];
    if (first == '|' || first == '>') at = std::min(source.find('\n', at), source.size());
    if (first == '"' || first == '\'') ++at;
    const auto toNext = [&] { at = std::min(source.find_first_not_of(blanks, at), source.size()); };
    for (const char c : scalar.substr(0, offset)) {
        if (std::string_view(blanks).find(c) != std::string_view::npos) continue;
        toNext();
        if (at == source.size() || source[at] != c) return {};
        ++at;
    }
    if (scalar.find_first_not_of(blanks, offset) != offset) return at;
    toNext();
    return at < source.size() && source[at] == scalar[offset] ? std::optional(at) : std::nullopt;
}

}  // namespace

bool isValueInQuotes(const YamlValue& value) {
    if (!value.isScalar() || !value.quoted) return false;
    const std::string_view text = value.scalar;
    const bool list = text.starts_with('[') && text.ends_with(']');
    const bool map = text.starts_with('{') && text.ends_with('}');
    return list || map || text == "true" || text == "false" || parseLength(text);
}

bool followsDecimalComma(const YamlValue& value) {
    if (!value.isScalar() || value.scalar.empty() || !isDigit(value.scalar[0]) || !value.source) return false;
    const std::string_view text = value.source->body();
    const std::size_t at = value.offset;
    return at >= 2 && text[at] == value.scalar[0] && text[at - 1] == ',' && isDigit(text[at - 2]);
}

std::string commaRemark(const YamlValue& value) {
    const bool comma = decimalComma(value) || followsDecimalComma(value) ||
                       std::any_of(value.items.begin(), value.items.end(), &followsDecimalComma);
    return comma ? ": a number has a decimal point, not a comma" : "";
}

SourceMark markInText(const YamlValue& value, std::size_t offset) {
    SourceMark mark = value.mark;
    if (value.type != YamlValue::Type::scalar) return mark;
    if (!value.columnsKnown) {
        const auto place = value.source ? offsetInSource(value, offset) : std::nullopt;
        for (std::size_t at = value.offset; at < place.value_or(0); ++at) {
            const char c = value.source->body()[at];
            if (c == '\n') {
                mark = {mark.line + 1, 1};
            } else if ((static_cast<unsigned char>(c) & 0xC0U) != 0x80U) {
                ++mark.column;
            }
        }
        return mark;
    }
    const std::string_view before = std::string_view(value.scalar).substr(0, offset);
    mark.column += static_cast<int>(characterCount(before)) + (value.quoted ? 1 : 0);
    return mark;
}

std::optional<Value> ValueChecker::check(Wanted wanted, const YamlValue& value) {
    return infoOf(wanted.type).read(*this, wanted, value);
}

std::nullopt_t ValueChecker::problem(const YamlValue& value, std::string reason, std::string advice,
                                     std::vector<std::string> details) {
    problems_.emplace_back(value.mark, std::move(reason), std::move(advice), std::move(details));
    return std::nullopt;
}

void ValueChecker::warning(const YamlValue& value, std::string reason, std::string advice,
                           std::vector<std::string> details) {
    problems_.emplace_back(value.mark, std::move(reason), std::move(advice), std::move(details));
    problems_.back().severity = Severity::warning;
}

bool ValueChecker::hasVersion(int since, const YamlValue& subject) {
    if (since <= version_) return true;
    problems_.push_back(needsVersion(subject, since));
    return false;
}

std::nullopt_t ValueChecker::wrongType(Wanted wanted, const YamlValue& value) {
    if (value.type == YamlValue::Type::null)
        return problem(value, "the value is missing", wantedText(wanted));
    return problem(value, isValueInQuotes(value) ? "%1 in quotes is a text, not %2%3" : "%1 is not %2%3",
                   wantedText(wanted),
                   {shownText(value), std::string(infoOf(wanted.type).noun), commaRemark(value)});
}

/// Limits are inclusive, also for lengths in other units: 4.03 mm is 4030.0000000000005 um in binary64. Each
/// formula rounds pixels to 15 digits: 500 um is 166.666666666667 px of 3 um, or 500.000000000001 um.
bool ValueChecker::inRange(Wanted wanted, double value, const YamlValue& shown) {
    const double low = wanted.lowest();
    const double tolerance = infoOf(wanted.type).measure != Measure::plain ? 1e-13 : 0;
    const auto atMost = [tolerance](double a, double b) {
        return a <= b || a - b <= tolerance * std::abs(b);
    };
    const bool enough = wanted.strictlyPositive ? value > low : atMost(low, value);
    if (std::isfinite(value) && enough && atMost(value, wanted.maximum)) return true;
    const bool tooLarge = value > wanted.maximum;
    const std::string limit = limitAsWritten(wanted, tooLarge ? wanted.maximum : low, shown, pitchUm_);
    if (limit.empty() || (!tooLarge && wanted.strictlyPositive)) {
        problem(shown, "%1 is out of range", wantedText(wanted), {shownText(shown)});
    } else {
        problem(shown, tooLarge ? "%1 is out of range: at most %2" : "%1 is out of range: at least %2",
                wantedText(wanted), {shownText(shown), limit});
    }
    return false;
}

bool ValueChecker::rightCount(Wanted wanted, const YamlValue& value, std::size_t count, std::string_view of) {
    const bool few = count < static_cast<std::size_t>(std::max(wanted.minimumCount, 0));
    const bool many = wanted.maximumCount > 0 && count > static_cast<std::size_t>(wanted.maximumCount);
    const bool even = wanted.oddOnly && count % 2 == 0;
    if (!few && !many && !even) return true;
    problem(value, count == 1 ? "there is %1%2" : "there are %1%2", wantedText(wanted),
            {counted(count, of), commaRemark(value)});
    return false;
}

std::optional<double> ValueChecker::number(Wanted wanted, const YamlValue& value) {
    const auto parsed = value.isScalar() && !value.quoted ? parseNumber(value.scalar) : std::nullopt;
    if (!parsed)
        return wrongType(wanted.type == ParameterType::integer ? wanted : part(wanted, ParameterType::number),
                         value);
    if (!inRange(wanted, *parsed, value)) return {};
    return parsed;
}

std::optional<std::int64_t> ValueChecker::integer(Wanted wanted, const YamlValue& value) {
    const auto parsed = number(wanted, value);
    if (!parsed) return {};
    if (std::abs(*parsed) > largestInteger)
        return problem(value, "%1 is out of range", wantedText(wanted), {shownText(value)});
    if (*parsed != std::floor(*parsed)) return wrongType(wanted, value);
    const auto whole = static_cast<std::int64_t>(*parsed);
    if (wanted.oddOnly && whole % 2 == 0)
        return problem(value, "%1 is even", wantedText(wanted), {shownText(value)});
    return whole;
}

std::optional<Length> ValueChecker::length(Wanted wanted, const YamlValue& value) {
    const auto parsed = value.isScalar() ? parseLength(value.scalar) : std::nullopt;
    if (!parsed || (value.quoted && parseNumber(value.scalar))) {
        const bool real = wanted.type == ParameterType::length;
        return wrongType(real ? wanted : part(wanted, ParameterType::pixels), value);
    }
    return parsed;
}

std::optional<double> ValueChecker::wholePixels(Wanted wanted, const YamlValue& value) {
    const auto parsed = length(wanted, value);
    if (!parsed) return {};
    if (!pitchUm_ && parsed->unit != LengthUnit::pixel) {
        pitchMissed_ = true;
        return 1;
    }
    const double pixels = parsed->wholePixels(pitchUm_.value_or(1));
    if (!inRange(wanted, pixels, value)) return {};
    // Even a length without a limit must fit into the integers as a number of pixels.
    if (std::abs(pixels) > largestInteger)
        return problem(value, "%1 is out of range", wantedText(wanted), {shownText(value)});
    return pixels;
}

std::optional<double> ValueChecker::realPixels(Wanted wanted, const YamlValue& value) {
    const auto parsed = length(wanted, value);
    if (!parsed) return {};
    if (!pitchUm_ && parsed->unit != LengthUnit::pixel) {
        pitchMissed_ = true;
        return 1;
    }
    const double pixels = parsed->pixels(pitchUm_.value_or(1));
    if (!inRange(wanted, pixels, value)) return {};
    return pixels;
}

std::optional<double> ValueChecker::micrometres(Wanted wanted, const YamlValue& value) {
    const auto parsed = length(wanted, value);
    if (!parsed) return {};
    if (!pitchUm_ && parsed->unit == LengthUnit::pixel) {
        pitchMissed_ = true;
        return 1;
    }
    const double um = parsed->micrometres(pitchUm_.value_or(1));
    if (!inRange(wanted, um, value)) return {};
    return um;
}

std::optional<std::string> ValueChecker::text(Wanted wanted, const YamlValue& value) {
    if (!value.isScalar()) return wrongType(wanted, value);
    if (wanted.type == ParameterType::file) {
        if (value.scalar.empty()) return problem(value, "the name is empty", wantedText(wanted));
        if (firstControl(value.scalar))
            return problem(value, "the file name has a control character", wantedText(wanted));
    }
    return value.scalar;
}

std::optional<Vector> ValueChecker::pair(Wanted wanted, const YamlValue& value, Reader reader) {
    if (!value.isSequence()) return wrongType(wanted, value);
    if (value.items.size() != 2) {
        return problem(
            value, value.items.size() == 1 ? "there is %1 instead of two%2" : "there are %1 instead of two%2",
            wantedText(wanted), {counted(value.items.size(), "value"), commaRemark(value)});
    }
    const auto x = (this->*reader)(wanted, value.items[0]);
    const auto y = (this->*reader)(wanted, value.items[1]);
    if (!x || !y) return {};
    return Vector{*x, *y};
}

}  // namespace burin
