// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Random path data, together with the points that they stand for. The data describe an arc by its ends; this
// class makes it from its centre.

#include "support/outlines/polygon_picture.hpp"
#include "support/random.hpp"

#include <cmath>
#include <cstdio>
#include <numbers>
#include <string>
#include <utility>

namespace burin::test {

/// Path data and the polygons that they mean.
struct PathFormula {
    std::string data;
    PolygonPicture picture;
};

/// Writes path data command by command, and follows the curves.
class PathFormulaWriter {
  public:
    /// \param parts  of each curve
    explicit PathFormulaWriter(Random& random, int parts = 300) : random_(random), parts_(parts) {}

    [[nodiscard]] PathFormula written() {
        for (auto contours = random_.between(1, 3); contours > 0; --contours) {
            move();
            for (auto segments = random_.between(2, 6); segments > 0; --segments)
                segment();
            if (random_.chance(0.5)) close();
        }
        return std::move(path_);
    }

  private:
    using Place = PolygonPicture::Place;
    enum class Before { other, cubic, quadratic };

    Place place() {
        return {static_cast<double>(random_.between(-80, 240)) / 4,
                static_cast<double>(random_.between(-80, 240)) / 4};
    }
    void begin(char letter) {
        relative_ = random_.chance(0.5);
        path_.data += relative_ ? static_cast<char>(letter - 'A' + 'a') : letter;
        first_ = true;
    }
    void number(double value) {
        char text[40];
        std::snprintf(text, sizeof text, "%.17g", value);
        if (!first_ && (text[0] != '-' || random_.chance(0.5))) path_.data += random_.pick({' ', ','});
        path_.data += text;
        first_ = false;
    }
    void point(Place p) {
        number(relative_ ? p.first - at_.first : p.first);
        number(relative_ ? p.second - at_.second : p.second);
    }
    void addPoint(Place p) { path_.picture.polygons.back().push_back(p); }

    void move() {
        const Place p = place();
        begin('M');
        point(p);
        at_ = start_ = p;
        path_.picture.polygons.push_back({p});
        before_ = Before::other;
    }
    void close() {
        path_.data += random_.pick({'Z', 'z'});
        at_ = start_;
        path_.picture.polygons.push_back({at_});
        before_ = Before::other;
        // The next segment begins at the start of the contour.
        if (random_.chance(0.5)) segment();
    }

    void segment() {
        switch (random_.between(0, 6)) {
            case 0:
                return line();
            case 1:
                return straight(true);
            case 2:
                return straight(false);
            case 3:
                return cubic(random_.chance(0.5));
            case 4:
                return quadratic(random_.chance(0.5));
            default:
                return arc();
        }
    }

    void line() {
        const Place p = place();
        begin('L');
        point(p);
        end(p, Before::other);
    }
    void straight(bool along) {
        Place p = place();
        (along ? p.second : p.first) = along ? at_.second : at_.first;
        begin(along ? 'H' : 'V');
        const double from = relative_ ? (along ? at_.first : at_.second) : 0;
        number((along ? p.first : p.second) - from);
        end(p, Before::other);
    }
    /// The control point of the curve before, on the other side of the current point.
    [[nodiscard]] Place opposite(Before kind) const {
        if (before_ != kind) return at_;
        return {2 * at_.first - control_.first, 2 * at_.second - control_.second};
    }
    void cubic(bool smooth) {
        const Place b = smooth ? opposite(Before::cubic) : place(), c = place(), d = place(), a = at_;
        begin(smooth ? 'S' : 'C');
        if (!smooth) point(b);
        point(c);
        point(d);
        for (int k = 1; k <= parts_; ++k) {
            const double t = static_cast<double>(k) / parts_, s = 1 - t;
            const double w[] = {s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t};
            addPoint({w[0] * a.first + w[1] * b.first + w[2] * c.first + w[3] * d.first,
                      w[0] * a.second + w[1] * b.second + w[2] * c.second + w[3] * d.second});
        }
        control_ = c;
        end(d, Before::cubic);
    }
    void quadratic(bool smooth) {
        const Place b = smooth ? opposite(Before::quadratic) : place(), c = place(), a = at_;
        begin(smooth ? 'T' : 'Q');
        if (!smooth) point(b);
        point(c);
        for (int k = 1; k <= parts_; ++k) {
            const double t = static_cast<double>(k) / parts_, s = 1 - t;
            addPoint({s * s * a.first + 2 * s * t * b.first + t * t * c.first,
                      s * s * a.second + 2 * s * t * b.second + t * t * c.second});
        }
        control_ = b;
        end(c, Before::quadratic);
    }
    void arc() {
        const double rx = random_.real(3, 30), ry = random_.real(3, 30), turn = random_.real(-180, 180);
        const double from = random_.real(0, 6.3);
        const double swept = random_.real(0.1, 6.1) * (random_.chance(0.5) ? 1 : -1);
        const double c = std::cos(turn * std::numbers::pi / 180), s = std::sin(turn * std::numbers::pi / 180);
        const auto around = [&](double w) -> Place {
            return {rx * c * std::cos(w) - ry * s * std::sin(w), rx * s * std::cos(w) + ry * c * std::sin(w)};
        };
        const Place first = around(from);
        const Place centre{at_.first - first.first, at_.second - first.second};
        Place p;
        for (int k = 1; k <= parts_; ++k) {
            p = around(from + swept * k / parts_);
            p = {centre.first + p.first, centre.second + p.second};
            addPoint(p);
        }
        begin('A');
        number(rx);
        number(ry);
        number(turn);
        path_.data += std::string(" ") + (std::fabs(swept) > std::numbers::pi ? '1' : '0') +
                      (random_.chance(0.5) ? " " : "") + (swept > 0 ? '1' : '0');
        first_ = random_.chance(0.5);  // the flags need no blank behind them
        point(p);
        end(p, Before::other);
    }
    void end(Place p, Before kind) {
        addPoint(p);
        at_ = p;
        before_ = kind;
    }

    Random& random_;
    int parts_;
    PathFormula path_;
    Place at_, start_, control_;
    Before before_ = Before::other;
    bool relative_ = false;
    bool first_ = false;  ///< no number precedes the next one
};

inline PathFormula randomPathFormula(Random& random) {
    return PathFormulaWriter(random).written();
}

}  // namespace burin::test
