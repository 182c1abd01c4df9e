// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Random strokes of straight lines as formulas for points. They know nothing of contours.

#include "support/outlines/polygon_picture.hpp"
#include "support/random.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace burin::test {

/// The stroke of one or more lines: its keys, and whether a point lies in it.
struct StrokeFormula {
    using Place = PolygonPicture::Place;

    struct Line {
        std::vector<Place> places;
        bool closed = false;  ///< the last place is the first
    };

    std::string data, keys;
    std::vector<Line> lines;  ///< or their dashes
    std::string join, cap;
    double width = 1, miterLimit = 4;

    [[nodiscard]] bool contains(double x, double y) const {
        return std::any_of(lines.begin(), lines.end(), [&](const Line& line) {
            const std::size_t chords = line.places.size() - 1;
            for (std::size_t i = 0; i < chords; ++i) {
                if (onChord(line, i, x, y)) return true;
                const bool last = i + 1 == chords;
                if ((!last || line.closed) && onJoin(line, i, last ? 0 : i + 1, x, y)) return true;
            }
            if (line.closed) return false;
            const Place first = along(line, 0), last = along(line, chords - 1);
            return onCap(line.places[0], {-first.first, -first.second}, x, y) ||
                   onCap(line.places[chords], last, x, y);
        });
    }

  private:
    static double dot(Place a, Place b) { return a.first * b.first + a.second * b.second; }
    static double cross(Place a, Place b) { return a.first * b.second - a.second * b.first; }
    /// The direction of a chord.
    static Place along(const Line& line, std::size_t chord) {
        const auto [ax, ay] = line.places[chord];
        const auto [bx, by] = line.places[chord + 1];
        const double length = std::hypot(bx - ax, by - ay);
        return {(bx - ax) / length, (by - ay) / length};
    }

    [[nodiscard]] bool onChord(const Line& line, std::size_t chord, double x, double y) const {
        const auto [ax, ay] = line.places[chord];
        const auto [bx, by] = line.places[chord + 1];
        const Place d = along(line, chord), w{x - ax, y - ay};
        const double forward = dot(w, d);
        return forward >= 0 && forward <= std::hypot(bx - ax, by - ay) && std::fabs(cross(w, d)) < width / 2;
    }
    /// A join fills the gap behind the end of a chord and before the start of the next one.
    [[nodiscard]] bool onJoin(const Line& line, std::size_t chord, std::size_t next, double x,
                              double y) const {
        const Place v = line.places[chord + 1], d0 = along(line, chord), d1 = along(line, next);
        const Place w{x - v.first, y - v.second};
        if (dot(w, d0) < 0 || dot(w, d1) > 0) return false;
        if (join == "round") return std::hypot(w.first, w.second) < width / 2;
        const double half = std::sqrt((1 + dot(d0, d1)) / 2);  // the cosine of half of the turn
        if (join == "miter" && 1 / half <= miterLimit)
            return std::fabs(cross(w, d0)) < width / 2 && std::fabs(cross(w, d1)) < width / 2;
        const Place outwards{d0.first - d1.first, d0.second - d1.second};
        return dot(w, outwards) / std::hypot(outwards.first, outwards.second) < width / 2 * half;
    }
    [[nodiscard]] bool onCap(Place end, Place outwards, double x, double y) const {
        const Place w{x - end.first, y - end.second};
        const double forward = dot(w, outwards);
        if (cap == "butt" || forward < 0) return false;
        if (cap == "round") return std::hypot(w.first, w.second) < width / 2;
        return forward < width / 2 && std::fabs(cross(w, outwards)) < width / 2;
    }
};

/// The parts of a line that are on.
inline std::vector<StrokeFormula::Line> dashesOf(const StrokeFormula::Line& line, std::vector<double> dash,
                                                 double offset) {
    if (dash.size() % 2 != 0) dash.insert(dash.end(), dash.begin(), dash.end());
    double period = 0;
    for (const double length : dash)
        period += length;
    std::size_t part = 0;
    double left = std::fmod(offset, period);  // the rest of the offset, then of the part
    while (left >= dash[part]) {
        left -= dash[part];
        part = (part + 1) % dash.size();
    }
    left = dash[part] - left;
    const bool onAtStart = part % 2 == 0;

    std::vector<StrokeFormula::Line> dashes;
    if (onAtStart) dashes.push_back({{line.places[0]}});
    for (std::size_t i = 0; i + 1 < line.places.size(); ++i) {
        const auto [ax, ay] = line.places[i];
        const auto [bx, by] = line.places[i + 1];
        const double length = std::hypot(bx - ax, by - ay);
        double at = 0;
        while (length - at > left) {
            at += left;
            const StrokeFormula::Place p{ax + (bx - ax) * at / length, ay + (by - ay) * at / length};
            if (part % 2 == 0) dashes.back().places.push_back(p);
            part = (part + 1) % dash.size();
            if (part % 2 == 0) dashes.push_back({{p}});
            left = dash[part];
        }
        left -= length - at;
        if (part % 2 == 0) dashes.back().places.push_back(line.places[i + 1]);
    }
    // A dash that is on at the end and at the start is one.
    if (line.closed && onAtStart && part % 2 == 0) {
        if (dashes.size() == 1) {
            dashes[0].closed = true;
        } else {
            std::vector<StrokeFormula::Place>& last = dashes.back().places;
            last.insert(last.end(), dashes[0].places.begin() + 1, dashes[0].places.end());
            dashes.erase(dashes.begin());
        }
    }
    return dashes;
}

/// One or two lines of some 60 px.
inline StrokeFormula randomStroke(Random& random) {
    // Numbers whose decimal texts are exact
    const auto number = [&](int least, int most) {
        return static_cast<double>(random.between(16 * least, 16 * most)) / 16;
    };
    StrokeFormula stroke;
    stroke.width = number(1, 12);
    stroke.join = random.pick<std::string>({"miter", "miter", "bevel", "round"});
    stroke.cap = random.pick<std::string>({"butt", "round", "square"});
    stroke.keys = ", fill: false, stroke: {width: " + std::to_string(stroke.width) +
                  ", join: " + stroke.join + ", cap: " + stroke.cap;
    if (random.chance(0.5)) {
        stroke.miterLimit = number(1, 8);
        stroke.keys += ", miter_limit: " + std::to_string(stroke.miterLimit);
    }
    std::vector<double> dash;
    for (auto more = random.chance(0.5) ? random.between(1, 4) : 0; more > 0; --more) {
        dash.push_back(number(1, 30));
        stroke.keys += (dash.size() == 1 ? ", dash: [" : ", ") + std::to_string(dash.back());
    }
    double offset = 0;
    if (!dash.empty()) {
        offset = random.chance(0.5) ? number(0, 100) : 0;
        stroke.keys += "], dash_offset: " + std::to_string(offset);
    }
    stroke.keys += "}";
    for (auto more = random.between(1, 2); more > 0; --more) {
        StrokeFormula::Line line;
        for (auto places = random.between(2, 6); places > 0; --places) {
            line.places.push_back({number(-20, 60), number(-20, 60)});
            stroke.data += (line.places.size() == 1 ? "M" : "L") + std::to_string(line.places.back().first) +
                           " " + std::to_string(line.places.back().second);
        }
        line.closed = line.places.size() > 2 && random.chance(0.5);
        if (line.closed) {
            line.places.push_back(line.places[0]);
            stroke.data += "Z";
        }
        const std::vector<StrokeFormula::Line> drawn =
            dash.empty() ? std::vector<StrokeFormula::Line>{line} : dashesOf(line, dash, offset);
        stroke.lines.insert(stroke.lines.end(), drawn.begin(), drawn.end());
    }
    return stroke;
}

}  // namespace burin::test
