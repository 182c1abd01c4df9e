// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.hpp"
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

/// A length of a list.
struct ListedLength {
    YamlValue value;
    bool close = false;  ///< whether it directly follows a comma between two digits
};

/// The items of a list, or the parts of a text that is divided by commas.
std::vector<ListedLength> itemsOf(const YamlValue& value) {
    std::vector<ListedLength> items;
    if (value.isSequence()) {
        for (const YamlValue& item : value.items)
            items.push_back({item, followsDecimalComma(item)});
        return items;
    }
    const std::string& text = value.scalar;
    const auto digit = [&text](std::size_t at) { return text[at] >= '0' && text[at] <= '9'; };
    for (std::size_t first = 0; first <= text.size();) {
        const std::size_t comma = std::min(text.find(',', first), text.size());
        const bool close = first >= 2 && digit(first - 2) && digit(first);
        std::size_t end = comma;
        while (first < end && text[first] == ' ')
            ++first;
        while (end > first && text[end - 1] == ' ')
            --end;
        ListedLength item{value, close};
        item.value.scalar = text.substr(first, end - first);
        items.push_back(std::move(item));
        first = comma + 1;
    }
    return items;
}

/// Warns of `1,5 mm`: a number of pixels is hardly ever written directly before a length with a unit. All
/// other lists with a decimal comma look like pairs, such as `10,5, 20,5`.
void lookForDecimalCommas(ValueChecker& checker, const std::vector<ListedLength>& items) {
    for (std::size_t i = 1; i < items.size(); ++i) {
        const std::string& before = items[i - 1].value.scalar;
        const std::string& after = items[i].value.scalar;
        if (!items[i].close || !parseNumber(before) || parseNumber(after)) continue;
        return checker.warning(items[i - 1].value, "%1 is read as two lengths, %2 px and %3",
                               "write %2.%3, or a blank after the comma",
                               {quotedForMessage(before + ',' + after), before, after});
    }
}

std::optional<Value> readLengths(ValueChecker& checker, const ParameterDescription& wanted,
                                 const YamlValue& value) {
    const bool listInQuotes = value.isScalar() && value.scalar.starts_with('[');
    if (listInQuotes || (!value.isSequence() && !value.isScalar())) return checker.wrongType(wanted, value);
    const std::vector<ListedLength> items = itemsOf(value);
    if (!checker.rightCount(wanted, value, items.size(), "length")) return {};
    std::vector<double> lengths;
    for (const ListedLength& item : items) {
        const auto pixels = checker.realPixels(wanted, item.value);
        if (!pixels) return {};
        lengths.push_back(*pixels);
    }
    lookForDecimalCommas(checker, items);
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
