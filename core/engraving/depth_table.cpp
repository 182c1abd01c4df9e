// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/csv.hpp"
#include "core/base/odd_characters.hpp"
#include "core/base/text.hpp"
#include "core/engraving/depth_fit.hpp"
#include "core/geometry/length.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>
#include <utility>

namespace burin {

namespace {

constexpr double deepestUm = 1e6;
constexpr std::string_view wantedLine = "a line is `value,depth`, such as 0.5,12.3 or 0.5,12.3 um";

/// A part of a line, with the column of its first character.
struct Column {
    std::string_view text;
    std::size_t offset = 0;

    [[nodiscard]] bool blank() const { return text.empty(); }
};

Column trimmed(std::string_view line, std::size_t begin, std::size_t end) {
    while (begin < end && line[begin] == ' ')
        ++begin;
    while (end > begin && line[end - 1] == ' ')
        --end;
    return {line.substr(begin, end - begin), begin};
}

/// The end of the column that begins at `begin`: a separator outside of quotes, or the end of the line.
std::size_t columnEnd(std::string_view line, std::size_t begin, std::string_view separators) {
    bool quoted = false;
    for (std::size_t at = begin; at < line.size(); ++at) {
        if (line[at] == '"') quoted = !quoted;
        if (!quoted && separators.find(line[at]) != std::string_view::npos) return at;
    }
    return line.size();
}

/// The columns, without the blanks and the quotes around them.
std::vector<Column> columnsOf(std::string_view line, std::string_view separators) {
    std::vector<Column> columns;
    std::size_t begin = 0;
    while (true) {
        const std::size_t end = columnEnd(line, begin, separators);
        Column column = trimmed(line, begin, end);
        if (column.text.size() >= 2 && column.text.starts_with('"') && column.text.ends_with('"'))
            column = trimmed(line, column.offset + 1, column.offset + column.text.size() - 1);
        columns.push_back(column);
        if (end == line.size()) return columns;
        begin = end + 1;
    }
}

/// Whether commas in this line are decimal commas, because another separator separates the columns.
bool hasDecimalCommas(std::string_view line) {
    return columnEnd(line, 0, ";\t") < line.size();
}

/// The meaning of a comma or a point in a number.
enum class NumberMark { none, decimal, either };

/// \param mark  a comma or a point. The number at the start of the text contains only this one of the two
NumberMark markIn(std::string_view text, char mark) {
    if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
    text = text.substr(0, std::min(text.find_first_not_of("0123456789.,"), text.size()));
    const std::size_t before = text.find_first_of(".,");
    if (before == text.npos || text[before] != mark || text.find_first_of(".,", before + 1) != text.npos)
        return NumberMark::none;
    const std::size_t behind = text.size() - before - 1;
    const bool grouped = behind == 3 && before >= 1 && before <= 3 && text[0] != '0';
    return grouped ? NumberMark::either : NumberMark::decimal;
}

/// The lines of a table, with any line end.
template <class Visit>
void forEachLine(std::string_view text, Visit&& visit) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
        visit(text.substr(0, end));
        text.remove_prefix(end);
        text.remove_prefix(csvLineEnd(text));
    }
}

/// A depth in micrometres. A plain number is in micrometres too, not in pixels.
std::optional<double> depthOf(std::string_view text) {
    const std::optional<Length> length = parseLength(text);
    if (!length) return {};
    const bool plain = parseNumber(text).has_value();
    if (length->unit == LengthUnit::pixel && !plain) return {};  // without a pitch pixels cannot be converted
    const double um = plain ? length->value : length->micrometres(1);
    return std::abs(um) <= deepestUm ? std::optional(um) : std::nullopt;
}

class TableReader {
  public:
    explicit TableReader(const std::string& file) : file_(file) {}

    /// Looks for numbers whose comma or point can only be a decimal mark. Such numbers show what the mark
    /// means in the others.
    void look(std::string_view text) {
        forEachLine(text, [this, first = true](std::string_view line) mutable {
            if (std::exchange(first, false) && takeSeparator(line)) return;
            if (trimmed(line, 0, line.size()).text.starts_with('#')) return;
            for (const Column& column : columnsOf(line, hasDecimalCommas(line) ? ";\t" : separators_)) {
                commas_ = commas_ || markIn(column.text, ',') == NumberMark::decimal;
                points_ = points_ || markIn(column.text, '.') == NumberMark::decimal;
            }
        });
    }

    void read(std::string_view line) {
        ++number_;
        if (number_ == 1 && takeSeparator(line)) return;
        const bool commas = hasDecimalCommas(line);
        std::vector<Column> columns = columnsOf(line, commas ? ";\t" : separators_);
        // Spreadsheets also write rows whose cells were cleared.
        if (std::all_of(columns.begin(), columns.end(), [](const Column& c) { return c.blank(); })) return;
        if (columns[0].text.starts_with('#')) return;
        const auto behind = dropBlankBehind(columns, 2);
        const bool first = !begun_;
        begun_ = true;
        if (first && isTitle(columns)) return;
        if (columns.size() != 2) {
            const Column& place = columns[behind.value_or(0)];
            return problem(line, place,
                           {.reason = "the line has %1 instead of 2",
                            .details = {counted(columns.size(), "column")},
                            .advice = std::string(wantedLine)});
        }
        for (const Column& column : columns) {
            if (isAmbiguous(column.text, commas)) {
                const std::string digits = withoutMark(column.text);
                return problem(
                    line, column,
                    {.reason = "%1 may be a number with decimals, or one of %2",
                     .details = {quotedForMessage(column.text), digits},
                     .advice = "write a decimal point in all numbers, and nothing between thousands"});
            }
        }
        const auto number = [](const Column& column) {
            std::string text(column.text);
            if (markIn(text, ',') != NumberMark::none) text[text.find(',')] = '.';
            return text;
        };
        const std::optional<double> value = parseNumber(number(columns[0]));
        const std::optional<double> depth = depthOf(number(columns[1]));
        if (!value || !(*value >= 0 && *value <= 1)) {
            problem(line, columns[0],
                    {.reason = "%1 is not a written value",
                     .details = {quotedForMessage(columns[0].text)},
                     .advice = "write a number from 0 to 1"});
        }
        if (!depth) {
            problem(line, columns[1],
                    {.reason = "%1 is not a depth",
                     .details = {quotedForMessage(columns[1].text)},
                     .advice = "write a number of um, or a length such as 0.012 mm"});
        }
        if (value && depth) table_.measurements.push_back({*value, *depth});
    }

    [[nodiscard]] DepthTable take() { return std::move(table_); }

  private:
    [[nodiscard]] static bool isTitle(const std::vector<Column>& columns) {
        for (const Column& column : columns) {
            if (column.text.empty() || std::isalpha(static_cast<unsigned char>(column.text[0])) == 0)
                return false;
        }
        return true;
    }

    /// Whether the line names the separator of the table, as Excel writes it.
    [[nodiscard]] bool takeSeparator(std::string_view line) {
        const auto named = csvNamedSeparator(line);
        if (!named || std::string_view(",;\t").find(*named) == std::string_view::npos) return false;
        separators_ = *named;
        return true;
    }

    /// Whether 1,234 or 1.234 may also mean 1234. A comma is a decimal comma if semicolons or tabs separate
    /// the columns (`commas`), and a point is a decimal point, unless other numbers of the file show
    /// otherwise.
    [[nodiscard]] bool isAmbiguous(std::string_view text, bool commas) const {
        if (markIn(text, ',') == NumberMark::either) return points_ || (!commas && !commas_);
        return markIn(text, '.') == NumberMark::either && commas_;
    }

    [[nodiscard]] static std::string withoutMark(std::string_view text) {
        std::string digits(text.substr(0, std::min(text.find_first_not_of("+-0123456789.,"), text.size())));
        digits.erase(digits.find_first_of(".,"), 1);
        return digits;
    }

    void problem(std::string_view line, const Column& at, Problem what) {
        const std::size_t column = characterCount(line.substr(0, at.offset)) + 1;
        table_.problems.push_back(
            {Severity::error, file_, {number_, static_cast<int>(column)}, "", "", std::move(what)});
    }

    const std::string& file_;
    std::string separators_ = ",;\t";
    bool commas_ = false;  ///< the file has decimal commas
    bool points_ = false;  ///< the file has decimal points
    int number_ = 0;
    bool begun_ = false;
    DepthTable table_;
};

}  // namespace

DepthTable parseDepthTable(std::string_view text, const std::string& file) {
    TableReader reader(file);
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    if (const std::string wide = wideEncoding(text); !wide.empty())
        return {{},
                {{Severity::error,
                  file,
                  {1, 1},
                  "",
                  "",
                  {.reason = "the file is in %1", .details = {wide}, .advice = "save it in UTF-8"}}}};
    if (const std::optional<std::size_t> invalid = firstInvalidUtf8(text)) {
        const std::string_view before = text.substr(0, *invalid);
        const auto line = static_cast<int>(std::count(before.begin(), before.end(), '\n')) + 1;
        const std::size_t start = before.rfind('\n') + 1;  // npos + 1 is 0
        const int column = static_cast<int>(characterCount(before.substr(start))) + 1;
        return {{},
                {{Severity::error,
                  file,
                  {line, column},
                  "",
                  "",
                  {.reason = "the text is not UTF-8 from here on", .advice = std::string(wantedLine)}}}};
    }
    reader.look(text);
    forEachLine(text, [&reader](std::string_view line) { reader.read(line); });
    return reader.take();
}

}  // namespace burin
