// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/yaml.hpp"
#include "core/geometry/rect.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace burin {

/// The 3-D view of a bookmark. Angles are in degrees; positions and lengths are in um in the space of the
/// view, whose origin is the middle of a flat surface, or of the axis of a roller.
struct BookmarkCamera {
    bool rolled = true;                    ///< whether the view goes round the roller, if the design has one
    std::string material;                  ///< a word of the studio; may be empty
    std::array<double, 2> light{315, 45};  ///< azimuth and elevation
    double heights = 1;                    ///< exaggeration of the heights
    std::array<double, 2> from{};          ///< azimuth and elevation of the viewer
    std::array<double, 3> target{};        ///< the position in the middle of the screen
    double distance = 1;                   ///< distance of the viewer from the target; positive

    friend bool operator==(const BookmarkCamera&, const BookmarkCamera&) = default;
};

/// How A/B shows two nodes. With a line, A is left of it and B right of it. `beside` shows the whole view of
/// each in one half, and `difference` A - B.
enum class ComparisonMode { line, beside, difference };

/// The words of the modes in files, in their order.
inline constexpr std::array<std::string_view, 3> comparisonModeWords{"line", "beside", "difference"};

/// The mode that a word names; `line` for other words.
[[nodiscard]] ComparisonMode comparisonModeOf(std::string_view word);

/// A second node, which A/B shows together with the first.
struct BookmarkComparison {
    std::string node;        ///< the second node; empty: the surface
    std::string mode;        ///< one of comparisonModeWords; any other text means `line`
    double place = 0.5;      ///< place of the line, as a share of the width from 0 to 1
    bool exchanged = false;  ///< the shown node is B

    friend bool operator==(const BookmarkComparison&, const BookmarkComparison&) = default;
};

/// A view that is kept in a design, under `editor: bookmarks`. It changes no sample.
struct Bookmark {
    std::string name;
    std::string node;  ///< the node that is shown; empty: the surface
    Rect region;       ///< in samples; may reach beyond the node
    std::string look;  ///< a word of the studio; may be empty
    /// the camera of the 3-D view; nothing: the flat picture is shown
    std::optional<BookmarkCamera> camera = {};
    std::optional<BookmarkComparison> compared = {};  ///< nothing: one node is shown
    bool predicted = false;                           ///< the surface is shown as the spot engraves it

    friend bool operator==(const Bookmark&, const Bookmark&) = default;
};

/// The bookmarks of a document, in their order. Entries that are not understood are left out.
[[nodiscard]] std::vector<Bookmark> bookmarksIn(const YamlValue& document);

/// The bookmark that an item of the list is; nothing if the item is not understood.
[[nodiscard]] std::optional<Bookmark> bookmarkIn(const YamlValue& item);
/// A bookmark as an item of the list.
[[nodiscard]] YamlValue bookmarkItem(const Bookmark& bookmark);

/// A rectangle as [x, y, width, height]; nothing if `list` is nullptr, empty or not a rectangle.
[[nodiscard]] std::optional<Rect> regionIn(const YamlValue* list);
[[nodiscard]] YamlValue regionList(const Rect& region);

}  // namespace burin
