// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/yaml.hpp"
#include "core/kinds/form/operation.hpp"

#include <span>
#include <string>
#include <vector>

namespace burin {

/// The lengths of a fragment's nodes, and of the groups that they need, that are plain numbers other than 0,
/// such as `dots.u 24` and `pebbles: stone.width 40`. They count pixels, so they have another meaning at
/// another pitch. Numbers in expressions and formulas are not found.
[[nodiscard]] std::vector<std::string> plainPixelsOfNodes(const YamlValue& fragment,
                                                          std::span<const Kind> kinds);

}  // namespace burin
