// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/yaml.hpp"

#include <string_view>

namespace burin {

/// Whether a node of the group has a parameter of its own with this name. If so, no parameter of the group
/// may have this name.
[[nodiscard]] bool nodesHaveParameter(const YamlValue& group, std::string_view name);

}  // namespace burin
