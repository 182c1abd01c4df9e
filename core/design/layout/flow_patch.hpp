// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/layout/flow_writer.hpp"
#include "core/design/layout/kept_parts.hpp"
#include "core/design/layout/yaml_text.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace burin {

/// Whether a value equals the one that was read from `text` there, apart from comments and spelling. Quotes
/// that the loader puts around expressions are not a change.
[[nodiscard]] bool unchanged(const YamlValue& now, const YamlValue& read, const YamlText& text);

/// Whether comments in the text of a key belong to its entry. They would go with it.
[[nodiscard]] bool hasComment(const YamlValue& key);

/// The text of a value that is not a block: a copy of its part of `text`. Only changed parts are
/// written again.
/// \param now   the present value; not a block
/// \param read  the value that was read from `text`; not a block
/// \param column  the column of the block that contains it
/// \param flow    whether it is inside brackets
[[nodiscard]] std::string patchedInline(const YamlValue& now, const YamlValue& read, const YamlText& text,
                                        std::size_t column, bool flow);

/// The value of an element that stood in other brackets of a text, with the comments on its lines.
/// \param own     the text of the document; a value of it is a copy if its key is new. Or nullptr
/// \param column  for the first character of the element
/// \return without the key; nothing if the value was not read from an element in brackets
[[nodiscard]] std::optional<FlowPart> movedInline(const NowPart& part, const YamlText* own,
                                                  std::size_t column, std::string_view lineEnd);

}  // namespace burin
