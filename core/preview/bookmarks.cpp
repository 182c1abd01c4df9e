// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preview/bookmarks.hpp"

#include "core/base/text.hpp"
#include "core/design/yaml_tools.hpp"

#include <array>
#include <charconv>

namespace burin {

namespace {

std::optional<std::int64_t> wholeIn(const YamlValue& value) {
    std::int64_t number = 0;
    const char* const end = value.scalar.data() + value.scalar.size();
    const auto [stop, error] = std::from_chars(value.scalar.data(), end, number);
    if (error != std::errc() || stop != end) return {};
    return number;
}

}  // namespace

std::optional<Rect> regionIn(const YamlValue* list) {
    if (list == nullptr || list->items.size() != 4) return {};
    constexpr std::int64_t most = std::int64_t{1} << 40;
    std::array<std::int64_t, 4> numbers{};
    for (std::size_t i = 0; i < 4; ++i) {
        const auto number = wholeIn(list->items[i]);
        if (!number || *number < -most || *number > most) return {};
        numbers[i] = *number;
    }
    const Rect rect{numbers[0], numbers[1], numbers[2], numbers[3]};
    return rect.empty() ? std::nullopt : std::optional(rect);
}

YamlValue regionList(const Rect& region) {
    const std::string numbers[] = {std::to_string(region.x), std::to_string(region.y),
                                   std::to_string(region.width), std::to_string(region.height)};
    return yamlList(numbers);
}

std::vector<Bookmark> bookmarksIn(const YamlValue& document) {
    std::vector<Bookmark> found;
    const YamlValue* editor = document.find("editor");
    const YamlValue* list = editor == nullptr || !editor->isMap() ? nullptr : editor->find("bookmarks");
    if (list == nullptr || !list->isSequence()) return found;
    for (const YamlValue& item : list->items) {
        if (!item.isMap()) continue;
        const auto region = regionIn(item.find("region"));
        const std::string name(textUnder(item, "name"));
        if (!region || name.empty()) continue;
        found.push_back(
            {name, std::string(textUnder(item, "node")), *region, std::string(textUnder(item, "look"))});
    }
    return found;
}

YamlValue bookmarkList(const std::vector<Bookmark>& bookmarks) {
    YamlValue list = yamlSequence();
    for (const Bookmark& bookmark : bookmarks) {
        YamlValue entry = yamlMap();
        entry.flow = true;
        setIn(entry, "name", yamlScalar(bookmark.name, true));
        if (!bookmark.node.empty()) setIn(entry, "node", yamlScalar(bookmark.node));
        setIn(entry, "region", regionList(bookmark.region));
        if (!bookmark.look.empty()) setIn(entry, "look", yamlScalar(bookmark.look));
        list.items.push_back(std::move(entry));
    }
    return list;
}

}  // namespace burin
