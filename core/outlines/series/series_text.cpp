// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/series/series_text.hpp"

#include "core/base/text.hpp"
#include "core/outlines/drawing_error.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace burin {
namespace {

/// A whole number with at least `width` characters, zeros after its sign.
std::string padded(std::int64_t number, std::size_t width) {
    std::string digits = std::to_string(number);
    const std::size_t sign = number < 0 ? 1 : 0;
    if (digits.size() < width) digits.insert(sign, width - digits.size(), '0');
    return digits;
}

/// The width in a format such as `05`; nothing if the format is wrong.
std::optional<std::size_t> widthOf(std::string_view format) {
    int width = 0;
    const auto [end, error] = std::from_chars(format.data(), format.data() + format.size(), width);
    const bool whole = error == std::errc() && end == format.data() + format.size();
    if (!whole || !format.starts_with('0') || width < 1 || width > SeriesText::mostDigits) return {};
    return static_cast<std::size_t>(width);
}

}  // namespace

SeriesText::SeriesText(std::string_view pattern, const std::vector<std::string>& columns) {
    std::string literal;
    for (std::size_t at = 0; at < pattern.size(); ++at) {
        if (pattern[at] != '{') {
            literal += pattern[at];
            continue;
        }
        if (pattern.substr(at + 1).starts_with('{')) {
            literal += '{';
            ++at;
            continue;
        }
        const std::size_t end = pattern.find('}', at);
        if (end == std::string_view::npos) {
            throw DrawingError(
                {.reason = "character %1 is a { that is not closed",
                 .details = {std::to_string(characterCount(pattern.substr(0, at)) + 1)},
                 .advice = "write {n}, {n:05}, {i}, {j}, {NAME} of a column, or {{ for a brace"});
        }
        if (!literal.empty()) pieces_.push_back({Source::literal, std::exchange(literal, {})});
        addName(pattern.substr(at + 1, end - at - 1), columns);
        at = end;
    }
    if (!literal.empty()) pieces_.push_back({Source::literal, std::move(literal)});
}

void SeriesText::addName(std::string_view name, const std::vector<std::string>& columns) {
    const std::size_t colon = std::min(name.find(':'), name.size());
    const std::string_view plain = name.substr(0, colon);
    if (plain == "n" || plain == "i" || plain == "j") {
        const Source source = plain == "n" ? Source::number : plain == "i" ? Source::column : Source::row;
        std::size_t width = 0;
        if (colon < name.size()) {
            const auto given = widthOf(name.substr(colon + 1));
            if (!given) {
                throw DrawingError({.reason = "{%1} has an unknown format",
                                    .details = {std::string(onOneLine(name)), std::string(plain)},
                                    .advice = "write a width with zeros, such as {%2:05}"});
            }
            width = *given;
        }
        pieces_.push_back({source, {}, width});
        const auto has = [&](const std::vector<std::string>& names) {
            return std::find(names.begin(), names.end(), plain) != names.end();
        };
        if (has(columns) && !has(hiddenColumns_)) hiddenColumns_.emplace_back(plain);
        return;
    }
    const auto column = std::find(columns.begin(), columns.end(), name);
    if (column == columns.end()) {
        std::vector<std::string_view> known = {"n", "i", "j"};
        known.insert(known.end(), columns.begin(), columns.end());
        const bool table = !columns.empty();
        throw DrawingError(
            {.reason = table ? "the table has no column %1" : "{%1} is not a number of the series",
             .details = {table ? quotedForMessage(name) : std::string(onOneLine(name)),
                         suggestion(name, known,
                                    filledIn("write one of %1, or {{ for a brace", {alternatives(known)}))},
             .advice = "%2"});
    }
    readsTable_ = true;
    pieces_.push_back({Source::table, {}, 0, static_cast<std::size_t>(column - columns.begin())});
}

std::string SeriesText::of(const SeriesItem& item, const std::vector<std::string>& row) const {
    std::string text;
    for (const Piece& piece : pieces_) {
        switch (piece.source) {
            case Source::literal:
                text += piece.literal;
                break;
            case Source::number:
                text += padded(item.n, piece.width);
                break;
            case Source::column:
                text += padded(item.i, piece.width);
                break;
            case Source::row:
                text += padded(item.j, piece.width);
                break;
            case Source::table:
                if (piece.cell < row.size()) text += row[piece.cell];
                break;
        }
    }
    return text;
}

}  // namespace burin
