// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/types/type_parts.hpp"

namespace burin {
namespace {

std::string numberWords(const ParameterDescription& wanted) {
    return "a number" + rangeText(wanted);
}

std::string integerWords(const ParameterDescription& wanted) {
    return (wanted.oddOnly ? "an odd whole number" : "a whole number") + rangeText(wanted);
}

}  // namespace

ParameterTypeInfo numberType() {
    return {.name = "number",
            .listed = "a number",
            .noun = "a number",
            .editor = EditorShape::number,
            .knob = "number",
            .wanted = &numberWords,
            .read = &readBy<&ValueChecker::number>,
            .start = &startsAsNumber};
}

ParameterTypeInfo integerType() {
    return {.name = "integer",
            .listed = "a whole number",
            .noun = "a whole number",
            .whole = true,
            .editor = EditorShape::number,
            .knob = "integer",
            .wanted = &integerWords,
            .read = &readBy<&ValueChecker::integer>,
            .start = &startsAsNumber};
}

}  // namespace burin
