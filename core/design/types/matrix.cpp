// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.hpp"
#include "core/design/design_edit.hpp"
#include "core/design/types/type_parts.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace burin {
namespace {

std::string matrixWords(const ParameterDescription& wanted) {
    return "[[...], ...], " + std::string(wanted.oddOnly ? "an odd number of, " : "") + countText(wanted) +
           " rows and columns of numbers" + rangeText(wanted);
}

std::optional<Value> readMatrix(ValueChecker& checker, const ParameterDescription& wanted,
                                const YamlValue& value) {
    if (!value.isSequence() || value.items.empty()) return checker.wrongType(wanted, value);
    if (!checker.rightCount(wanted, value, value.items.size(), "row")) return {};
    Matrix result;
    result.rows = static_cast<int>(value.items.size());
    for (const YamlValue& row : value.items) {
        if (!row.isSequence() || row.items.empty())
            return checker.problem(row, "%1 is not a row", wantedText(wanted), {shownText(row)});
        if (row.items.size() != value.items.front().items.size()) {
            return checker.problem(
                row, "this row has %1, but the first has %2", "give all rows the same length",
                {counted(row.items.size(), "number"), std::to_string(value.items.front().items.size())});
        }
        if (!checker.rightCount(wanted, row, row.items.size(), "column")) return {};
        for (const YamlValue& item : row.items) {
            const auto parsed = checker.number(wanted, item);
            if (!parsed) return {};
            result.values.push_back(*parsed);
        }
    }
    result.columns = static_cast<int>(value.items.front().items.size());
    return Value(std::move(result));
}

/// The identity matrix.
std::optional<YamlValue> startsAsIdentity(const ParameterDescription& parameter) {
    const int least = std::max(parameter.minimumCount, 3);
    const int side = parameter.maximumCount > 0 ? std::min(least, parameter.maximumCount) : least;
    const auto middle = static_cast<std::size_t>(side / 2);
    YamlValue rows = yamlList({});
    for (std::size_t row = 0; row < static_cast<std::size_t>(side); ++row) {
        std::vector<std::string> numbers(static_cast<std::size_t>(side), "0");
        if (row == middle) numbers[middle] = numberText(startNumber(parameter));
        rows.items.push_back(yamlList(numbers));
    }
    return rows;
}

}  // namespace

ParameterTypeInfo matrixType() {
    return {.name = "matrix",
            .listed = "a matrix [[...], ...]",
            .noun = "a matrix",
            .editor = EditorShape::matrix,
            .knob = "number",
            .wanted = &matrixWords,
            .read = &readMatrix,
            .start = &startsAsIdentity};
}

}  // namespace burin
