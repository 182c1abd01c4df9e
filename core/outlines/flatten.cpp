// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/flatten.hpp"

#include "core/outlines/trigonometry.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>

namespace burin {

namespace {

using SegmentPoints = std::array<PlanePoint, 5>;

/// The points of a segment under a map. The fourth point of an arc holds angles.
SegmentPoints mapped(SegmentKind kind, const PlanePoint* points, const Affine& map) {
    SegmentPoints result;
    if (kind == SegmentKind::arc)
        return {map(points[0]), map.vector(points[1]), map.vector(points[2]), points[3], map(points[4])};
    for (std::size_t k = 0; k < pointsOf(kind); ++k)
        result[k] = map(points[k]);
    return result;
}

PlanePoint endOf(SegmentKind kind, const SegmentPoints& points) {
    return points[pointsOf(kind) - 1];
}

PlanePoint pointAt(SegmentKind kind, PlanePoint start, const SegmentPoints& p, double t) {
    const double s = 1 - t;
    switch (kind) {
        case SegmentKind::quadratic:
            return start * (s * s) + p[0] * (2 * s * t) + p[1] * (t * t);
        case SegmentKind::cubic:
            return start * (s * s * s) + p[0] * (3 * s * s * t) + p[1] * (3 * s * t * t) + p[2] * (t * t * t);
        case SegmentKind::arc: {
            const SineCosine at = sineCosine(p[3].x + (p[3].y - p[3].x) * t);
            return p[0] + p[1] * at.cosine + p[2] * at.sine;
        }
        default:
            return p[0];
    }
}

PlanePoint unit(PlanePoint v) {
    const double size = length(v);
    return size > 0 ? PlanePoint{v.x / size, v.y / size} : PlanePoint{};
}

/// The direction from `from` to the first of `points` that lies elsewhere. Points that only rounding sets
/// apart have no direction.
PlanePoint towards(PlanePoint from, std::initializer_list<PlanePoint> points) {
    double size = std::fabs(from.x) + std::fabs(from.y);
    for (const PlanePoint p : points)
        size = std::max(size, std::fabs(p.x) + std::fabs(p.y));
    for (const PlanePoint p : points) {
        if (length(p - from) > 0x1p-40 * size) return unit(p - from);
    }
    return {};
}

PlanePoint arcDirection(const SegmentPoints& p, double w) {
    const SineCosine at = sineCosine(w);
    const PlanePoint forwards = p[2] * at.cosine - p[1] * at.sine;
    return unit(p[3].y < p[3].x ? -forwards : forwards);
}

/// The tangents at the end and at the start of a segment.
/// \pre it is not a line
CurveDirections tangents(SegmentKind kind, PlanePoint start, const SegmentPoints& p) {
    if (kind == SegmentKind::arc) return {arcDirection(p, p[3].y), arcDirection(p, p[3].x)};
    if (kind == SegmentKind::quadratic) return {-towards(p[1], {p[0], start}), towards(start, {p[0], p[1]})};
    return {-towards(p[2], {p[1], p[0], start}), towards(start, {p[0], p[1], p[2]})};
}

/// The directions of a vertex; adds them if it has none yet.
CurveDirections& directionsAt(ChordPoint& vertex, std::vector<CurveDirections>& directions) {
    if (vertex.directions == 0) {
        vertex.directions = static_cast<std::uint32_t>(directions.size());
        directions.emplace_back();
    }
    return directions[vertex.directions];
}

}  // namespace

double arcChordCount(PlanePoint a, PlanePoint b, double angle, double tolerance) {
    const double aa = dot(a, a);
    const double bb = dot(b, b);
    const double ab = dot(a, b);
    const double radius = std::sqrt((aa + bb + std::sqrt((aa - bb) * (aa - bb) + 4 * ab * ab)) / 2);
    return std::max(1.0, std::ceil(std::fabs(angle) * std::sqrt(radius / (8 * tolerance))));
}

double chordCount(SegmentKind kind, PlanePoint start, const PlanePoint* points, double tolerance) {
    switch (kind) {
        case SegmentKind::quadratic: {
            const PlanePoint bend = start - points[0] * 2 + points[1];
            return std::max(1.0, std::ceil(std::sqrt(length(bend) / (4 * tolerance))));
        }
        case SegmentKind::cubic: {
            const PlanePoint bend0 = start - points[0] * 2 + points[1];
            const PlanePoint bend1 = points[0] - points[1] * 2 + points[2];
            const double bend = std::max(length(bend0), length(bend1));
            return std::max(1.0, std::ceil(std::sqrt(0.75 * bend / tolerance)));
        }
        case SegmentKind::arc:
            return arcChordCount(points[1], points[2], points[3].y - points[3].x, tolerance);
        default:
            return 1;
    }
}

double chordCount(const ContourList& list, const Affine& map, double tolerance) {
    double sum = 0;
    for (std::size_t i = 0; i < list.heads.size(); ++i) {
        const ContourList::Range range = list.range(i);
        const PlanePoint* points = list.points.data() + range.point;
        PlanePoint start = map(list.heads[i].start);
        for (std::size_t s = range.segment; s < range.segmentEnd; ++s) {
            const SegmentKind kind = list.segments[s];
            const SegmentPoints p = mapped(kind, points, map);
            sum += chordCount(kind, start, p.data(), tolerance);
            start = endOf(kind, p);
            points += pointsOf(kind);
        }
    }
    return sum;
}

void flattenContour(const ContourList& list, std::size_t index, const Affine& map, double tolerance,
                    std::vector<ChordPoint>& chords, std::vector<CurveDirections>* directions) {
    const ContourList::Range range = list.range(index);
    const PlanePoint* points = list.points.data() + range.point;
    PlanePoint start = map(list.heads[index].start);
    chords.assign(1, {start, false});
    if (directions != nullptr) directions->assign(1, {});
    for (std::size_t s = range.segment; s < range.segmentEnd; ++s) {
        const SegmentKind kind = list.segments[s];
        const SegmentPoints p = mapped(kind, points, map);
        const double count = chordCount(kind, start, p.data(), tolerance);
        const bool curved = directions != nullptr && kind != SegmentKind::line;
        const CurveDirections ends = curved ? tangents(kind, start, p) : CurveDirections{};
        if (curved) directionsAt(chords.back(), *directions).leaving = ends.leaving;
        for (double k = 1; k < count; ++k)
            chords.push_back({pointAt(kind, start, p, k / count), true});
        start = endOf(kind, p);
        chords.push_back({start, false});
        if (curved) directionsAt(chords.back(), *directions).arriving = ends.arriving;
        points += pointsOf(kind);
    }
}

}  // namespace burin
