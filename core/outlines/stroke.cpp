// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/stroke.hpp"

#include "core/outlines/outline_meter.hpp"
#include "core/outlines/trigonometry.hpp"

#include <algorithm>
#include <cmath>

namespace burin {

namespace {

/// The vector to the left of a direction, as one travels along it on the screen.
PlanePoint leftOf(PlanePoint direction) {
    return {direction.y, -direction.x};
}

/// Whether the chord between two places has no length; tiny ones can vanish when they are squared.
bool atOnePlace(const ChordPoint& a, const ChordPoint& b) {
    return length(b.at - a.at) == 0;
}

/// A contour of chords that all have a length.
struct StrokePath {
    std::vector<ChordPoint> vertices;
    std::vector<PlanePoint> directions;  ///< unit vectors, one for each chord
    std::vector<double> lengths;         ///< of the chords
    bool closed = false;

    [[nodiscard]] PlanePoint vertex(std::size_t i) const { return vertices[i % vertices.size()].at; }
    void findDirections() {
        const std::size_t chords = closed ? vertices.size() : vertices.size() - 1;
        directions.resize(chords);
        lengths.resize(chords);
        for (std::size_t i = 0; i < chords; ++i) {
            const PlanePoint along = vertex(i + 1) - vertex(i);
            lengths[i] = length(along);
            directions[i] = {along.x / lengths[i], along.y / lengths[i]};
        }
    }
};

/// Draws paths with one style.
class StrokePen {
  public:
    StrokePen(const StrokeStyle& style, const StrokeAccuracy& accuracy, const StrokePieces& pieces)
        : style_(style), half_(style.width / 2), accuracy_(accuracy), pieces_(pieces) {}

    bool draw(const StrokePath& path) {
        const std::size_t chords = path.directions.size();
        for (std::size_t i = 0; i < chords; ++i) {
            if (!rectangle(path.vertex(i), path.vertex(i + 1), path.directions[i])) return false;
            const bool last = i + 1 == chords;
            if (last && !path.closed) break;
            const ChordPoint& at = path.vertices[(i + 1) % path.vertices.size()];
            const std::size_t next = last ? 0 : i + 1;
            if (!join(at, {path.directions[i], path.lengths[i]}, {path.directions[next], path.lengths[next]}))
                return false;
        }
        if (path.closed) return true;
        return cap(path.vertices.front().at, {-path.directions.front(), path.lengths.front()}) &&
               cap(path.vertices.back().at, {path.directions.back(), path.lengths.back()});
    }

    /// A contour or a dash without length.
    bool dot(PlanePoint at, PlanePoint direction) {
        if (style_.cap == StrokeCap::butt) return pieces_({});
        return cap(at, {direction, 0}) && cap(at, {-direction, 0});
    }

  private:
    struct Chord {
        PlanePoint direction;
        double length;
    };

    bool emit() { return pieces_(piece_); }

    /// How far a join or a cap reaches into the rectangle of a chord. Each piece is snapped by itself, so
    /// pieces that only touch would leave slits along their common sides.
    [[nodiscard]] PlanePoint overlapWith(const Chord& chord) const {
        return chord.direction * std::min(accuracy_.overlap, std::max(chord.length, accuracy_.leastOverlap));
    }

    bool rectangle(PlanePoint a, PlanePoint b, PlanePoint direction) {
        const PlanePoint side = leftOf(direction) * half_;
        piece_ = {a + side, b + side, b - side, a - side};
        return emit();
    }

    /// A fan from at + from, clockwise by `angle` if it is positive, to at + to.
    /// \param first, last  its corners inside the stroke
    bool fan(PlanePoint at, PlanePoint from, PlanePoint to, double angle, PlanePoint first, PlanePoint last) {
        const PlanePoint side = angle > 0 ? -leftOf(from) : leftOf(from);
        const double turned = std::fabs(angle);
        const double count = arcChordCount(from, side, turned, accuracy_.tolerance);
        if (!(count <= static_cast<double>(mostOutlineEdges))) throw tooManyEdges();
        piece_ = {first, at + from};
        for (double k = 1; k < count; ++k) {
            const SineCosine w = sineCosine(turned * (k / count));
            piece_.push_back(at + from * w.cosine + side * w.sine);
        }
        piece_.push_back(at + to);
        piece_.push_back(last);
        if (angle < 0) std::reverse(piece_.begin(), piece_.end());
        return emit();
    }

    bool join(const ChordPoint& vertex, const Chord& before, const Chord& after) {
        const double turn = cross(before.direction, after.direction);
        const double along = burin::dot(before.direction, after.direction);
        if (turn == 0 && along > 0) return true;
        const double outer = turn >= 0 ? half_ : -half_;
        const PlanePoint from = leftOf(before.direction) * outer;
        const PlanePoint to = leftOf(after.direction) * outer;
        const PlanePoint at = vertex.at;
        // Near the vertex the rectangles overlap too little on the inner side, too.
        const double depth = along > 0 ? std::min(1.0, accuracy_.overlap / (std::fabs(turn) * half_)) : 0;
        const PlanePoint first = at - overlapWith(before) - from * depth;
        const PlanePoint last = at + overlapWith(after) - to * depth;
        if (vertex.insideCurve || style_.join == StrokeJoin::round) {
            const double angle = arcTangent(std::fabs(turn), along);
            return fan(at, from, to, turn >= 0 ? angle : -angle, first, last);
        }
        const bool pointed =
            style_.join == StrokeJoin::miter && style_.miterLimit * style_.miterLimit * (1 + along) >= 2;
        piece_ = {first, at + from};
        if (pointed) piece_.push_back(at + (from + to) * (1 / (1 + along)));
        piece_.push_back(at + to);
        piece_.push_back(last);
        if (turn < 0) std::reverse(piece_.begin(), piece_.end());
        return emit();
    }

    /// Adds the cap of a path that ends at `at` with a chord whose direction points away from the path.
    bool cap(PlanePoint at, const Chord& chord) {
        if (style_.cap == StrokeCap::butt) return true;
        const PlanePoint side = leftOf(chord.direction) * half_;
        if (style_.cap == StrokeCap::round) {
            const PlanePoint inside = at - overlapWith(chord);
            return fan(at, side, -side, piNumber, inside, inside);
        }
        return rectangle(at, at + chord.direction * half_, chord.direction);
    }

    const StrokeStyle& style_;
    double half_;
    StrokeAccuracy accuracy_;
    const StrokePieces& pieces_;
    std::vector<PlanePoint> piece_;
};

/// Walks along a path and cuts it into dashes.
class DashCutter {
  public:
    DashCutter(const StrokePath& path, const StrokeStyle& style, StrokePen& pen)
        : path_(path), dashes_(style.dash), pen_(pen) {
        if (dashes_.size() % 2 != 0) dashes_.insert(dashes_.end(), style.dash.begin(), style.dash.end());
        double sum = 0;
        for (const double dash : dashes_)
            sum += dash;
        left_ = std::fmod(style.dashOffset, sum);
        if (left_ < 0) left_ += sum;
        while (left_ >= dashes_[at_] && left_ > 0) {
            left_ -= dashes_[at_];
            at_ = (at_ + 1) % dashes_.size();
        }
        left_ = dashes_[at_] - left_;
    }

    bool cut() {
        startsOn_ = on();
        if (on()) begin(path_.vertices.front(), path_.directions.front());
        for (std::size_t i = 0; i < path_.directions.size(); ++i) {
            if (!chord(i)) return false;
            const bool last = i + 1 == path_.directions.size();
            if (on() && !(last && path_.closed)) dash_.vertices.push_back(path_.vertices[i + 1]);
        }
        if (!path_.closed) return end();
        if (on() && startsOn_ && first_.vertices.empty()) return pen_.draw(path_);  // one dash is all of it
        if (on() && startsOn_) {
            // The last dash continues as the first.
            dash_.vertices.push_back(path_.vertices.front());
            dash_.vertices.insert(dash_.vertices.end(), first_.vertices.begin() + 1, first_.vertices.end());
            return end();
        }
        if (on()) dash_.vertices.push_back({path_.vertices.front().at, false});
        if (!end()) return false;
        dash_ = first_;
        return end();
    }

  private:
    [[nodiscard]] bool on() const { return at_ % 2 == 0; }

    void begin(ChordPoint at, PlanePoint direction) {
        dash_.vertices.assign(1, at);
        direction_ = direction;
    }

    bool chord(std::size_t i) {
        const PlanePoint start = path_.vertex(i);
        const PlanePoint direction = path_.directions[i];
        const double far = length(path_.vertex(i + 1) - start);
        double done = 0;
        while (left_ <= far - done) {
            done += left_;
            const ChordPoint at{start + direction * done, false};
            if (on()) {
                dash_.vertices.push_back(at);
                // The first dash of a closed path may turn out to be the end of its last one.
                if (path_.closed && startsOn_ && first_.vertices.empty()) {
                    first_ = dash_;
                    dash_.vertices.clear();
                } else if (!end()) {
                    return false;
                }
            } else {
                begin(at, direction);
            }
            at_ = (at_ + 1) % dashes_.size();
            left_ = dashes_[at_];
        }
        left_ -= far - done;
        return true;
    }

    /// Draws the dash.
    bool end() {
        if (dash_.vertices.empty()) return true;
        std::vector<ChordPoint>& v = dash_.vertices;
        v.erase(std::unique(v.begin(), v.end(), atOnePlace), v.end());
        bool goesOn = true;
        if (v.size() == 1) {
            goesOn = pen_.dot(v.front().at, direction_);
        } else {
            dash_.findDirections();
            goesOn = pen_.draw(dash_);
        }
        v.clear();
        return goesOn;
    }

    const StrokePath& path_;
    std::vector<double> dashes_;
    StrokePen& pen_;
    bool startsOn_ = false;
    std::size_t at_ = 0;  // in dashes_; even: on
    double left_ = 0;     // of dashes_[at_]
    StrokePath dash_;
    StrokePath first_;
    PlanePoint direction_;  // at the start of the dash
};

bool isDashed(const StrokeStyle& style) {
    return std::any_of(style.dash.begin(), style.dash.end(), [](double length) { return length > 0; });
}

}  // namespace

StrokeAccuracy StrokeAccuracy::under(const Affine& map) {
    constexpr double twoSteps = 1.0 / 128;
    const double largest = map.largestStretch();
    const double smallest = std::fabs(map.determinant()) / largest;
    return {flatteningTolerance / largest, twoSteps / largest, twoSteps / smallest};
}

bool strokeContour(std::vector<ChordPoint>& chords, bool closed, bool drawn, const StrokeStyle& style,
                   const StrokeAccuracy& accuracy, const StrokePieces& pieces) {
    StrokePath path;
    path.closed = closed;
    for (const ChordPoint& chord : chords) {
        if (path.vertices.empty() || !atOnePlace(path.vertices.back(), chord)) {
            path.vertices.push_back(chord);
        } else {
            path.vertices.back().insideCurve &= chord.insideCurve;
        }
    }
    while (closed && path.vertices.size() > 1 && atOnePlace(path.vertices.front(), path.vertices.back()))
        path.vertices.pop_back();
    StrokePen pen(style, accuracy, pieces);
    if (path.vertices.size() == 1) return !drawn || pen.dot(path.vertices.front().at, {1, 0});
    path.findDirections();
    if (!isDashed(style)) return pen.draw(path);
    return DashCutter(path, style, pen).cut();
}

}  // namespace burin
