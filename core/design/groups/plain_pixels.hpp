// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/yaml.hpp"
#include "core/kinds/form/operation.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace burin {

/// The lengths of a group, and of the groups that it needs, that are plain numbers other than 0, such as
/// `pebbles: stone.width 40`. They count pixels, so they have another meaning at another pitch. Numbers in
/// expressions and formulas are not found.
///
/// \param groups  the `groups` of a document
[[nodiscard]] std::vector<std::string> plainPixels(const YamlValue& groups, std::string_view group,
                                                   std::span<const Kind> kinds);

/// Like plainPixels(), for the nodes of a fragment and the groups that they need, such as `dots.u 24`.
[[nodiscard]] std::vector<std::string> plainPixelsOfNodes(const YamlValue& fragment,
                                                          std::span<const Kind> kinds);

}  // namespace burin
