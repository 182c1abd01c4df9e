// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/outlines/affine.hpp"
#include "core/outlines/outline.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace burin {

/// How a drawing fits a size of other proportions.
enum class DrawingFit { contain, cover, stretch };

/// How colours of a drawing become values.
enum class DrawingPaint { shapes, luminance, darkness };

/// A node's request to read a drawing from a file.
struct DrawingRequest {
    std::string file;                  ///< its name, for messages
    double pixelUm = 1;                ///< the pitch
    std::optional<double> width = {};  ///< in pixels; nothing: the size in the file
    std::optional<double> height = {};
    DrawingFit fit = DrawingFit::contain;
    DrawingPaint paint = DrawingPaint::shapes;  ///< SVG only
    std::vector<std::string> select = {};       ///< ids and labels (SVG) or layers (DXF); empty: everything
    std::vector<std::string> ignore = {};       ///< things that are left out on purpose
    double joinUm = 1;                          ///< DXF: ends that are closer than this are joined
    std::optional<double> unitUm = {};          ///< DXF: the unit if the file does not name one
    bool openAllowed = false;                   ///< DXF: whether contours may stay open
};

/// A part of a drawing that `select` can name.
struct DrawingPart {
    enum class State { drawn, off, frozen };

    std::string name;       ///< an Inkscape label, an id, or a layer
    std::string also = {};  ///< the id of a part that has a label, too
    State state = State::drawn;

    friend bool operator==(const DrawingPart&, const DrawingPart&) = default;
};

/// The names that the keys `select` and `ignore` can have for one file. Names that a list cannot show are
/// left out.
struct DrawingParts {
    static constexpr std::size_t most = 1'000;

    std::vector<DrawingPart> parts = {};      ///< layers and groups before the parts inside of them
    bool more = false;                        ///< the drawing has more parts than `most`
    bool anyCase = false;                     ///< whether names match without regard to case
    std::vector<std::string> ignorable = {};  ///< at most `most`
};

/// Whether a list can show a name: one line of UTF-8, 1 to 255 bytes long.
[[nodiscard]] bool isListedName(std::string_view name);

/// The place of a drawing of some size in the outline.
struct DrawingPlace {
    Affine toOutline;  ///< map from a rectangle of the drawing's size at (0, 0)
    PlaneBox box;
    bool cut = false;  ///< whether it has to be cut at the box
};

/// \param width, height  of the drawing, in pixels; positive, or 0 if the drawing has no extent along that
/// axis
[[nodiscard]] DrawingPlace placeDrawing(const DrawingRequest& request, double width, double height);

}  // namespace burin
