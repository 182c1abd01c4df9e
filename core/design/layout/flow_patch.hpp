// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/layout/yaml_text.hpp"

#include <string>

namespace burin {

/// Whether a value is what was read from `text` there, apart from comments and spelling. The loader puts
/// expressions in quotes; that is no change.
[[nodiscard]] bool unchanged(const YamlValue& now, const YamlValue& read, const YamlText& text);

/// A value that is no block, as it is written in `text` with only its changed parts written anew.
/// \param now   the value as it is; no block
/// \param read  what was read from `text`; no block
/// \param column  of the block that contains it
/// \param flow    whether it stands inside brackets
[[nodiscard]] std::string patchedInline(const YamlValue& now, const YamlValue& read, const YamlText& text,
                                        std::size_t column, bool flow);

}  // namespace burin
