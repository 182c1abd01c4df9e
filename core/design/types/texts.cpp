// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/design_edit.hpp"
#include "core/design/types/type_parts.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace burin {
namespace {

std::string textsWords(const ParameterDescription& /*wanted*/) {
    return "a text or a list of texts";
}

std::string_view withoutBlanks(std::string_view text) {
    while (text.starts_with(' '))
        text.remove_prefix(1);
    while (text.ends_with(' '))
        text.remove_suffix(1);
    return text;
}

/// A single text is divided by commas, because users type lists this way.
std::optional<Value> readTexts(ValueChecker& checker, const ParameterDescription& wanted,
                               const YamlValue& value) {
    if (!value.isSequence() && !value.isScalar()) return checker.wrongType(wanted, value);
    std::vector<std::string> texts;
    if (value.isScalar()) {
        std::string_view rest = value.scalar;
        for (std::size_t comma = 0; comma != std::string_view::npos; rest.remove_prefix(comma + 1)) {
            comma = rest.find(',');
            texts.emplace_back(withoutBlanks(rest.substr(0, comma)));
            if (comma == std::string_view::npos) break;
        }
    }
    for (const YamlValue& item : value.items) {
        const auto text = checker.text(wanted, item);
        if (!text) return {};
        texts.push_back(*text);
    }
    if (std::find(texts.begin(), texts.end(), "") != texts.end())
        return checker.problem(value, "one of the texts is empty", wantedText(wanted));
    return Value(std::move(texts));
}

}  // namespace

ParameterTypeInfo textsType() {
    return {.name = "texts",
            .listed = "a text or a list of texts",
            .noun = "a text or a list of texts",
            .literal = true,
            .editor = EditorShape::text,
            .wanted = &textsWords,
            .read = &readTexts,
            .start = &startsAsTheUserSays};
}

}  // namespace burin
