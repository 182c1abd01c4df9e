// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/yaml.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace burin {

/// Gives the nodes that bookmarks name their new names. Bookmarks name nodes as the flat design does: NODE,
/// or INSTANCE/NODE for a node of a group. Call it before the nodes of the document change.
///
/// \param scope    the group whose nodes get new names; empty: the design itself
/// \param renamed  gets the name of a node of the scope, or of a node in an instance of the scope, such as
///                 NODE/INNER. It returns the new name
void renameBookmarked(YamlValue& document, std::string_view scope,
                      const std::function<std::string(std::string_view)>& renamed);

/// Whether a name is that of a node, or that of a node in this instance.
[[nodiscard]] bool namesNodeOrInner(std::string_view name, std::string_view node);

}  // namespace burin
