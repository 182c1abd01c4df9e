// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/stroke.hpp"

#include "core/outlines/outline_meter.hpp"
#include "core/outlines/trigonometry.hpp"

#include <algorithm>
#include <cmath>

namespace burin {

namespace {

/// The vector to the left of a direction of travel, as seen on the screen.
PlanePoint leftOf(PlanePoint direction) {
    return {direction.y, -direction.x};
}

/// Whether the chord between two places has no length; the square of a tiny length can vanish.
bool atOnePlace(const ChordPoint& a, const ChordPoint& b) {
    return length(b.at - a.at) == 0;
}

bool isNone(PlanePoint direction) {
    return direction == PlanePoint{};
}

/// Whether a polygon is convex and turned clockwise, as seen on the screen.
bool isConvex(std::span<const PlanePoint> polygon) {
    const std::size_t count = polygon.size();
    for (std::size_t i = 0; i < count; ++i) {
        const PlanePoint corner = polygon[(i + 1) % count];
        if (!(cross(corner - polygon[i], polygon[(i + 2) % count] - corner) > 0)) return false;
    }
    return true;
}

/// Merges two vertices at the same place into one.
ChordPoint merged(const ChordPoint& a, const ChordPoint& b, std::vector<CurveDirections>& directions) {
    if (a.insideCurve && b.insideCurve) return a;
    // The chord between them has no length, so directions inside a curve are taken from the other vertex.
    const std::uint32_t arriving = a.insideCurve ? b.directions : a.directions;
    const std::uint32_t leaving = b.insideCurve ? a.directions : b.directions;
    if (arriving == leaving) return {a.at, false, arriving};
    directions.push_back({directions[arriving].arriving, directions[leaving].leaving});
    return {a.at, false, static_cast<std::uint32_t>(directions.size() - 1)};
}

/// A contour of chords that all have a length.
struct StrokePath {
    std::vector<ChordPoint> vertices;
    const std::vector<CurveDirections>* curves = nullptr;  ///< directions of the vertices
    // For a dash that begins or ends between two vertices: its directions there, and at the other ends of
    // these chords; (0, 0) for all others.
    PlanePoint begins, firstEnds, lastBegins, ends;
    std::vector<PlanePoint> directions;  ///< unit vectors, one for each chord
    std::vector<double> lengths;         ///< lengths of the chords
    bool closed = false;

    [[nodiscard]] PlanePoint vertex(std::size_t i) const { return vertices[i % vertices.size()].at; }
    /// The direction at the beginning of a chord, or of the curve that it stands for.
    [[nodiscard]] PlanePoint startOf(std::size_t chord) const {
        if (chord == 0 && !isNone(begins)) return begins;
        if (chord + 1 == directions.size() && !isNone(lastBegins)) return lastBegins;
        const PlanePoint tangent = (*curves)[vertices[chord].directions].leaving;
        return isNone(tangent) ? directions[chord] : tangent;
    }
    [[nodiscard]] PlanePoint endOf(std::size_t chord) const {
        if (chord + 1 == directions.size() && !isNone(ends)) return ends;
        if (chord == 0 && !isNone(firstEnds)) return firstEnds;
        const PlanePoint tangent = (*curves)[vertices[(chord + 1) % vertices.size()].directions].arriving;
        return isNone(tangent) ? directions[chord] : tangent;
    }
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
            if (!body(path, i)) return false;
            const bool last = i + 1 == chords;
            if (last && !path.closed) break;
            const ChordPoint& at = path.vertices[(i + 1) % path.vertices.size()];
            const std::size_t next = last ? 0 : i + 1;
            const bool round = at.insideCurve || style_.join == StrokeJoin::round;
            if (!join(at.at, round, {path.endOf(i), path.lengths[i]},
                      {path.startOf(next), path.lengths[next]}))
                return false;
        }
        if (path.closed) return true;
        return cap(path.vertices.front().at, {-path.startOf(0), path.lengths.front()}) &&
               cap(path.vertices.back().at, {path.endOf(chords - 1), path.lengths.back()});
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

    /// How far a join or a cap extends into the rectangle of a chord. Each piece is snapped separately, so
    /// pieces that only touch would leave slits along their common sides.
    [[nodiscard]] PlanePoint overlapWith(const Chord& chord) const {
        return chord.direction * std::min(accuracy_.overlap, std::max(chord.length, accuracy_.leastOverlap));
    }

    /// The piece of a chord: a rectangle whose ends are turned so that they are perpendicular to the curve.
    bool body(const StrokePath& path, std::size_t chord) {
        const PlanePoint a = path.vertex(chord);
        const PlanePoint b = path.vertex(chord + 1);
        const PlanePoint direction = path.directions[chord];
        const PlanePoint start = path.startOf(chord);
        const PlanePoint end = path.endOf(chord);
        if (start == direction && end == direction) return rectangle(a, b, direction);
        const PlanePoint first = leftOf(start) * half_;
        const PlanePoint last = leftOf(end) * half_;
        piece_ = {a + first, b + last, b - last, a - first};
        const bool forwards = burin::dot(start, direction) > 0 && burin::dot(end, direction) > 0;
        if (forwards && isConvex(piece_)) return emit();
        // The curve turns too sharply within this chord for a piece with straight sides, so the turn is drawn
        // as a round join.
        const double size = path.lengths[chord];
        return rectangle(a, b, direction) && join(a, true, {start, size}, {direction, size}) &&
               join(b, true, {direction, size}, {end, size});
    }

    bool rectangle(PlanePoint a, PlanePoint b, PlanePoint direction) {
        const PlanePoint side = leftOf(direction) * half_;
        piece_ = {a + side, b + side, b - side, a - side};
        return emit();
    }

    /// A fan around `at`, from `at + from` to `at + to`, clockwise by `angle` if `angle` is positive.
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

    bool join(PlanePoint at, bool round, const Chord& before, const Chord& after) {
        // Directions that differ only by rounding have sides that may be snapped to different steps.
        if (before.direction == after.direction) return true;
        const double turn = cross(before.direction, after.direction);
        const double along = burin::dot(before.direction, after.direction);
        const double outer = turn >= 0 ? half_ : -half_;
        const PlanePoint from = leftOf(before.direction) * outer;
        const PlanePoint to = leftOf(after.direction) * outer;
        // Near the vertex the rectangles overlap too little on the inner side, too.
        const double depth = along > 0 ? std::min(1.0, accuracy_.overlap / (std::fabs(turn) * half_)) : 0;
        const PlanePoint first = at - overlapWith(before) - from * depth;
        const PlanePoint last = at + overlapWith(after) - to * depth;
        if (round) {
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
        dash_.curves = path.curves;
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
        if (on()) begin(path_.vertices.front(), path_.startOf(0), {});
        for (std::size_t i = 0; i < path_.directions.size(); ++i) {
            if (!chord(i)) return false;
            const bool last = i + 1 == path_.directions.size();
            if (on() && !(last && path_.closed)) dash_.vertices.push_back(path_.vertices[i + 1]);
        }
        if (!path_.closed) return end();
        // a single dash covers all of it
        if (on() && startsOn_ && first_.vertices.empty()) return pen_.draw(path_);
        if (on() && startsOn_) {
            // The last dash continues as the first.
            dash_.vertices.push_back(path_.vertices.front());
            dash_.vertices.insert(dash_.vertices.end(), first_.vertices.begin() + 1, first_.vertices.end());
            dash_.lastBegins = first_.lastBegins;
            dash_.ends = first_.ends;
            return end();
        }
        if (on()) dash_.vertices.push_back(path_.vertices.front());
        if (!end()) return false;
        dash_ = first_;
        return end();
    }

  private:
    [[nodiscard]] bool on() const { return at_ % 2 == 0; }

    void begin(ChordPoint at, PlanePoint direction, PlanePoint chordEnds) {
        dash_.vertices.assign(1, at);
        dash_.begins = direction;
        dash_.firstEnds = chordEnds;
        dash_.lastBegins = {};
        dash_.ends = {};
    }

    /// The directions of a chord and of its curve at both ends.
    struct Bend {
        PlanePoint own, start, end;

        /// The direction of the curve at a share of the chord.
        [[nodiscard]] PlanePoint at(double share) const {
            if (start == own && end == own) return own;
            const PlanePoint there = between(start, end, share);
            return burin::dot(there, own) > 0 ? there : own;
        }
    };
    [[nodiscard]] Bend bendOf(std::size_t i) const {
        const PlanePoint own = path_.directions[i];
        const std::size_t next = (i + 1) % path_.vertices.size();
        // A curve has about the mean direction of the two chords that meet on it.
        return {
            own,
            path_.vertices[i].insideCurve ? between(path_.directions[i - 1], own, 0.5) : path_.startOf(i),
            path_.vertices[next].insideCurve ? between(own, path_.directions[next], 0.5) : path_.endOf(i)};
    }

    static PlanePoint between(PlanePoint a, PlanePoint b, double share) {
        const PlanePoint mixed = a * (1 - share) + b * share;
        const double size = length(mixed);
        return size > 0 ? PlanePoint{mixed.x / size, mixed.y / size} : a;
    }

    bool chord(std::size_t i) {
        const PlanePoint start = path_.vertex(i);
        const PlanePoint direction = path_.directions[i];
        const double far = length(path_.vertex(i + 1) - start);
        if (left_ > far) {
            left_ -= far;
            return true;
        }
        const Bend bend = bendOf(i);
        const PlanePoint begins = bend.at(0);
        const PlanePoint ends = bend.at(1);
        double done = 0;
        while (left_ <= far - done) {
            done += left_;
            const ChordPoint at{start + direction * done, false};
            const PlanePoint along = bend.at(done / far);
            if (on()) {
                dash_.vertices.push_back(at);
                dash_.lastBegins = begins;
                dash_.ends = along;
                // The first dash of a closed path may turn out to be the end of its last one.
                if (path_.closed && startsOn_ && first_.vertices.empty()) {
                    first_ = dash_;
                    dash_.vertices.clear();
                } else if (!end()) {
                    return false;
                }
            } else {
                begin(at, along, ends);
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
        const PlanePoint begins = dash_.begins;
        // A dash that begins or ends at a vertex has the direction of its own chord there.
        if (v.size() > 1 && atOnePlace(v[0], v[1])) {
            v.erase(v.begin());
            dash_.begins = {};
            dash_.firstEnds = {};
        }
        if (v.size() > 1 && atOnePlace(v[v.size() - 2], v.back())) {
            v.pop_back();
            dash_.lastBegins = {};
            dash_.ends = {};
        }
        bool goesOn = true;
        if (v.size() == 1) {
            goesOn = pen_.dot(v.front().at, begins);
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
    std::size_t at_ = 0;  // index in dashes_; dashes with an even index are drawn
    double left_ = 0;     // length left of dashes_[at_]
    StrokePath dash_;
    StrokePath first_;
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

bool strokeContour(const std::vector<ChordPoint>& chords, std::vector<CurveDirections>& directions,
                   bool closed, bool drawn, const StrokeStyle& style, const StrokeAccuracy& accuracy,
                   const StrokePieces& pieces) {
    StrokePath path;
    path.closed = closed;
    path.curves = &directions;
    for (const ChordPoint& chord : chords) {
        if (path.vertices.empty() || !atOnePlace(path.vertices.back(), chord)) {
            path.vertices.push_back(chord);
        } else {
            path.vertices.back() = merged(path.vertices.back(), chord, directions);
        }
    }
    while (closed && path.vertices.size() > 1 && atOnePlace(path.vertices.front(), path.vertices.back())) {
        path.vertices.front() = merged(path.vertices.back(), path.vertices.front(), directions);
        path.vertices.pop_back();
    }
    StrokePen pen(style, accuracy, pieces);
    if (path.vertices.size() == 1) return !drawn || pen.dot(path.vertices.front().at, {1, 0});
    path.findDirections();
    if (!isDashed(style)) return pen.draw(path);
    return DashCutter(path, style, pen).cut();
}

}  // namespace burin
