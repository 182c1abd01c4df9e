// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/placing/drawn_thing.hpp"

#include "core/design/yaml_tools.hpp"
#include "core/geometry/length.hpp"
#include "ui/model/written_length.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

namespace burin::ui {

namespace {

constexpr double usualOnScreen = 100;
constexpr double usualThickness = 0.05;  ///< the thickness of a line, as a share of the usual length
constexpr double usualLetters = 0.25;    ///< the height of a text, also as a share of that length
constexpr int polygonSides = 6;
constexpr int starPoints = 5;
constexpr double starInner = 0.5;  ///< the default of a star
constexpr const char* drawnWords = "Burin";
/// The sides of a QR code of these words: 21 modules, and a quiet zone of 4 on either side.
constexpr double codeModules = 29;

bool isSegment(DrawingTool tool) {
    return tool == DrawingTool::line || tool == DrawingTool::arrow;
}

bool isSquare(DrawingTool tool) {
    return tool == DrawingTool::polygon || tool == DrawingTool::star || tool == DrawingTool::code;
}

QPointF nearestSample(QPointF place) {
    return {std::floor(place.x() + 0.5), std::floor(place.y() + 0.5)};
}

QPointF sampleBefore(QPointF place) {
    return {std::floor(place.x()), std::floor(place.y())};
}

/// The largest of the numbers ..., 0.5, 1, 2, 5, 10, ... that is not above a positive number.
double roundNumber(double most) {
    constexpr double little = 1e-9;  // a quotient may come out a little too small
    const double power = std::pow(10.0, std::floor(std::log10(most) + little));
    const double times = most / power + little;
    return (times >= 5 ? 5 : times >= 2 ? 2 : 1) * power;
}

/// `way` with its shorter component lengthened to the length of the longer one.
QPointF diagonal(QPointF way) {
    const double side = std::max(std::abs(way.x()), std::abs(way.y()));
    return {std::copysign(side, way.x()), std::copysign(side, way.y())};
}

/// The nearest of the eight directions along and between the axes.
QPointF alongEighth(QPointF way) {
    const double slope = std::numbers::sqrt2 - 1;  // the slope of 22.5 degrees
    const double x = std::abs(way.x());
    const double y = std::abs(way.y());
    if (y < slope * x) return {way.x(), 0};
    if (x < slope * y) return {0, way.y()};
    return diagonal(way);
}

double roundedToModules(double side) {
    return codeModules * std::max(1.0, std::round(side / codeModules));
}

/// The size of a thing that a click makes. A text is wider than high.
QSizeF usualSize(DrawingTool tool, double usualPx) {
    if (tool == DrawingTool::text) return {usualPx, std::max(1.0, std::round(usualLetters * usualPx))};
    const double side = tool == DrawingTool::code ? roundedToModules(usualPx) : usualPx;
    return {side, side};
}

QRectF clickedBox(DrawingTool tool, QPointF place, double usualPx) {
    const QSizeF size = usualSize(tool, usualPx);
    const double left = tool == DrawingTool::text ? 0 : size.width() / 2;
    return {nearestSample(place - QPointF(left, size.height() / 2)), size};
}

/// \param way  from the first point to the last one
QRectF draggedBox(DrawingTool tool, QPointF from, QPointF way, PlacingKeys keys) {
    const double times = keys.fromMiddle ? 2 : 1;
    if (isSquare(tool) || keys.keep) way = diagonal(way);
    if (tool == DrawingTool::code) {
        const double side = roundedToModules(times * std::abs(way.x())) / times;
        way = {std::copysign(side, way.x()), std::copysign(side, way.y())};
    }
    const auto seen = [](double side) { return std::abs(side) < 1 ? std::copysign(1.0, side) : side; };
    way = {seen(way.x()), seen(way.y())};
    QRectF box = QRectF(keys.fromMiddle ? from - way : from, from + way).normalized();
    // Links place their children at whole samples.
    box.moveTopLeft(nearestSample(box.topLeft()));
    return box;
}

QLineF draggedEnds(QPointF from, QPointF way, PlacingKeys keys) {
    if (keys.keep) way = alongEighth(way);
    if (way.isNull()) way = {1, 0};
    return {keys.fromMiddle ? from - way : from, from + way};
}

QPolygonF rectangleContour(const QRectF& box) {
    return QPolygonF({box.topLeft(), box.topRight(), box.bottomRight(), box.bottomLeft(), box.topLeft()});
}

/// A closed contour around the middle of a box, clockwise from the top.
/// \param share  the distance of the odd points from the middle; 1: on the box
QPolygonF roundContour(const QRectF& box, int points, double share) {
    QPolygonF contour;
    for (int i = 0; i < points; ++i) {
        const double angle = 2 * std::numbers::pi * i / points;
        const double by = i % 2 == 0 ? 1 : share;
        contour << box.center() + QPointF(std::sin(angle) * by * box.width() / 2,
                                          -std::cos(angle) * by * box.height() / 2);
    }
    contour << contour.first();
    return contour;
}

/// A line, or an arrow with a head of three times its thickness, as the kind draws it.
QPolygonF segmentContour(const DrawnForm& form, bool arrow) {
    const QPointF way = form.ends.p2() - form.ends.p1();
    const double length = form.ends.length();
    const QPointF along = way / length;
    const QPointF across = QPointF(along.y(), -along.x()) * form.thickness / 2;
    const QPointF from = form.ends.p1();
    const QPointF to = form.ends.p2();
    if (!arrow) return QPolygonF({from + across, to + across, to - across, from - across, from + across});
    const double head = 3 * form.thickness;
    const QPointF base = to - along * head;
    QPolygonF contour;
    if (head < length) contour << base - across << from - across << from + across << base + across;
    contour << base + 3 * across << to << base - 3 * across;
    contour << contour.first();
    return contour;
}

/// The name of the shape; empty for other kinds.
std::string_view shapeOf(DrawingTool tool) {
    switch (tool) {
        case DrawingTool::rectangle:
            return "rectangle";
        case DrawingTool::ellipse:
            return "ellipse";
        case DrawingTool::polygon:
            return "polygon";
        case DrawingTool::star:
            return "star";
        case DrawingTool::line:
            return "line";
        case DrawingTool::arrow:
            return "arrow";
        default:
            return {};
    }
}

std::string_view titleOf(DrawingTool tool) {
    switch (tool) {
        case DrawingTool::rectangle:
            return "Rectangle";
        case DrawingTool::ellipse:
            return "Ellipse";
        case DrawingTool::polygon:
            return "Polygon";
        case DrawingTool::star:
            return "Star";
        case DrawingTool::line:
            return "Line";
        case DrawingTool::arrow:
            return "Arrow";
        case DrawingTool::text:
            return "Text";
        default:
            return "Code";
    }
}

/// Writes the values of a node that was drawn.
class DrawnValues {
  public:
    DrawnValues(const DrawnForm& form, const DrawingMeasures& measures) : form_(form), measures_(measures) {}

    YamlValue of(DrawingTool tool) {
        if (const std::string_view shape = shapeOf(tool); !shape.empty()) set("shape", yamlScalar(shape));
        const QSizeF size = form_.box.size();
        if (tool == DrawingTool::text) {
            set("text", yamlScalar(drawnWords));
            set("size", length(size.height()));
        } else if (tool == DrawingTool::code) {
            set("code", yamlScalar("qr"));
            set("data", yamlScalar(drawnWords));
            set("module", length(std::round(size.width() / codeModules)));
        } else if (isSegment(tool)) {
            set("from", place(form_.ends.p1() - form_.origin));
            set("to", place(form_.ends.p2() - form_.origin));
            set("thickness", length(form_.thickness));
        } else if (isSquare(tool)) {
            tool == DrawingTool::star ? set("points", yamlScalar(std::to_string(starPoints)))
                                      : set("sides", yamlScalar(std::to_string(polygonSides)));
            set("diameter", length(size.width()));
        } else {
            set("size",
                size.width() == size.height() ? length(size.width()) : place({size.width(), size.height()}));
        }
        return std::move(values_);
    }

    [[nodiscard]] YamlValue place(QPointF at) const {
        const std::vector<std::string> both = {text(at.x()), text(at.y())};
        return yamlList(both);
    }

  private:
    [[nodiscard]] std::string text(double pixels) const {
        return pixels == 0 ? "0" : writtenLength(pixels, measures_.like, measures_.pixelUm);
    }
    [[nodiscard]] YamlValue length(double pixels) const { return yamlScalar(text(pixels)); }
    void set(std::string_view key, YamlValue value) { setIn(values_, key, std::move(value)); }

    const DrawnForm& form_;
    const DrawingMeasures& measures_;
    YamlValue values_ = yamlMap();
};

}  // namespace

DrawingMeasures drawingMeasures(const Design& design, double scale) {
    DrawingMeasures measures{.like = surfaceWidth(design), .pixelUm = design.pixelUm, .usualPx = 1};
    const auto width = parseLength(measures.like);
    const bool plain = !width || width->unit == LengthUnit::pixel;
    const double unitPx = plain ? 1 : micrometresIn(width->unit) / design.pixelUm;
    measures.usualPx = std::max(1.0, std::round(roundNumber(usualOnScreen / scale / unitPx) * unitPx));
    return measures;
}

DrawnForm drawnForm(DrawingTool tool, const DrawingDrag& drag, double usualPx) {
    const bool whole = !drag.keys.free || !drag.to;
    const QPointF from = whole ? nearestSample(drag.from) : drag.from;
    const QPointF to = drag.to ? (whole ? nearestSample(*drag.to) : *drag.to) : from;
    DrawnForm form;
    if (!isSegment(tool)) {
        form.box =
            drag.to ? draggedBox(tool, from, to - from, drag.keys) : clickedBox(tool, drag.from, usualPx);
        form.origin = form.box.topLeft();
        return form;
    }
    form.thickness = std::max(1.0, std::round(usualThickness * usualPx));
    if (drag.to) {
        form.ends = draggedEnds(from, to - from, drag.keys);
    } else {
        const QPointF left = nearestSample(drag.from - QPointF(usualPx / 2, 0));
        form.ends = {left, left + QPointF(usualPx, 0)};
    }
    form.origin =
        sampleBefore({std::min(form.ends.x1(), form.ends.x2()), std::min(form.ends.y1(), form.ends.y2())});
    return form;
}

QPolygonF contourOf(DrawingTool tool, const DrawnForm& form) {
    constexpr int smooth = 72;
    switch (tool) {
        case DrawingTool::ellipse:
            return roundContour(form.box, smooth, 1);
        case DrawingTool::polygon:
            return roundContour(form.box, polygonSides, 1);
        case DrawingTool::star:
            return roundContour(form.box, 2 * starPoints, starInner);
        case DrawingTool::line:
        case DrawingTool::arrow:
            return segmentContour(form, tool == DrawingTool::arrow);
        case DrawingTool::text:
            return QPolygonF(
                {form.box.topRight(), form.box.topLeft(), form.box.bottomLeft(), form.box.bottomRight()});
        default:
            return rectangleContour(form.box);
    }
}

DrawnThing drawnThing(DrawingTool tool, const DrawnForm& form, const DrawingMeasures& measures) {
    DrawnValues values(form, measures);
    DrawnThing thing{.kind = "shape", .title = titleOf(tool), .values = values.of(tool), .at = {}};
    if (tool == DrawingTool::text) thing.kind = "text";
    if (tool == DrawingTool::code) thing.kind = "code";
    if (!form.origin.isNull()) thing.at = values.place(form.origin);
    return thing;
}

}  // namespace burin::ui
