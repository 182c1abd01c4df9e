// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/yaml.hpp"

#include <string>

namespace burin {

/// A key as YAML, without the colon.
[[nodiscard]] std::string yamlKey(const YamlValue& key);
/// A value on one line; empty for a null that is left out.
/// \param flow  whether it is inside brackets
[[nodiscard]] std::string yamlOnOneLine(const YamlValue& value, bool flow);

}  // namespace burin
