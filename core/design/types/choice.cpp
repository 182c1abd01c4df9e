// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.hpp"
#include "core/design/design_edit.hpp"
#include "core/design/types/type_parts.hpp"

namespace burin {
namespace {

std::string choiceWords(const ParameterDescription& wanted) {
    return alternatives(wanted.choices);
}

std::optional<Value> readChoice(ValueChecker& checker, const ParameterDescription& wanted,
                                const YamlValue& value) {
    if (!value.isScalar()) return checker.wrongType(wanted, value);
    const auto given = value.quoted ? std::nullopt : parseNumber(value.scalar);
    for (const std::string_view known : wanted.choices) {
        // Choices that are numbers are compared as numbers, and are not written in quotes.
        const auto number = parseNumber(known);
        if (number ? given == number : value.scalar == known) return Value(std::string(known));
    }
    const bool quotedNumber = value.quoted && parseNumber(value.scalar);
    return checker.problem(value, quotedNumber ? "%1 in quotes is a text" : "%1 is unknown", "%2",
                           {shownText(value), suggestion(value.scalar, wanted.choices, wantedText(wanted))});
}

std::optional<YamlValue> startsAsFirstChoice(const ParameterDescription& parameter) {
    return yamlScalar(parameter.choices.empty() ? std::string_view() : parameter.choices.front());
}

}  // namespace

ParameterTypeInfo choiceType() {
    return {.name = "choice",
            .listed = "one of",
            .noun = "one of the choices",
            .editor = EditorShape::choice,
            .knob = "choice",
            .wanted = &choiceWords,
            .read = &readChoice,
            .start = &startsAsFirstChoice};
}

}  // namespace burin
