// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.hpp"
#include "core/design/yaml.hpp"
#include "core/kinds/form/operation.hpp"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace burin {

/// A value that is set from outside the design, such as `wall.size=0.3 mm`.
struct Setting {
    std::string text;                ///< the text as given
    std::string node;                ///< empty for the design itself, whose `pixel` can be set
    std::vector<std::string> path;   ///< the key, then the keys of nested maps
    std::string value;               ///< as typed, see settingValue(); empty: remove the key
    std::optional<YamlValue> ready;  ///< a value that was not typed, in place of `value`
};

/// Reads `NODE.KEY=VALUE` or `pixel=VALUE`. A node's name ends at the first dot, or is in double quotes with
/// the escapes `\"` and `\\`; the key ends at the first `=`. A value of blanks is empty.
/// \return the setting, or a problem whose subject is the text in quotes
[[nodiscard]] std::variant<Setting, Problem> parseSetting(std::string_view text);

/// Reads several settings. \return the settings, or the first problem
[[nodiscard]] std::variant<std::vector<Setting>, Problem> parseSettings(
    const std::vector<std::string>& texts);

/// Reads the value of a setting. Texts and names of files are taken as typed, without the blanks around them,
/// unless they begin with a quote or a bracket. All other values are YAML flow text, and only blanks may
/// surround them, because YAML would drop a comma or a comment silently.
[[nodiscard]] std::variant<YamlValue, Problem> settingValue(std::string_view text, ParameterType type);

/// Whether two settings set the same value, or one of them sets a part of the other's value.
[[nodiscard]] bool setSameKey(const Setting& a, const Setting& b);

/// Whether a document has lost the value of `earlier` because `later` was applied after it. A map such as the
/// `kernel` of a convolution has only one of its keys.
[[nodiscard]] bool isReplaced(const YamlValue& document, const Setting& earlier, const Setting& later);

/// Sets values of a document. The key must be known to the node's kind, or be a parameter of the instance's
/// group. The value is checked when the design is read.
/// \param folder  the start of relative paths in the values
/// \return a problem whose subject is the first setting that the document does not accept, in quotes; the
///         settings before it have been applied
[[nodiscard]] std::optional<Problem> applySettings(YamlValue& document, std::span<const Setting> settings,
                                                   std::span<const Kind> kinds,
                                                   const std::filesystem::path& folder);

}  // namespace burin
