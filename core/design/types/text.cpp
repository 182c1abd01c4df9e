// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/design_edit.hpp"
#include "core/design/types/type_parts.hpp"

namespace burin {
namespace {

std::string textWords(const ParameterDescription& /*wanted*/) {
    return "a text";
}

std::string fileWords(const ParameterDescription& /*wanted*/) {
    return "a file, by a path that is absolute or relative to the design";
}

std::string expressionWords(const ParameterDescription& /*wanted*/) {
    return "an expression, in quotes";
}

std::optional<YamlValue> startsAsExpression(const ParameterDescription& /*parameter*/) {
    return yamlScalar("1", true);
}

}  // namespace

ParameterTypeInfo textType() {
    return {.name = "text",
            .listed = "a text",
            .noun = "a text",
            .literal = true,
            .editor = EditorShape::text,
            .knob = "text",
            .wanted = &textWords,
            .read = &readBy<&ValueChecker::text>,
            .start = &startsAsTheUserSays};
}

ParameterTypeInfo fileType() {
    return {.name = "file",
            .listed = "a file, absolute or relative to the design",
            .noun = "the name of a file",
            .literal = true,
            .editor = EditorShape::text,
            .knob = "file",
            .verb = "choose",
            .wanted = &fileWords,
            .read = &readBy<&ValueChecker::text>,
            .start = &startsAsTheUserSays};
}

ParameterTypeInfo expressionType() {
    return {.name = "expression",
            .listed = "an expression in quotes",
            .noun = "an expression",
            .literal = true,
            .editor = EditorShape::expression,
            .wanted = &expressionWords,
            .read = &readBy<&ValueChecker::text>,
            .start = &startsAsExpression};
}

}  // namespace burin
