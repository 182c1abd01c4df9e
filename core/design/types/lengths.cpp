// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/design_edit.hpp"
#include "core/design/types/type_parts.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace burin {
namespace {

std::string lengthsWords(const ParameterDescription& wanted) {
    const bool few = wanted.maximumCount == 2;
    return std::string(few ? "a length or [width, height], lengths" : "a length or a list of lengths") +
           rangeText(wanted);
}

/// The items of a list, or the parts of a text that is divided by commas.
std::vector<YamlValue> itemsOf(const YamlValue& value) {
    if (value.isSequence()) return value.items;
    std::vector<YamlValue> items;
    for (std::size_t first = 0; first <= value.scalar.size();) {
        const std::size_t comma = std::min(value.scalar.find(',', first), value.scalar.size());
        std::size_t end = comma;
        while (first < end && value.scalar[first] == ' ')
            ++first;
        while (end > first && value.scalar[end - 1] == ' ')
            --end;
        YamlValue item = value;
        item.scalar = value.scalar.substr(first, end - first);
        items.push_back(std::move(item));
        first = comma + 1;
    }
    return items;
}

std::optional<Value> readLengths(ValueChecker& checker, const ParameterDescription& wanted,
                                 const YamlValue& value) {
    if (!value.isSequence() && !value.isScalar()) return checker.wrongType(wanted, value);
    const std::vector<YamlValue> items = itemsOf(value);
    if (!checker.rightCount(wanted, value, items.size(), "length")) return {};
    std::vector<double> lengths;
    for (const YamlValue& item : items) {
        const auto pixels = checker.realPixels(wanted, item);
        if (!pixels) return {};
        lengths.push_back(*pixels);
    }
    return Value(std::move(lengths));
}

std::optional<YamlValue> startsAsOneLength(const ParameterDescription& parameter) {
    return yamlScalar(parameter.maximumCount == 2 ? "100" : "10");
}

}  // namespace

ParameterTypeInfo lengthsType() {
    return {.name = "lengths",
            .listed = "a length or a list of lengths",
            .noun = "a length or a list of lengths",
            .measure = Measure::pixels,
            .editor = EditorShape::text,
            .wanted = &lengthsWords,
            .read = &readLengths,
            .start = &startsAsOneLength};
}

}  // namespace burin
