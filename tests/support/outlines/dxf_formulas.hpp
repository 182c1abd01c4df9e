// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Random DXF drawings together with their contours.

#include "support/outlines/file_place.hpp"
#include "support/outlines/polygon_picture.hpp"
#include "support/random.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace burin::test {

/// A drawing: the file, the keys of the node, and its polygons. If the drawing is open, these are lines.
struct DxfFormula {
    std::string text, keys;
    PolygonPicture picture;
    double width = 0, height = 0;  ///< the size of the box
    double strokeWidth = 0;        ///< the width of a stroke with round joins and ends; 0: filled
    bool cut = false;              ///< whether the drawing is cut at the box

    [[nodiscard]] bool contains(double x, double y) const {
        if (cut && (x < 0 || y < 0 || x > width || y > height)) return false;
        if (strokeWidth == 0) return picture.contains(x, y);
        return std::any_of(picture.polygons.begin(), picture.polygons.end(),
                           [&](const auto& line) { return distanceFromLine(line, x, y) < strokeWidth / 2; });
    }
};

/// Writes a drawing entity by entity. Coordinates: units of the drawing, y upwards.
class DxfFormulaWriter {
  public:
    DxfFormulaWriter(Random& random, double pixelUm) : random_(random), pixelUm_(pixelUm) {}

    [[nodiscard]] DxfFormula written() {
        struct Unit {
            int code;
            double um;
        };
        const Unit unit = random_.pick<Unit>({{1, 25400}, {4, 1000}, {5, 10000}, {6, 1e6}, {13, 1}});
        unitPx_ = unit.um / pixelUm_;
        open_ = random_.chance(0.25);
        std::string blocks, entities;
        for (auto more = random_.between(2, 4); more > 0; --more) {
            if (random_.chance(0.3)) {
                std::tie(blocks, entities) = insert(blocks, entities);
            } else {
                entities += figure(random_.pick<std::string>({"Cut", "Cut", "Frame", "Off"}), {});
            }
        }
        entities += figure("Cut", {});
        for (auto more = open_ ? 0 : random_.between(0, 2); more > 0; --more) {
            aside_ += 300;  // the page does not say what is drawn where filled entities meet others
            entities += random_.chance(0.5) ? solid() : hatch();
        }
        const bool selected = random_.chance(0.5);

        // The box surrounds everything that is on a visible layer.
        double left = HUGE_VAL, right = -HUGE_VAL, bottom = HUGE_VAL, top = -HUGE_VAL;
        for (const Contour& contour : contours_) {
            if (contour.layer == "Off") continue;
            for (const auto& [x, y] : contour.places) {
                left = std::min(left, x);
                right = std::max(right, x);
                bottom = std::min(bottom, y);
                top = std::max(top, y);
            }
        }
        const FilePlace place = randomFilePlace(random_, (right - left) * unitPx_, (top - bottom) * unitPx_);
        DxfFormula dxf;
        for (const Contour& contour : contours_) {
            if (contour.layer == "Off" || (selected && contour.layer != "Cut")) continue;
            dxf.picture.polygons.emplace_back();
            for (const auto& [x, y] : contour.places)
                dxf.picture.polygons.back().push_back(place.map((x - left) * unitPx_, (top - y) * unitPx_));
        }
        dxf.picture.evenOdd = true;
        dxf.width = place.width;
        dxf.height = place.height;
        dxf.cut = place.cut;
        dxf.keys = place.keys + (selected ? ", select: Cut" : "");
        if (open_) {
            dxf.strokeWidth = static_cast<double>(random_.between(4, 24)) / 4;
            dxf.keys +=
                ", fill: false, stroke: {width: " + exactText(dxf.strokeWidth) + ", join: round, cap: round}";
        }
        dxf.text = section("HEADER", code(9, "$INSUNITS") + code(70, unit.code)) +
                   section("TABLES", code(0, "TABLE") + code(2, "LAYER") + layer("Cut", 7) +
                                         layer("Frame", 3) + layer("Off", -5) + code(0, "ENDTAB")) +
                   section("BLOCKS", blocks) + section("ENTITIES", entities) + code(0, "EOF");
        return dxf;
    }

  private:
    using Place = PolygonPicture::Place;
    using Line = std::vector<Place>;
    struct Contour {
        std::string layer;
        Line places;
    };

    static std::string code(int group, const std::string& value) {
        return std::to_string(group) + "\n" + value + "\n";
    }
    static std::string code(int group, int value) { return code(group, std::to_string(value)); }
    static std::string code(int group, double value) { return code(group, exactText(value)); }
    static std::string section(const std::string& name, const std::string& content) {
        return code(0, "SECTION") + code(2, name) + content + code(0, "ENDSEC");
    }
    static std::string layer(const std::string& name, int colour) {
        return code(0, "LAYER") + code(2, name) + code(70, 0) + code(62, colour);
    }
    /// The groups 10 + k and 20 + k.
    static std::string point(Place p, int k = 0) { return code(10 + k, p.first) + code(20 + k, p.second); }

    /// A length of so many pixels, in the unit of the drawing.
    double number(double least, double most) { return random_.real(least, most) / unitPx_; }
    Place place() { return {number(aside_ - 20, aside_ + 50), number(-20, 50)}; }

    /// \param w0, w1  angles from the first axis to the second
    static Line arc(Place centre, Place first, Place second, double w0, double w1) {
        Line line;
        for (int k = 0; k <= 1000; ++k) {
            const double w = w0 + (w1 - w0) * k / 1000, c = std::cos(w), s = std::sin(w);
            line.push_back({centre.first + first.first * c + second.first * s,
                            centre.second + first.second * c + second.second * s});
        }
        return line;
    }
    /// The arc from p to q of the bulge tan(angle / 4), anticlockwise if it is positive.
    static Line bulged(Place p, Place q, double bulge) {
        const double angle = 4 * std::atan(bulge);
        const double dx = q.first - p.first, dy = q.second - p.second;
        const double up = 0.5 / std::tan(angle / 2);  // how far left of the chord the centre is, in chords
        const Place centre{p.first + dx / 2 - dy * up, p.second + dy / 2 + dx * up};
        const Place to{p.first - centre.first, p.second - centre.second};
        return arc(centre, to, {-to.second, to.first}, 0, angle);
    }

    std::string line(const std::string& layer, Place a, Place b) {
        if (random_.chance(0.5)) std::swap(a, b);
        return code(0, "LINE") + code(8, layer) + point(a) + point(b, 1);
    }
    void add(const std::string& layer, const Line& line, const PlaneMap& map) {
        Contour contour{layer, {}};
        for (const auto& [x, y] : line)
            contour.places.push_back(map(x, y));
        contours_.push_back(std::move(contour));
    }

    /// A closed contour, or an open one.
    /// \param map  for the contour, not for the text
    std::string figure(const std::string& layer, const PlaneMap& map) {
        switch (random_.between(0, 6)) {
            case 0: {
                const Place c = place();
                const double r = number(4, 25);
                add(layer, arc(c, {r, 0}, {0, r}, 0, 2 * std::numbers::pi), map);
                return code(0, "CIRCLE") + code(8, layer) + point(c) + code(40, r);
            }
            case 1: {
                const Place c = place(), a{number(-20, 20), number(5, 20)};
                const double ratio = random_.real(0.2, 1);
                add(layer, arc(c, a, {-a.second * ratio, a.first * ratio}, 0, 2 * std::numbers::pi), map);
                return code(0, "ELLIPSE") + code(8, layer) + point(c) + point(a, 1) + code(40, ratio) +
                       code(41, 0.0) + code(42, 2 * std::numbers::pi);
            }
            case 2:
                return polyline(layer, map);
            case 3:
                return arcAndChord(layer, map);
            case 4:
                return spline(layer, map);
            default:
                return lines(layer, map);
        }
    }

    /// Lines in any order and direction.
    std::string lines(const std::string& layer, const PlaneMap& map) {
        Line places;
        for (auto more = random_.between(3, 6); more > 0; --more)
            places.push_back(place());
        if (!open_) places.push_back(places[0]);
        add(layer, places, map);
        std::string text;
        for (std::size_t i = 0; i + 1 < places.size(); ++i) {
            const std::string next = line(layer, places[i], places[i + 1]);
            text = random_.chance(0.5) ? text + next : next + text;
        }
        return text;
    }
    std::string polyline(const std::string& layer, const PlaneMap& map) {
        Line corners, places;
        std::string text;
        for (auto more = random_.between(3, 6); more > 0; --more)
            corners.push_back(place());
        const bool old = random_.chance(0.4);  // writes a POLYLINE; otherwise an LWPOLYLINE
        for (std::size_t i = 0; i < corners.size(); ++i) {
            const double bulge = random_.chance(0.5) ? 0 : random_.real(-1.5, 1.5);
            const bool last = i + 1 == corners.size();
            if (old) text += code(0, "VERTEX") + code(8, layer);
            text += point(corners[i]);
            if (bulge != 0) text += code(42, bulge);
            places.push_back(corners[i]);
            if (bulge == 0 || (last && open_)) continue;
            const Line round = bulged(corners[i], corners[last ? 0 : i + 1], bulge);
            places.insert(places.end(), round.begin(), round.end());
        }
        if (!open_) places.push_back(corners[0]);
        add(layer, places, map);
        const std::string flags = code(70, open_ ? 0 : 1);
        if (old) return code(0, "POLYLINE") + code(8, layer) + flags + text + code(0, "SEQEND");
        return code(0, "LWPOLYLINE") + code(8, layer) + code(90, static_cast<int>(corners.size())) + flags +
               text;
    }
    std::string arcAndChord(const std::string& layer, const PlaneMap& map) {
        const Place c = place();
        const double r = number(4, 25);
        const double from = random_.real(0, 360), to = from + random_.real(20, 340);
        Line places = arc(c, {r, 0}, {0, r}, from * std::numbers::pi / 180, to * std::numbers::pi / 180);
        const std::string text = code(0, "ARC") + code(8, layer) + point(c) + code(40, r) + code(50, from) +
                                 code(51, to >= 360 ? to - 360 : to);
        if (open_) {
            add(layer, places, map);
            return text;
        }
        const std::string chord = line(layer, places.front(), places.back());
        places.push_back(places.front());
        add(layer, places, map);
        return random_.chance(0.5) ? text + chord : chord + text;
    }

    /// A B-spline by the recursion of Cox and de Boor.
    static double basis(const std::vector<double>& knots, std::size_t i, int degree, double t) {
        if (degree == 0) return knots[i] <= t && t < knots[i + 1] ? 1 : 0;
        const auto n = static_cast<std::size_t>(degree);
        const double a = knots[i + n] - knots[i], b = knots[i + n + 1] - knots[i + 1];
        return (a > 0 ? (t - knots[i]) / a * basis(knots, i, degree - 1, t) : 0) +
               (b > 0 ? (knots[i + n + 1] - t) / b * basis(knots, i + 1, degree - 1, t) : 0);
    }
    std::string spline(const std::string& layer, const PlaneMap& map) {
        const int degree = static_cast<int>(random_.between(1, 3));
        Line controls;
        for (auto more = degree + random_.between(1, 5); more > 0; --more)
            controls.push_back(place());
        std::vector<double> knots(static_cast<std::size_t>(degree) + 1, 0.0);
        while (knots.size() < controls.size())
            knots.push_back(knots.back() + random_.real(0.5, 2));
        const double end = knots.back() + 1;
        knots.insert(knots.end(), static_cast<std::size_t>(degree) + 1, end);
        Line places;
        // There is a point at each knot too, because a spline of degree 1 has its corners there.
        for (auto span = static_cast<std::size_t>(degree); span < controls.size(); ++span) {
            for (int k = 0; k < 400; ++k) {
                const double t = knots[span] + (knots[span + 1] - knots[span]) * k / 400;
                Place p{0, 0};
                for (std::size_t i = 0; i < controls.size(); ++i) {
                    const double share = basis(knots, i, degree, t);
                    p.first += share * controls[i].first;
                    p.second += share * controls[i].second;
                }
                places.push_back(p);
            }
        }
        places.push_back(controls.back());
        std::string text = code(0, "SPLINE") + code(8, layer) + code(70, 8) + code(71, degree) +
                           code(72, static_cast<int>(knots.size())) +
                           code(73, static_cast<int>(controls.size()));
        for (const double knot : knots)
            text += code(40, knot);
        for (const Place& control : controls)
            text += point(control);
        if (!open_) {
            text += line(layer, controls.back(), controls.front());
            places.push_back(controls.front());
        }
        add(layer, places, map);
        return text;
    }

    /// A quadrilateral, whose corners are given in zigzag.
    std::string solid() {
        const Line corners{place(), place(), place(), place()};
        add("Cut", {corners[0], corners[1], corners[3], corners[2], corners[0]}, {});
        std::string text = code(0, "SOLID") + code(8, "Cut");
        for (int k = 0; k < 4; ++k)
            text += point(corners[static_cast<std::size_t>(k)], k);
        return text;
    }
    /// Polygons with bulges.
    std::string hatch() {
        const int polygons = static_cast<int>(random_.between(1, 2));
        std::string text = code(0, "HATCH") + code(8, "Cut") + point({0, 0}) + code(30, 0.0) +
                           code(2, "SOLID") + code(70, 1) + code(71, 0) + code(91, polygons);
        for (int polygon = 0; polygon < polygons; ++polygon) {
            const Line corners{place(), place(), place()};
            Line places;
            text += code(92, 2) + code(72, 1) + code(73, 1) + code(93, 3);
            for (std::size_t i = 0; i < 3; ++i) {
                const double bulge = random_.real(0.1, 1);
                const Line round = bulged(corners[i], corners[(i + 1) % 3], bulge);
                places.insert(places.end(), round.begin(), round.end());
                text += point(corners[i]) + code(42, bulge);
            }
            text += code(97, 0);
            add("Cut", places, {});
        }
        return text + code(75, 0) + code(76, 1) + code(98, 0);
    }

    /// A block in rows and columns. Its entities on the layer 0 are on the layer of the insert.
    std::pair<std::string, std::string> insert(const std::string& blocks, const std::string& entities) {
        const std::string name = "B" + std::to_string(++lastBlock_);
        const auto layer = random_.pick<std::string>({"Cut", "Frame"});
        const Place base = place(), at = place();
        const double sx = random_.pick<double>({0.5, 0.75, -0.5}), sy = random_.real(0.3, 0.8);
        const double degrees = random_.real(-180, 180);
        const int columns = static_cast<int>(random_.between(1, 3)),
                  rows = static_cast<int>(random_.between(1, 2));
        const double across = number(10, 30), down = number(10, 30);

        const std::size_t first = contours_.size();
        const std::string own = random_.chance(0.7) ? "0" : "Frame";
        const std::string content = figure(own, {});
        const std::vector<Contour> drawn(contours_.begin() + static_cast<std::ptrdiff_t>(first),
                                         contours_.end());
        contours_.resize(first);
        for (int row = 0; row < rows; ++row) {
            for (int column = 0; column < columns; ++column) {
                const PlaneMap map = PlaneMap::move(at.first, at.second) * PlaneMap::turn(degrees) *
                                     PlaneMap::move(column * across, row * down) * PlaneMap::scale(sx, sy) *
                                     PlaneMap::move(-base.first, -base.second);
                for (const Contour& contour : drawn)
                    add(own == "0" ? layer : own, contour.places, map);
            }
        }
        return {blocks + code(0, "BLOCK") + code(8, "0") + code(2, name) + point(base) + content +
                    code(0, "ENDBLK"),
                entities + code(0, "INSERT") + code(8, layer) + code(2, name) + point(at) + code(41, sx) +
                    code(42, sy) + code(50, degrees) + code(70, columns) + code(71, rows) + code(44, across) +
                    code(45, down)};
    }

    Random& random_;
    double pixelUm_;
    double unitPx_ = 1;
    bool open_ = false;
    double aside_ = 0;  ///< pixels to the right of all that was drawn before
    int lastBlock_ = 0;
    std::vector<Contour> contours_;
};

}  // namespace burin::test
