// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/yaml.hpp"

#include <cstddef>
#include <string>

namespace burin {

/// YAML does not recognise a longer key by its colon; such a key needs the mark `?`.
constexpr std::size_t longestSimpleKey = 1000;

/// A key as YAML, without the colon.
[[nodiscard]] std::string yamlKey(const YamlValue& key);
/// A key inside brackets, with the colon and a blank behind it.
[[nodiscard]] std::string yamlFlowKey(const YamlValue& key);
/// A value on one line; empty for a null that is left out.
/// \param flow  whether it is inside brackets
[[nodiscard]] std::string yamlOnOneLine(const YamlValue& value, bool flow);

}  // namespace burin
