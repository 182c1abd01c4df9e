// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/yaml.hpp"
#include "core/geometry/rect.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace burin {

/// A view that is kept in a design, under `editor: bookmarks`. It changes no sample.
struct Bookmark {
    std::string name;
    std::string node;  ///< the node that is shown; empty: the surface
    Rect region;       ///< in samples; may reach beyond the node
    std::string look;  ///< a word of the studio; may be empty

    friend bool operator==(const Bookmark&, const Bookmark&) = default;
};

/// The bookmarks of a document, in their order. Entries that are not understood are left out.
[[nodiscard]] std::vector<Bookmark> bookmarksIn(const YamlValue& document);

/// The list as the file has it. \pre not empty
[[nodiscard]] YamlValue bookmarkList(const std::vector<Bookmark>& bookmarks);

/// A rectangle as [x, y, width, height]; nothing if `list` is nullptr, empty or not a rectangle.
[[nodiscard]] std::optional<Rect> regionIn(const YamlValue* list);
[[nodiscard]] YamlValue regionList(const Rect& region);

}  // namespace burin
