// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/flatten.hpp"

#include "core/outlines/trigonometry.hpp"

#include <algorithm>
#include <array>
#include <cmath>

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
                    std::vector<ChordPoint>& chords) {
    const ContourList::Range range = list.range(index);
    const PlanePoint* points = list.points.data() + range.point;
    PlanePoint start = map(list.heads[index].start);
    chords.assign(1, {start, false});
    for (std::size_t s = range.segment; s < range.segmentEnd; ++s) {
        const SegmentKind kind = list.segments[s];
        const SegmentPoints p = mapped(kind, points, map);
        const double count = chordCount(kind, start, p.data(), tolerance);
        for (double k = 1; k < count; ++k)
            chords.push_back({pointAt(kind, start, p, k / count), true});
        start = endOf(kind, p);
        chords.push_back({start, false});
        points += pointsOf(kind);
    }
}

}  // namespace burin
