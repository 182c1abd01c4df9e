// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/layout/yaml_text.hpp"

#include <string>

namespace burin {

/// Whether a value equals the one that was read from `text` there, apart from comments and spelling. Quotes
/// that the loader puts around expressions are not a change.
[[nodiscard]] bool unchanged(const YamlValue& now, const YamlValue& read, const YamlText& text);

/// The text of a value that is not a block: a copy of its part of `text`. Only changed parts are
/// written again.
/// \param now   the present value; not a block
/// \param read  the value that was read from `text`; not a block
/// \param column  the column of the block that contains it
/// \param flow    whether it is inside brackets
[[nodiscard]] std::string patchedInline(const YamlValue& now, const YamlValue& read, const YamlText& text,
                                        std::size_t column, bool flow);

}  // namespace burin
