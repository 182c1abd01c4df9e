// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"
#include "core/design/yaml.hpp"
#include "ui/placing/placing.hpp"

#include <QLineF>
#include <QPointF>
#include <QPolygonF>
#include <QRectF>

#include <optional>
#include <string>
#include <string_view>

namespace burin::ui {

/// A thing that a drag on the picture draws.
enum class DrawingTool { none, rectangle, ellipse, polygon, star, line, arrow, text, code };

/// A drag that draws, in samples of the shown node.
struct DrawingDrag {
    QPointF from;
    std::optional<QPointF> to;  ///< nothing: a click
    PlacingKeys keys;
};

/// How a design writes lengths, and what is a usual length in the view.
struct DrawingMeasures {
    std::string like;  ///< a length of the design; new ones have its unit
    double pixelUm = 1;
    double usualPx = 100;  ///< the side of a thing that a click draws, in whole samples
};

/// The measures for a design. The usual length is 1, 2 or 5 times a power of ten in the unit of the surface,
/// and at most 100 pixels of the screen, but at least one sample.
/// \param scale  pixels of the screen per sample
[[nodiscard]] DrawingMeasures drawingMeasures(const Design& design, double scale);

/// The geometry of a thing that a drag draws, in samples of the shown node.
struct DrawnForm {
    QPointF origin;        ///< the (0, 0) of the new node: a whole sample
    QRectF box;            ///< empty for lines and arrows; the width of a text is that of its letters
    QLineF ends;           ///< the ends of a line or an arrow
    double thickness = 0;  ///< the thickness of a line or an arrow
};

/// The form that a drag gives, rounded to whole samples unless the drag is free. A side is at least one
/// sample long. Polygons, stars and codes are as wide as they are high; their side is the longer side of the
/// drag, for codes in whole modules. A click gives a thing of the usual size whose middle is at the click; a
/// text begins at the click.
/// \pre tool != DrawingTool::none
///
/// Pure.
[[nodiscard]] DrawnForm drawnForm(DrawingTool tool, const DrawingDrag& drag, double usualPx);

/// The contour that is shown during the drag. It is open if its ends differ, as for a text.
[[nodiscard]] QPolygonF contourOf(DrawingTool tool, const DrawnForm& form);

/// The node that a drag makes, as text for the file.
struct DrawnThing {
    std::string_view kind;        ///< the name of a kind
    std::string_view title;       ///< the title of the shape or the kind, in the style of titles of kinds
    YamlValue values;             ///< a map without `kind` and `inputs`
    std::optional<YamlValue> at;  ///< the place of the link from the shown node; nothing: [0, 0]
};

/// \pre tool != DrawingTool::none
[[nodiscard]] DrawnThing drawnThing(DrawingTool tool, const DrawnForm& form, const DrawingMeasures& measures);

}  // namespace burin::ui
