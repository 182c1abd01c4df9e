// SPDX-License-Identifier: GPL-3.0-or-later

// Edits of the name, title and help of a group.

#include "core/design/design_edit.hpp"

namespace burin {

namespace {

YamlValue* groupIn(YamlValue& document, std::string_view name) {
    YamlValue* groups = valueIn(document, "groups");
    YamlValue* group = groups == nullptr ? nullptr : valueIn(*groups, name);
    return group != nullptr && group->isMap() ? group : nullptr;
}

/// Sets a text. A new key is inserted after the first `behind` keys of the map.
void putText(YamlValue& map, std::string_view key, std::string_view text, std::ptrdiff_t behind) {
    if (textUnder(map, key) == text) return;
    if (text.empty()) return eraseIn(map, key);
    if (YamlValue* value = valueIn(map, key)) {
        *value = yamlScalar(text, true);
    } else {
        map.entries.insert(map.entries.begin() + behind, {yamlScalar(key), yamlScalar(text, true)});
    }
}

}  // namespace

GroupObstacle DesignEdit::renameGroup(std::string_view before, std::string_view name) {
    YamlValue* groups = valueIn(document_, "groups");
    if (groups == nullptr || groups->find(before) == nullptr) return GroupObstacle::noNodes;
    if (name == before) return GroupObstacle::none;
    if (name.empty() || groups->find(name) != nullptr) return GroupObstacle::nameTaken;
    renameKeyIn(*groups, before, name);
    forEachNode(document_, [&](YamlEntry& node) {
        if (isInstance(node.value) && textUnder(node.value, "group") == before)
            valueAt(node.value, "group") = yamlScalar(name);
    });
    if (scope_ == before) scope_ = name;
    return GroupObstacle::none;
}

void DesignEdit::describeGroup(std::string_view group, std::string_view title, std::string_view help) {
    YamlValue* body = groupIn(document_, group);
    if (body == nullptr) return;
    putText(*body, "title", title, 0);
    putText(*body, "help", help, body->find("title") == nullptr ? 0 : 1);
}

}  // namespace burin
