// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/groups/bookmarked_nodes.hpp"

#include "core/design/yaml_tools.hpp"

#include <cstddef>
#include <optional>

namespace burin {

namespace {

/// Where the name of a node of the scope begins in a flat name; nothing if the node is not in the scope.
/// \param nodes  in which the rest of the name, from `at` on, names a node
std::optional<std::size_t> startIn(const YamlValue& document, const YamlValue* nodes, std::string_view name,
                                   std::size_t at, std::string_view scope) {
    const YamlValue* groups = document.find("groups");
    if (nodes == nullptr || groups == nullptr) return {};
    for (const auto& [key, body] : nodes->entries) {
        const YamlValue* group = body.find("group");
        if (group == nullptr || !name.substr(at).starts_with(key.scalar + "/")) continue;
        const std::size_t inner = at + key.scalar.size() + 1;
        if (group->scalar == scope) return inner;
        const YamlValue* named = groups->find(group->scalar);
        // A group that contains itself is refused elsewhere; each step takes a part of the name.
        if (const auto found =
                startIn(document, named == nullptr ? nullptr : named->find("nodes"), name, inner, scope))
            return found;
    }
    return {};
}

}  // namespace

bool namesNodeOrInner(std::string_view name, std::string_view node) {
    return name == node || (name.starts_with(node) && name.substr(node.size()).starts_with('/'));
}

void renameBookmarked(YamlValue& document, std::string_view scope,
                      const std::function<std::string(std::string_view)>& renamed) {
    YamlValue* notes = valueIn(document, "editor");
    YamlValue* bookmarks = notes == nullptr ? nullptr : valueIn(*notes, "bookmarks");
    if (bookmarks == nullptr) return;
    const auto rename = [&](YamlValue& holder) {
        YamlValue* value = valueIn(holder, "node");
        if (value == nullptr) return;
        const std::string name = value->scalar;
        const auto start = scope.empty() ? 0 : startIn(document, document.find("nodes"), name, 0, scope);
        if (!start) return;
        const std::string made = name.substr(0, *start) + renamed(std::string_view(name).substr(*start));
        if (made != name) *value = yamlScalar(made);
    };
    for (YamlValue& bookmark : bookmarks->items) {
        rename(bookmark);
        if (YamlValue* compared = valueIn(bookmark, "compared")) rename(*compared);
    }
}

}  // namespace burin
