// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Helpers for reading, expanding and editing the documents of designs.

#include "core/design/yaml.hpp"
#include "core/kinds/form/operation.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace burin {

/// A scalar as written in a file.
[[nodiscard]] YamlValue yamlScalar(std::string_view text, bool quoted = false);
/// [a, b, ...] of scalars.
[[nodiscard]] YamlValue yamlList(std::span<const std::string> texts);
[[nodiscard]] YamlValue yamlMap();
/// A map without entries that has the style and the place of `map`, so that its lines and comments are kept.
[[nodiscard]] YamlValue emptiedMap(const YamlValue& map);
[[nodiscard]] YamlValue yamlSequence();

/// The value of a key, or nullptr.
[[nodiscard]] YamlValue* valueIn(YamlValue& map, std::string_view key);
[[nodiscard]] const YamlValue* valueIn(const YamlValue& map, std::string_view key);
/// The text under a key; empty if there is none.
[[nodiscard]] std::string_view textUnder(const YamlValue& map, std::string_view key);
/// Whether a value says true. \param value  may be nullptr
[[nodiscard]] bool writtenTrue(const YamlValue* value);
/// The value of a key; a missing key is added at the end.
YamlValue& valueAt(YamlValue& map, std::string_view key);
/// Gives a key another text. Its entry keeps its lines and its comments in the file.
void renameKey(YamlValue& key, std::string_view name);
/// Renames a key of a map. An entry that has the new name already is removed: nothing uses its value any
/// more.
void renameKeyIn(YamlValue& map, std::string_view before, std::string_view name);
/// The key itself, or nullptr.
[[nodiscard]] const YamlValue* keyIn(const YamlValue& map, std::string_view key);
/// Makes a new list or map a block if the one that it replaces is a block, and so on for the lists and maps
/// in it. Items that are equal then keep their lines in the file. Values that were read from a file stay as
/// they are.
void followStyle(YamlValue& now, const YamlValue& before);
/// Sets a key; without a value, removes it. A value follows the style of the one that it replaces.
void setIn(YamlValue& map, std::string_view key, std::optional<YamlValue> value);
void eraseIn(YamlValue& map, std::string_view key);

/// Gives a value and all its parts another place in the file.
void remark(YamlValue& value, SourceMark mark);

/// Makes a value and all its parts new ones: lines and comments of a file stay with the values that were
/// copied.
void forgetSource(YamlValue& value);

/// " (line 30)"; empty for a node that an edit has added and that has no place in a file yet.
[[nodiscard]] std::string lineInBrackets(SourceMark mark);

/// The pitch that a document states as `pixel`, in micrometres; nothing if it states none.
[[nodiscard]] std::optional<double> writtenPitchUm(const YamlValue& document);

// Nodes

[[nodiscard]] bool isRoot(const YamlValue& body);
/// Whether a node is an instance of a group.
[[nodiscard]] bool isInstance(const YamlValue& body);
/// Whether a node says `muted: true`.
[[nodiscard]] bool writtenMuted(const YamlValue& body);
/// The kind that a node names, or nullptr.
[[nodiscard]] const Kind* kindOf(const YamlValue& body, std::span<const Kind> kinds);
/// Whether expressions of the kind name its data by their numbers: in1, in2.
[[nodiscard]] bool numbersItsData(const Kind& kind);
/// Whether values of this type may contain an expression.
[[nodiscard]] bool holdsExpression(ParameterType type);

/// Calls `visit` with the name and the body of each node of a document and of its groups.
void forEachNode(YamlValue& document, const std::function<void(YamlEntry&)>& visit);
void forEachNode(const YamlValue& document, const std::function<void(const YamlEntry&)>& visit);

// Links

[[nodiscard]] std::optional<Trait> traitNamed(std::string_view name);
/// The entry of a link that names its child, or nullptr if it names none.
[[nodiscard]] const YamlEntry* childIn(const YamlValue& link);
[[nodiscard]] YamlEntry* childIn(YamlValue& link);
[[nodiscard]] YamlValue linkTo(Trait trait, std::string_view child);

}  // namespace burin
