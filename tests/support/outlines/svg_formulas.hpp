// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Random SVG drawings together with what they paint at each point.

#include "support/outlines/file_place.hpp"
#include "support/outlines/path_formulas.hpp"
#include "support/outlines/polygon_picture.hpp"
#include "support/random.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace burin::test {

/// A drawing: the file, the keys of the node, and what is painted, the topmost last.
struct SvgFormula {
    using Place = PolygonPicture::Place;

    /// A part of the plane in coordinates of its own.
    struct Part {
        PlaneMap back;  ///< from the outline
        PolygonPicture picture;
        std::vector<Place> line;  ///< for a stroke with round joins and ends
        double halfWidth = 0;     ///< 0: filled

        [[nodiscard]] bool contains(double x, double y) const {
            const auto [ownX, ownY] = back(x, y);
            return halfWidth > 0 ? distanceFromLine(line, ownX, ownY) < halfWidth
                                 : picture.contains(ownX, ownY);
        }
    };
    using Clip = std::vector<Part>;  ///< the union of its parts
    struct Painted {
        Part part;
        std::vector<Clip> clips;
        std::int32_t value = 1;
    };

    std::string text, keys;
    std::vector<Painted> painted;
    std::int32_t units = 1;        ///< M
    double width = 0, height = 0;  ///< the size of the box

    [[nodiscard]] std::int32_t valueAt(double x, double y) const {
        for (auto item = painted.rbegin(); item != painted.rend(); ++item) {
            const auto shows = [&](const Clip& clip) {
                return std::any_of(clip.begin(), clip.end(),
                                   [&](const Part& part) { return part.contains(x, y); });
            };
            if (item->part.contains(x, y) && std::all_of(item->clips.begin(), item->clips.end(), shows))
                return item->value;
        }
        return 0;
    }
};

/// Writes a drawing element by element.
class SvgFormulaWriter {
  public:
    SvgFormulaWriter(Random& random, double pixelUm) : random_(random), pixelUm_(pixelUm) {}

    [[nodiscard]] SvgFormula written() {
        const double widthMm = number(4, 8), heightMm = number(4, 8);
        const double unitPx = 25400.0 / 96 / pixelUm_;
        const double width = widthMm * 96 / 25.4, height = heightMm * 96 / 25.4;
        const FilePlace place = randomFilePlace(random_, width * unitPx, height * unitPx);
        const PlaneMap viewport = place.map * PlaneMap::scale(unitPx, unitPx);
        const Fit fit = randomFit(width, height, number(40, 80), number(40, 80));
        viewWidth_ = fit.width;
        viewHeight_ = fit.height;
        paint_ = random_.pick<std::string>({"", "shapes", "luminance", "darkness"});
        if (paint_ == "luminance" || paint_ == "darkness") svg_.units = 255'000;

        if (random_.chance(0.3)) wanted_ = static_cast<int>(random_.between(1, 4));
        Context top{viewport * fit.map, {clipTo(viewport, width, height)}, {}, wanted_ == 0};
        if (place.cut) top.clips.push_back(clipTo({}, place.width, place.height));
        svg_.width = place.width;
        svg_.height = place.height;
        std::string body;
        for (auto more = random_.between(2, 5); more > 0 || last_ < wanted_; --more)
            body += element(top, 0);
        if (random_.chance(0.2)) {
            body += "<text x='5' y='20'>left out</text>\n";
            svg_.keys += ", ignore: [text]";
        }
        svg_.text =
            "<svg xmlns='http://www.w3.org/2000/svg' "
            "xmlns:inkscape='http://www.inkscape.org/namespaces/inkscape' width='" +
            exactText(widthMm) + "mm' height='" + exactText(heightMm) + "mm'" + fit.attributes +
            ">\n<style>" + rules_ + "</style>\n<defs>" + definitions_ + "</defs>\n" + body + "</svg>\n";
        svg_.keys += place.keys + (paint_.empty() ? "" : ", paint: " + paint_) +
                     (wanted_ > 0 ? random_.pick<std::string>({", select: e", ", select: layer "}) +
                                        std::to_string(wanted_)
                                  : "");
        return std::move(svg_);
    }

  private:
    using Place = SvgFormula::Place;
    using Line = std::vector<Place>;

    struct Style {
        std::string fill = "black", stroke = "none", rule = "nonzero";
        double width = 1;
        bool visible = true;
    };
    /// The state that an element inherits.
    struct Context {
        PlaneMap map;
        std::vector<SvgFormula::Clip> clips;
        Style style;
        bool selected = true;
        bool shown = true;
    };
    struct Fit {
        std::string attributes;
        PlaneMap map;
        double width, height;
    };
    struct Colour {
        const char* text;
        int red, green, blue;
    };
    /// An element without its style and its transform.
    struct Figure {
        std::string tag, attributes;
        PolygonPicture picture;
        bool canStroke = true;  ///< its line is the first polygon
        bool closed = true;
    };

    static constexpr std::array<Colour, 7> colours{{{"black", 0, 0, 0},
                                                    {"white", 255, 255, 255},
                                                    {"#f00", 255, 0, 0},
                                                    {"#1A2b3c", 26, 43, 60},
                                                    {"rgb(10, 20,30)", 10, 20, 30},
                                                    {"orange", 255, 165, 0},
                                                    {"rgb(100%,0%,20%)", 255, 0, 51}}};

    /// A number whose decimal text is exact.
    double number(int least, int most) {
        return static_cast<double>(random_.between(8 * least, 8 * most)) / 8;
    }
    /// The length that 100 % stands for, for a length that lies along neither axis.
    [[nodiscard]] double diagonal() const {
        return std::hypot(viewWidth_, viewHeight_) / std::numbers::sqrt2;
    }
    /// \param whole  the length that 100 % stands for
    std::string lengthText(double value, double whole) {
        switch (random_.between(0, 9)) {
            case 0:
                return exactText(value * 25.4 / 96) + "mm";
            case 1:
                return exactText(value * 2.54 / 96) + "cm";
            case 2:
                return exactText(value / 96) + "in";
            case 3:
                return exactText(value * 72 / 96) + "pt";
            case 4:
                return exactText(value * 6 / 96) + "pc";
            case 5:
                return exactText(value * 101.6 / 96) + "Q";
            case 6:
            case 7:
                return percentages_ ? exactText(value / whole * 100) + "%" : exactText(value);
            case 8:
                return exactText(value) + "px";
            default:
                return exactText(value);
        }
    }
    std::string attribute(const char* name, double value, double whole) {
        return std::string(" ") + name + "='" + lengthText(value, whole) + "'";
    }

    static SvgFormula::Clip clipTo(const PlaneMap& map, double width, double height) {
        return {{map.inverse(), {{{{0, 0}, {width, 0}, {width, height}, {0, height}}}}, {}, 0}};
    }

    /// viewBox and preserveAspectRatio.
    Fit randomFit(double width, double height, double viewWidth, double viewHeight) {
        const double x = number(-20, 20), y = number(-20, 20);
        const auto alongX = random_.between(0, 2), alongY = random_.between(0, 2);
        static constexpr const char* names[] = {"Min", "Mid", "Max"};
        const auto way = random_.pick<std::string>({"", "meet", "slice", "none"});
        double sx = width / viewWidth, sy = height / viewHeight;
        std::string attributes = " viewBox='" + exactText(x) + " " + exactText(y) + "," +
                                 exactText(viewWidth) + " " + exactText(viewHeight) + "'";
        double shareX = 0.5, shareY = 0.5;
        if (way != "none") sx = sy = way == "slice" ? std::max(sx, sy) : std::min(sx, sy);
        if (way == "none") attributes += " preserveAspectRatio='none'";
        if (way == "meet" || way == "slice") {
            attributes += std::string(" preserveAspectRatio='x") + names[alongX] + "Y" + names[alongY] + " " +
                          way + "'";
            shareX = static_cast<double>(alongX) / 2;
            shareY = static_cast<double>(alongY) / 2;
        }
        const PlaneMap map =
            PlaneMap::move((width - sx * viewWidth) * shareX, (height - sy * viewHeight) * shareY) *
            PlaneMap::scale(sx, sy) * PlaneMap::move(-x, -y);
        return {attributes, map, viewWidth, viewHeight};
    }

    std::pair<std::string, PlaneMap> randomTransform() {
        std::string text;
        PlaneMap map;
        for (auto more = random_.between(0, 2); more > 0; --more) {
            const double x = number(-8, 8), y = number(-8, 8), w = number(-180, 180);
            const double tan = std::tan(x * std::numbers::pi / 180);
            const std::string pair = exactText(x) + "," + exactText(y) + ")";
            switch (random_.between(0, 6)) {
                case 0:
                    text += " translate(" + pair;
                    map = map * PlaneMap::move(x, y);
                    break;
                case 1:
                    text += " scale(" + exactText(0.75 + x / 32) + ")";
                    map = map * PlaneMap::scale(0.75 + x / 32, 0.75 + x / 32);
                    break;
                case 2:
                    text += " scale(-0.75 " + exactText(0.75 + y / 32) + ")";
                    map = map * PlaneMap::scale(-0.75, 0.75 + y / 32);
                    break;
                case 3:
                    text += " rotate(" + exactText(w) + " " + pair;
                    map = map * PlaneMap::move(x, y) * PlaneMap::turn(w) * PlaneMap::move(-x, -y);
                    break;
                case 4:
                    text += " skewX(" + exactText(x) + ")";
                    map = map * PlaneMap{1, 0, tan, 1, 0, 0};
                    break;
                case 5:
                    text += " skewY(" + exactText(x) + ")";
                    map = map * PlaneMap{1, tan, 0, 1, 0, 0};
                    break;
                default:
                    text += " matrix(0.5 0.25 -.25 1 " + pair;
                    map = map * PlaneMap{0.5, 0.25, -0.25, 1, x, y};
            }
        }
        return {text.empty() ? "" : " transform='" + text.substr(1) + "'", map};
    }

    static Line ellipse(double cx, double cy, double rx, double ry) {
        Line line;
        for (int k = 0; k < 600; ++k) {
            const double w = 2 * std::numbers::pi * k / 600;
            line.push_back({cx + rx * std::cos(w), cy + ry * std::sin(w)});
        }
        return line;
    }
    static Line roundedRectangle(double x, double y, double w, double h, double rx, double ry) {
        Line line;
        const Line corner = ellipse(0, 0, rx, ry);
        for (int k = 0; k < 4; ++k) {
            const double cx = k == 0 || k == 3 ? x + w - rx : x + rx, cy = k < 2 ? y + h - ry : y + ry;
            for (int i = 150 * k; i <= 150 * (k + 1); ++i) {
                const auto [px, py] = corner[static_cast<std::size_t>(i % 600)];
                line.push_back({cx + px, cy + py});
            }
        }
        return line;
    }

    Figure figure() {
        const double x = number(-20, 40), y = number(-20, 40), w = number(5, 50), h = number(5, 50);
        switch (random_.between(0, 6)) {
            case 0: {
                std::string text = attribute("x", x, viewWidth_) + attribute("y", y, viewHeight_) +
                                   attribute("width", w, viewWidth_) + attribute("height", h, viewHeight_);
                double rx = random_.chance(0.5) ? number(1, 20) : 0, ry = rx;
                if (rx > 0) text += attribute("rx", rx, viewWidth_);
                if (rx > 0 && random_.chance(0.5)) text += attribute("ry", ry = number(1, 20), viewHeight_);
                rx = std::min(rx, w / 2);
                ry = std::min(ry, h / 2);
                return {"rect", text, {{roundedRectangle(x, y, w, h, rx, ry)}}};
            }
            case 1: {
                return {"circle",
                        attribute("cx", x, viewWidth_) + attribute("cy", y, viewHeight_) +
                            attribute("r", w / 2, diagonal()),
                        {{ellipse(x, y, w / 2, w / 2)}}};
            }
            case 2:
                return {"ellipse",
                        attribute("cx", x, viewWidth_) + attribute("cy", y, viewHeight_) +
                            attribute("rx", w / 2, viewWidth_) + attribute("ry", h / 2, viewHeight_),
                        {{ellipse(x, y, w / 2, h / 2)}}};
            case 3:
                return {"line",
                        attribute("x1", x, viewWidth_) + attribute("y1", y, viewHeight_) +
                            attribute("x2", x + w, viewWidth_) + attribute("y2", y + h, viewHeight_),
                        {{{{x, y}, {x + w, y + h}}}},
                        true,
                        false};
            case 4: {
                PathFormula path = PathFormulaWriter(random_, 1000).written();
                return {"path", " d='" + path.data + "'", std::move(path.picture), false};
            }
            default: {
                const bool closed = random_.chance(0.5);
                Line line;
                std::string text;
                // The middle of a star is wound twice: the fill rules differ there.
                const bool star = random_.chance(0.3);
                for (auto more = star ? 5 : random_.between(3, 7); more > 0; --more) {
                    const double turn = 0.8 * std::numbers::pi * static_cast<double>(more);
                    line.push_back(star ? Place{x + w * std::cos(turn), y + h * std::sin(turn)}
                                        : Place{number(-20, 60), number(-20, 60)});
                    text += exactText(line.back().first) + random_.pick<std::string>({",", " "}) +
                            exactText(line.back().second) + " ";
                }
                return {closed ? "polygon" : "polyline", " points='" + text + "'", {{line}}, true, closed};
            }
        }
    }

    /// Sets properties as attributes, in `style` or by a rule, with another value at a weaker place.
    std::string styled(const std::string& tag, const std::vector<std::array<std::string, 3>>& properties) {
        std::string attributes, style, rule;
        for (const auto& [name, value, other] : properties) {
            const auto way = random_.between(0, 2);
            const bool overruled = way != 0 && random_.chance(0.5);
            if (way == 0 || overruled) attributes += " " + name + "='" + (overruled ? other : value) + "'";
            if (way == 1) style += name + ": " + value + "; ";
            if (way == 2) rule += name + ":" + value + ";";
        }
        if (!style.empty()) attributes += " style='" + style + "'";
        if (!rule.empty()) {
            const std::string name = "c" + std::to_string(++lastClass_);
            rules_ += random_.pick<std::string>({".", tag + ".", ".none, ."}) + name + " {" + rule + "} ";
            attributes += " class='other " + name + "'";
        }
        return attributes;
    }

    /// Random properties of an element. Changes `inner` to the properties that hold inside of the element.
    /// \param canStroke  false for path data, because the reference cannot stroke curves; such an element
    ///                   sets `stroke: none` if it would inherit a stroke
    std::string randomStyle(const std::string& tag, bool canStroke, Context& inner) {
        std::vector<std::array<std::string, 3>> properties;
        const auto colour = [&] {
            return std::string(
                colours[static_cast<std::size_t>(random_.between(0, std::ssize(colours) - 1))].text);
        };
        if (random_.chance(0.6)) {
            inner.style.fill = random_.chance(0.2) ? "none" : colour();
            properties.push_back({"fill", inner.style.fill, "none"});
        }
        if (!canStroke || random_.chance(0.3)) {
            inner.style.stroke = !canStroke || random_.chance(0.2) ? "none" : colour();
            properties.push_back({"stroke", inner.style.stroke, "none"});
        }
        if (random_.chance(0.3)) {
            inner.style.width = number(1, 6);
            // The page does not say which viewport a percentage refers to after a symbol has inherited it.
            const bool inherited = tag == "g" || tag == "a" || tag == "use";
            const std::string width =
                inherited ? exactText(inner.style.width) : lengthText(inner.style.width, diagonal());
            properties.push_back({"stroke-width", width, "0.5"});
        }
        if (random_.chance(0.3)) {
            inner.style.rule = random_.pick<std::string>({"nonzero", "evenodd"});
            properties.push_back({"fill-rule", inner.style.rule, "nonzero"});
        }
        if (random_.chance(0.2)) {
            inner.style.visible = random_.chance(0.5);
            properties.push_back({"visibility", inner.style.visible ? "visible" : "hidden", "hidden"});
        }
        if (random_.chance(0.05)) {
            inner.shown = false;
            properties.push_back({"display", "none", "inline"});
        }
        if (random_.chance(0.05)) {
            inner.shown = false;
            properties.push_back({"opacity", "0", "1"});
        }
        return styled(tag, properties);
    }

    /// Shapes that clip what is drawn in a context.
    std::string randomClip(Context& inner) {
        const std::string id = "k" + std::to_string(++lastClip_);
        const auto [transform, map] = randomTransform();
        std::string parts;
        SvgFormula::Clip clip;
        percentages_ = false;  // the page does not say what they are relative to
        for (auto more = random_.between(1, 2); more > 0; --more) {
            Figure part = figure();
            const auto [own, ownMap] = randomTransform();
            part.picture.evenOdd = random_.chance(0.5);
            parts += "<" + part.tag + part.attributes + own +
                     (part.picture.evenOdd ? " clip-rule='evenodd'/>" : "/>");
            clip.push_back({(inner.map * map * ownMap).inverse(), part.picture, {}, 0});
        }
        percentages_ = true;
        definitions_ += "<clipPath id='" + id + "'" + transform + ">" + parts + "</clipPath>\n";
        inner.clips.push_back(clip);
        return " clip-path='url(#" + id + ")'";
    }

    /// An element, and all in it, drawn in its context.
    std::string element(const Context& outer, int depth) {
        Context inner = outer;
        const int id = ++last_;
        inner.selected = outer.selected || id == wanted_;
        const auto [transform, map] = randomTransform();
        inner.map = outer.map * map;
        std::string attributes =
            " id='e" + std::to_string(id) + "' inkscape:label='layer " + std::to_string(id) + "'" + transform;
        const auto what = depth < 3 ? random_.between(0, 9) : 9;
        Figure shape;
        if (what > 3) shape = figure();
        const std::string tag = what > 3 ? shape.tag : what == 2 || what == 3 ? "use" : what == 1 ? "a" : "g";
        attributes += randomStyle(tag, shape.canStroke, inner);
        // The page does not say whether x and y of a use move its clip path.
        if (tag != "use" && random_.chance(0.15)) attributes += randomClip(inner);
        if (what > 3) {
            addShape(shape, inner);
            return "<" + tag + shape.attributes + attributes +
                   " stroke-linejoin='round' stroke-linecap='round'/>\n";
        }
        if (tag == "use") return use(attributes, inner, depth, what == 3);
        std::string content;
        for (auto more = random_.between(1, 3); more > 0; --more)
            content += element(inner, depth + 1);
        return "<" + tag + attributes + ">\n" + content + "</" + tag + ">\n";
    }

    /// A symbol with a viewport of its own, or another element.
    std::string use(const std::string& attributes, Context inner, int depth, bool symbol) {
        const double x = number(-9, 20), y = number(-9, 20);
        const std::string id = "d" + std::to_string(++lastDefinition_);
        std::string text = "<use href='#" + id + "'" + attribute("x", x, viewWidth_) +
                           attribute("y", y, viewHeight_) + attributes;
        inner.map = inner.map * PlaneMap::move(x, y);
        if (!symbol) {
            const std::string used = element(inner, depth + 1);
            definitions_ += "<g id='" + id + "'>" + used + "</g>\n";
            return text + "/>\n";
        }
        const double width = number(20, 60), height = number(20, 60);
        text += attribute("width", width, viewWidth_) + attribute("height", height, viewHeight_) + "/>\n";
        const Fit fit = randomFit(width, height, number(20, 60), number(20, 60));
        inner.clips.push_back(clipTo(inner.map, width, height));
        inner.map = inner.map * fit.map;
        const auto outside = std::pair(viewWidth_, viewHeight_);
        std::tie(viewWidth_, viewHeight_) = std::pair(fit.width, fit.height);
        const std::string used = element(inner, depth + 1);
        std::tie(viewWidth_, viewHeight_) = outside;
        definitions_ += "<symbol id='" + id + "'" + fit.attributes + ">" + used + "</symbol>\n";
        return text;
    }

    [[nodiscard]] std::int32_t valueOf(const std::string& name) const {
        const auto* const colour =
            std::find_if(colours.begin(), colours.end(), [&](const Colour& one) { return one.text == name; });
        if (svg_.units == 1) return 1;
        const int bright = 299 * colour->red + 587 * colour->green + 114 * colour->blue;
        return paint_ == "luminance" ? bright : 255'000 - bright;
    }

    void addShape(const Figure& shape, const Context& inner) {
        if (!inner.shown || !inner.style.visible || !inner.selected) return;
        SvgFormula::Part part{inner.map.inverse(), shape.picture, {}, 0};
        part.picture.evenOdd = inner.style.rule == "evenodd";
        if (inner.style.fill != "none" && shape.tag != "line")
            svg_.painted.push_back({part, inner.clips, valueOf(inner.style.fill)});
        if (inner.style.stroke == "none") return;
        part.line = shape.picture.polygons[0];
        if (shape.closed) part.line.push_back(part.line[0]);
        part.halfWidth = inner.style.width / 2;
        svg_.painted.push_back({part, inner.clips, valueOf(inner.style.stroke)});
    }

    Random& random_;
    double pixelUm_;
    SvgFormula svg_;
    std::string paint_, rules_, definitions_;
    double viewWidth_ = 0, viewHeight_ = 0;
    bool percentages_ = true;
    int wanted_ = 0;  ///< the element that the node selects; 0: all
    int last_ = 0, lastClass_ = 0, lastClip_ = 0, lastDefinition_ = 0;
};

}  // namespace burin::test
