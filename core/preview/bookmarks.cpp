// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preview/bookmarks.hpp"

#include "core/base/text.hpp"
#include "core/design/yaml_tools.hpp"
#include "core/geometry/length.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <span>

namespace burin {

namespace {

std::optional<std::int64_t> wholeIn(const YamlValue& value) {
    std::int64_t number = 0;
    const char* const end = value.scalar.data() + value.scalar.size();
    const auto [stop, error] = std::from_chars(value.scalar.data(), end, number);
    if (error != std::errc() || stop != end) return {};
    return number;
}

std::optional<double> finiteIn(const YamlValue* value) {
    constexpr double most = 1e12;
    const auto number = value == nullptr ? std::nullopt : parseNumber(value->scalar);
    return number && std::abs(*number) <= most ? number : std::nullopt;
}

/// \return whether the value is a list of exactly that many numbers
bool readNumbers(const YamlValue* list, std::span<double> numbers) {
    if (list == nullptr || list->items.size() != numbers.size()) return false;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const auto number = finiteIn(&list->items[i]);
        if (!number) return false;
        numbers[i] = *number;
    }
    return true;
}

YamlValue numberList(std::span<const double> numbers) {
    std::vector<std::string> texts;
    for (const double number : numbers)
        texts.push_back(numberText(number));
    return yamlList(texts);
}

/// Nothing if the place of the viewer is not understood. Any other part that is not understood gets its
/// default.
std::optional<BookmarkCamera> cameraIn(const YamlValue* map) {
    if (map == nullptr || !map->isMap()) return {};
    BookmarkCamera camera;
    const auto distance = finiteIn(map->find("distance"));
    if (!readNumbers(map->find("from"), camera.from) || !readNumbers(map->find("target"), camera.target) ||
        !distance || *distance <= 0)
        return {};
    camera.distance = *distance;
    camera.rolled = textUnder(*map, "form") != "flat";
    camera.material = textUnder(*map, "material");
    if (std::array<double, 2> light{}; readNumbers(map->find("light"), light)) camera.light = light;
    if (const auto heights = finiteIn(map->find("heights")); heights && *heights > 0)
        camera.heights = *heights;
    return camera;
}

/// Parts that are not understood get their defaults.
std::optional<BookmarkComparison> comparisonIn(const YamlValue* map) {
    if (map == nullptr || !map->isMap()) return {};
    BookmarkComparison compared;
    compared.node = textUnder(*map, "node");
    compared.mode = textUnder(*map, "mode");
    if (const auto place = finiteIn(map->find("place")); place && *place >= 0 && *place <= 1)
        compared.place = *place;
    compared.exchanged = textUnder(*map, "exchanged") == "true";
    return compared;
}

YamlValue comparisonMap(const BookmarkComparison& compared) {
    YamlValue map = yamlMap();
    map.flow = true;
    if (!compared.node.empty()) setIn(map, "node", yamlScalar(compared.node));
    if (!compared.mode.empty()) setIn(map, "mode", yamlScalar(compared.mode));
    setIn(map, "place", yamlScalar(numberText(compared.place)));
    if (compared.exchanged) setIn(map, "exchanged", yamlScalar("true"));
    return map;
}

YamlValue cameraMap(const BookmarkCamera& camera) {
    YamlValue map = yamlMap();
    map.flow = true;
    setIn(map, "form", yamlScalar(camera.rolled ? "roller" : "flat"));
    if (!camera.material.empty()) setIn(map, "material", yamlScalar(camera.material));
    setIn(map, "light", numberList(camera.light));
    setIn(map, "heights", yamlScalar(numberText(camera.heights)));
    setIn(map, "from", numberList(camera.from));
    setIn(map, "target", numberList(camera.target));
    setIn(map, "distance", yamlScalar(numberText(camera.distance)));
    return map;
}

}  // namespace

ComparisonMode comparisonModeOf(std::string_view word) {
    const auto* const found = std::find(comparisonModeWords.begin(), comparisonModeWords.end(), word);
    return found == comparisonModeWords.end()
               ? ComparisonMode::line
               : static_cast<ComparisonMode>(found - comparisonModeWords.begin());
}

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
        if (auto bookmark = bookmarkIn(item)) found.push_back(*std::move(bookmark));
    }
    return found;
}

std::optional<Bookmark> bookmarkIn(const YamlValue& item) {
    if (!item.isMap()) return {};
    const auto region = regionIn(item.find("region"));
    const std::string name(textUnder(item, "name"));
    if (!region || name.empty()) return {};
    return Bookmark{name,
                    std::string(textUnder(item, "node")),
                    *region,
                    std::string(textUnder(item, "look")),
                    cameraIn(item.find("camera")),
                    comparisonIn(item.find("compared")),
                    textUnder(item, "surface") == "predicted"};
}

YamlValue bookmarkItem(const Bookmark& bookmark) {
    YamlValue item = yamlMap();
    item.flow = true;
    setIn(item, "name", yamlScalar(bookmark.name, true));
    if (!bookmark.node.empty()) setIn(item, "node", yamlScalar(bookmark.node));
    setIn(item, "region", regionList(bookmark.region));
    if (!bookmark.look.empty()) setIn(item, "look", yamlScalar(bookmark.look));
    if (bookmark.predicted) setIn(item, "surface", yamlScalar("predicted"));
    if (bookmark.compared) setIn(item, "compared", comparisonMap(*bookmark.compared));
    if (bookmark.camera) setIn(item, "camera", cameraMap(*bookmark.camera));
    return item;
}

}  // namespace burin
