// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/yaml.hpp"
#include "core/kinds/form/description.hpp"
#include "core/kinds/form/values.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace burin {

class ValueChecker;

/// The unit of the limits of a value's numbers.
enum class Measure { plain, pixels, micrometres };

/// The shape of the editor that a value needs.
enum class EditorShape {
    number,
    boolean,
    pair,
    range,
    choice,
    text,
    expression,
    numbers,
    points,
    matrix,
    oneOf,
    map,
    seed,  ///< a whole number that seeds random numbers
    spot,
    lines,  ///< a text of several lines
    font    ///< a file whose default is a file of the program itself; only fonts have one
};

/// The program's knowledge of a type of parameter. A type is its file in core/design/types and its row in
/// core/kinds/form/parameter_type_list.hpp.
struct ParameterTypeInfo {
    std::string_view name;  ///< in `burin kinds --yaml`
    /// In `burin kinds`, such as "a length, rounded to whole pixels". %1 is ParameterDescription::pair.
    std::string_view listed;
    std::string_view noun;  ///< in messages, as in "'x' is not a number"
    Measure measure = Measure::plain;
    bool whole = false;    ///< whether its numbers are whole
    bool literal = false;  ///< whether any text is a value as it stands, without the syntax of YAML
    EditorShape editor = EditorShape::text;
    /// The type of the group parameter that such a value can become: `curve` for a list, or a scalar type.
    /// Empty if it cannot become a parameter.
    std::string_view knob = {};
    std::string_view verb = "write";  ///< the verb of the advice that names `wanted`
    /// The expected value, with its range, such as "a number from 0 to 1".
    std::string (*wanted)(const ParameterDescription& parameter) = nullptr;
    /// Reads a value of the file. Returns nothing if it is not as described, and reports a problem.
    std::optional<Value> (*read)(ValueChecker& checker, const ParameterDescription& parameter,
                                 const YamlValue& value) = nullptr;
    /// The value that a new parameter starts with; nothing if only the user can know it.
    std::optional<YamlValue> (*start)(const ParameterDescription& parameter) = nullptr;
};

[[nodiscard]] const ParameterTypeInfo& infoOf(ParameterType type);

/// The shape of the editor that a parameter needs.
[[nodiscard]] EditorShape editorOf(const ParameterDescription& parameter);

/// The expected value of a parameter, as a text for messages: shape, range, unit, choices and default.
[[nodiscard]] std::string wantedText(const ParameterDescription& wanted);

/// A limit with six significant digits, rounded towards the allowed side.
[[nodiscard]] double roundedLimit(double limit, bool lowest);

/// The default if there is one, otherwise the start value of the parameter or of its type; nothing if only
/// the user can know it.
[[nodiscard]] std::optional<YamlValue> startValue(const ParameterDescription& parameter);

/// The default as it would be written in the file; nothing if there is none.
[[nodiscard]] std::optional<YamlValue> fallbackOf(const ParameterDescription& parameter);

}  // namespace burin
