// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Random curves of formulas, traced as the page says, with the tests' own parser.

#include "support/formula.hpp"
#include "support/outlines/polygon_picture.hpp"
#include "support/random.hpp"

#include <string>
#include <utility>
#include <vector>

namespace burin::test {

/// Follows a curve in equal steps; a step is halved while the curve leaves its chord.
class CurveTrace {
  public:
    using Place = PolygonPicture::Place;

    /// \param values  of the names: `um`, then the parameters `a`, `b`, `c`
    CurveTrace(const std::string& x, const std::string& y, std::vector<double> values)
        : x_(x, {"t", "um", "a", "b", "c"}), y_(y, {"t", "um", "a", "b", "c"}), values_(std::move(values)) {}

    [[nodiscard]] std::vector<Place> line(double from, double to, int steps) {
        line_ = {at(from)};
        for (int k = 0; k < steps; ++k)
            add(from + (to - from) * k / steps, from + (to - from) * (k + 1) / steps, 20);
        return std::move(line_);
    }

  private:
    [[nodiscard]] Place at(double t) const {
        std::vector<Interval> all{t};
        all.insert(all.end(), values_.begin(), values_.end());
        const Interval x = x_.evaluate(all), y = y_.evaluate(all);
        return {(x.low + x.high) / 2, (y.low + y.high) / 2};
    }
    void add(double from, double to, int halvings) {
        const std::vector<Place> chord{at(from), at(to)};
        bool leaves = false;
        for (const double share : {0.25, 0.5, 0.75}) {
            const Place p = at(from + (to - from) * share);
            leaves = leaves || distanceFromLine(chord, p.first, p.second) > 1.0 / 1024;
        }
        if (!leaves || halvings == 0) {
            line_.push_back(chord[1]);
            return;
        }
        const double middle = from + (to - from) / 2;
        add(from, middle, halvings - 1);
        add(middle, to, halvings - 1);
    }

    Formula x_, y_;
    std::vector<double> values_;
    std::vector<Place> line_;
};

/// A curve: its keys, and the places on it.
struct CurveFormula {
    std::string keys;
    std::vector<PolygonPicture::Place> line;
    bool closed = false;
};

/// A curve of some 60 px. \param um  the pitch of a pixel
inline CurveFormula randomCurveFormula(Random& random, double um) {
    // Numbers whose decimal texts are exact
    const auto number = [&](int least, int most) {
        return static_cast<double>(random.between(16 * least, 16 * most)) / 16;
    };
    const std::string n = std::to_string(random.between(2, 5)), m = std::to_string(random.between(2, 5));
    struct Pattern {
        std::string x, y;
        double from, to;
    };
    const auto pattern = random.pick<Pattern>({
        {"a * cos(t) + b * cos(" + n + " * t)", "a * sin(t) - b * sin(" + n + " * t)", 0, 6.25},
        {"a * sin(" + n + " * t + c)", "2 * a * cos(" + m + " * t)", -3, 3.25},
        {"(a + b * cos(" + n + " * t)) * cos(t)", "(a + b * cos(" + n + " * t)) * sin(t)", 0, 6.25},
        {"a * (abs(mod(t, 4) - 2) - 1)", "b * (abs(mod(t + c, 4) - 2) - 1)", 0, 4},
        {"a * t * um / 30 * cos(6 * t)", "a * t * um / 30 * sin(6 * t) + b", 0.5, 3},
        {"a * (t^3 - t)", "b * t^2 + c * t", -1.5, 1.5},
        {"t < c ? a * t : a * c - b * (t - c)", "a * exp(-t * t) + b * floor(t)", -2, 3},
    });
    // With a `c` of 0, two of the curves return on themselves, and only rounding decides where their area is.
    const double a = number(8, 24), b = number(-9, 9), c = number(-1, 1) + 1.0 / 32;
    double from = pattern.from, to = pattern.to;
    if (random.chance(0.2)) std::swap(from, to);
    const int steps = random.chance(0.5) ? 1024 : static_cast<int>(random.between(1, 60));

    CurveFormula curve;
    curve.closed = random.chance(0.7);
    curve.keys = "curve: {x: \"" + pattern.x + "\", y: \"" + pattern.y + "\", from: " + std::to_string(from) +
                 ", to: " + std::to_string(to) + (curve.closed ? ", closed: true" : "") +
                 (steps == 1024 ? "" : ", steps: " + std::to_string(steps)) +
                 "}, parameters: {a: " + std::to_string(a) + ", b: " + std::to_string(b) +
                 ", c: " + std::to_string(c) + "}";
    curve.line = CurveTrace(pattern.x, pattern.y, {um, a, b, c}).line(from, to, steps);
    if (curve.closed) curve.line.push_back(curve.line.front());
    return curve;
}

}  // namespace burin::test
