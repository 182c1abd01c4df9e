// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/yaml.hpp"
#include "core/kinds/form/operation.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace burin {

/// The lengths of a group, and of the groups that it needs, that are plain numbers other than 0: they count
/// pixels, so they mean something else at another pitch. For example `pebbles: stone.width 40`. Numbers in
/// expressions and formulas are not found.
///
/// \param groups  the `groups` of a document
[[nodiscard]] std::vector<std::string> plainPixels(const YamlValue& groups, std::string_view group,
                                                   std::span<const Kind> kinds);

/// The same of the nodes of a fragment, and of the groups that they need: `dots.u 24`.
[[nodiscard]] std::vector<std::string> plainPixelsOfNodes(const YamlValue& fragment,
                                                          std::span<const Kind> kinds);

}  // namespace burin
