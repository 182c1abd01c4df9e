// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/yaml.hpp"

#include <string_view>

namespace burin {

/// Whether one of a group's nodes has a parameter of its own of this name. No parameter of the group may have
/// that name too.
[[nodiscard]] bool nodesHaveParameter(const YamlValue& group, std::string_view name);

}  // namespace burin
