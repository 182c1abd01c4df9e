// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/svg/svg_geometry.hpp"

#include "core/base/text.hpp"
#include "core/outlines/path_data.hpp"
#include "core/outlines/trigonometry.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace burin {
namespace {

/// Reads the geometry of one element.
class SvgShape {
  public:
    SvgShape(const SvgSource& source, const SvgStyler& styler, pugi::xml_node element,
             const SvgDeclarations& declarations, const SvgViewport& viewport, OutlineMeter& meter)
        : source_(source),
          styler_(styler),
          element_(element),
          declarations_(declarations),
          viewport_(viewport),
          meter_(meter) {}

    [[nodiscard]] ContourList contours() {
        const std::string_view tag = SvgSource::tag(element_);
        if (tag == "path") {
            path();
        } else if (tag == "rect") {
            rect();
        } else if (tag == "circle") {
            const double r = size(SvgProperty::r, SvgPercent::diagonal).value_or(0);
            ellipse(r, r);
        } else if (tag == "ellipse") {
            const auto rx = size(SvgProperty::rx, SvgPercent::width);
            const auto ry = size(SvgProperty::ry, SvgPercent::height);
            ellipse(rx.value_or(ry.value_or(0)), ry.value_or(rx.value_or(0)));
        } else if (tag == "line") {
            list_.moveTo({end("x1", SvgPercent::width), end("y1", SvgPercent::height)});
            list_.lineTo({end("x2", SvgPercent::width), end("y2", SvgPercent::height)});
        } else {
            points(tag == "polygon");
        }
        refuseInfinite();
        return std::move(list_);
    }

  private:
    [[nodiscard]] std::optional<double> size(SvgProperty property, SvgPercent of) const {
        const auto value = styler_.length(declarations_, property, viewport_, of);
        if (value && *value < 0) {
            source_.fail(declarations_[property].data(), "the %1 is negative", "write a length of at least 0",
                         {std::string(svgPropertyName(property))});
        }
        return value;
    }
    [[nodiscard]] double place(SvgProperty property, SvgPercent of) const {
        return styler_.length(declarations_, property, viewport_, of).value_or(0);
    }
    [[nodiscard]] double end(const char* name, SvgPercent of) const {
        return styler_.attributeLength(element_, name, viewport_, of, 0);
    }

    void path() {
        const std::string_view d = SvgSource::value(element_, "d");
        if (d.empty() || trimmedSvg(d) == "none") return;
        if (const auto problem = parsePathData(d, list_, meter_))
            source_.fail(d.data() + std::min(problem->offset, d.size()), "path data: %1", "%2",
                         {problem->problem.text(), problem->problem.adviceText()});
    }

    void ellipse(double rx, double ry) {
        if (rx > 0 && ry > 0)
            list_.ellipse(
                {place(SvgProperty::cx, SvgPercent::width), place(SvgProperty::cy, SvgPercent::height)}, rx,
                ry);
    }

    void rect() {
        const double width = size(SvgProperty::width, SvgPercent::width).value_or(0);
        const double height = size(SvgProperty::height, SvgPercent::height).value_or(0);
        if (!(width > 0) || !(height > 0)) return;
        const double x = place(SvgProperty::x, SvgPercent::width);
        const double y = place(SvgProperty::y, SvgPercent::height);
        const auto givenX = size(SvgProperty::rx, SvgPercent::width);
        const auto givenY = size(SvgProperty::ry, SvgPercent::height);
        const double rx = std::min(givenX.value_or(givenY.value_or(0)), width / 2);
        const double ry = std::min(givenY.value_or(givenX.value_or(0)), height / 2);
        if (!(rx > 0) || !(ry > 0)) {
            const std::array<PlanePoint, 4> corners = {
                {{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}}};
            list_.polygon(corners);
            return;
        }
        const double quarter = piNumber / 2;
        const double right = x + width;
        const double bottom = y + height;
        list_.moveTo({x + rx, y});
        list_.lineTo({right - rx, y});
        list_.arcTo({right - rx, y + ry}, {0, -ry}, {rx, 0}, 0, quarter, {right, y + ry});
        list_.lineTo({right, bottom - ry});
        list_.arcTo({right - rx, bottom - ry}, {rx, 0}, {0, ry}, 0, quarter, {right - rx, bottom});
        list_.lineTo({x + rx, bottom});
        list_.arcTo({x + rx, bottom - ry}, {0, ry}, {-rx, 0}, 0, quarter, {x, bottom - ry});
        list_.lineTo({x, y + ry});
        list_.arcTo({x + rx, y + ry}, {-rx, 0}, {0, -ry}, 0, quarter, {x + rx, y});
        list_.close();
    }

    void points(bool closed) {
        const std::string_view text = SvgSource::value(element_, "points");
        SvgScanner scanner(text);
        scanner.skipBlanks();
        double x = 0;
        bool paired = true;
        while (!scanner.atEnd()) {
            const auto number = scanner.number();
            if (!number) {
                source_.fail(text.data() + scanner.offset(), "%1 is not a number", "write pairs of numbers",
                             {quotedForMessage(scanner.rest().substr(0, 20))});
            }
            scanner.skipSeparator();
            paired = !paired;
            if (!paired) {
                x = *number;
                continue;
            }
            meter_.keep(1);
            const PlanePoint point{x, *number};
            if (list_.empty()) {
                list_.moveTo(point);
            } else {
                list_.lineTo(point);
            }
        }
        if (!paired) source_.fail(text.data(), "the last point has no y", "write pairs of numbers");
        if (closed && !list_.empty()) list_.close();
    }

    void refuseInfinite() const {
        const auto infinite = [](PlanePoint p) { return !std::isfinite(p.x) || !std::isfinite(p.y); };
        if (std::any_of(list_.points.begin(), list_.points.end(), infinite))
            source_.fail(element_, "a coordinate is too large", "use coordinates within the drawing");
    }

    const SvgSource& source_;
    const SvgStyler& styler_;
    pugi::xml_node element_;
    const SvgDeclarations& declarations_;
    const SvgViewport& viewport_;
    OutlineMeter& meter_;
    ContourList list_;
};

}  // namespace

bool isSvgShape(std::string_view tag) {
    constexpr std::array<std::string_view, 7> shapes = {"path", "rect",     "circle", "ellipse",
                                                        "line", "polyline", "polygon"};
    return std::find(shapes.begin(), shapes.end(), tag) != shapes.end();
}

bool hasSvgLengths(std::string_view tag) {
    return tag != "path" && tag != "polyline" && tag != "polygon";
}

ContourList svgContours(const SvgSource& source, const SvgStyler& styler, pugi::xml_node element,
                        const SvgDeclarations& declarations, const SvgViewport& viewport,
                        OutlineMeter& meter) {
    return SvgShape(source, styler, element, declarations, viewport, meter).contours();
}

}  // namespace burin
