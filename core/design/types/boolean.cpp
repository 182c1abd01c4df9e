// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/design_edit.hpp"
#include "core/design/types/type_parts.hpp"

namespace burin {
namespace {

std::string booleanWords(const ParameterDescription& /*wanted*/) {
    return "true or false";
}

std::optional<Value> readBoolean(ValueChecker& checker, const ParameterDescription& wanted,
                                 const YamlValue& value) {
    if (!value.isScalar() || value.quoted || (value.scalar != "true" && value.scalar != "false"))
        return checker.wrongType(wanted, value);
    return Value(value.scalar == "true");
}

std::optional<YamlValue> startsAsFalse(const ParameterDescription& /*parameter*/) {
    return yamlScalar("false");
}

}  // namespace

ParameterTypeInfo booleanType() {
    return {.name = "boolean",
            .listed = "true or false",
            .noun = "true or false",
            .editor = EditorShape::boolean,
            .knob = "boolean",
            .wanted = &booleanWords,
            .read = &readBoolean,
            .start = &startsAsFalse};
}

}  // namespace burin
