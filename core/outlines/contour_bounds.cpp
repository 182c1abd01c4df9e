// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/contour_bounds.hpp"

#include "core/outlines/trigonometry.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace burin {
namespace {

/// A rectangle that grows around points.
class Surround {
  public:
    void add(PlanePoint p) {
        box_ = {std::min(box_.left, p.x), std::min(box_.top, p.y), std::max(box_.right, p.x),
                std::max(box_.bottom, p.y)};
    }
    [[nodiscard]] const PlaneBox& box() const { return box_; }

  private:
    PlaneBox box_{HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
};

PlanePoint onWay(PlanePoint a, PlanePoint b, double t) {
    return a + (b - a) * t;
}

void addQuadraticExtremes(Surround& box, PlanePoint a, PlanePoint b, PlanePoint c) {
    const PlanePoint bend = a - b * 2 + c;
    for (const double t : {(a.x - b.x) / bend.x, (a.y - b.y) / bend.y}) {
        if (t > 0 && t < 1) box.add(onWay(onWay(a, b, t), onWay(b, c, t), t));
    }
}

/// The zeros of the derivative along one axis.
void addCubicExtremes(Surround& box, const std::array<PlanePoint, 4>& p, double PlanePoint::*axis) {
    const double d0 = p[1].*axis - p[0].*axis;
    const double d1 = p[2].*axis - p[1].*axis;
    const double d2 = p[3].*axis - p[2].*axis;
    const double a = d0 - 2 * d1 + d2;
    const double b = d1 - d0;
    const double root = std::sqrt(b * b - a * d0);
    for (const double t : {(-b + root) / a, (-b - root) / a, -d0 / (2 * b)}) {
        if (!(t > 0 && t < 1)) continue;
        const PlanePoint left = onWay(onWay(p[0], p[1], t), onWay(p[1], p[2], t), t);
        const PlanePoint right = onWay(onWay(p[1], p[2], t), onWay(p[2], p[3], t), t);
        box.add(onWay(left, right, t));
    }
}

void addArcExtremes(Surround& box, PlanePoint c, PlanePoint a, PlanePoint b, double from, double to) {
    const double first = std::min(from, to);
    const double last = std::max(from, to);
    for (const double extreme : {arcTangent(b.x, a.x), arcTangent(b.y, a.y)}) {
        for (int k = -6; k <= 6; ++k) {
            const double w = extreme + k * piNumber;
            if (w <= first || w >= last) continue;
            const SineCosine at = sineCosine(w);
            box.add(c + a * at.cosine + b * at.sine);
        }
    }
}

}  // namespace

PlaneBox hullOf(const ContourList& list) {
    Surround box;
    for (const ContourHead& head : list.heads)
        box.add(head.start);
    std::size_t at = 0;
    for (const SegmentKind kind : list.segments) {
        const std::size_t count = pointsOf(kind);
        if (kind == SegmentKind::arc) {
            const PlanePoint c = list.points[at];
            const PlanePoint a = list.points[at + 1];
            const PlanePoint b = list.points[at + 2];
            const PlanePoint reach{std::abs(a.x) + std::abs(b.x), std::abs(a.y) + std::abs(b.y)};
            box.add(c + reach);
            box.add(c - reach);
            box.add(list.points[at + 4]);
        } else {
            for (std::size_t i = 0; i < count; ++i)
                box.add(list.points[at + i]);
        }
        at += count;
    }
    return box.box();
}

PlaneBox boundsOf(const ContourList& list) {
    Surround box;
    for (std::size_t i = 0; i < list.heads.size(); ++i) {
        PlanePoint from = list.heads[i].start;
        box.add(from);
        const ContourList::Range range = list.range(i);
        std::size_t at = range.point;
        for (std::size_t s = range.segment; s < range.segmentEnd; ++s) {
            const SegmentKind kind = list.segments[s];
            const PlanePoint* const p = &list.points[at];
            if (kind == SegmentKind::quadratic) addQuadraticExtremes(box, from, p[0], p[1]);
            if (kind == SegmentKind::cubic) {
                for (double PlanePoint::*axis : {&PlanePoint::x, &PlanePoint::y})
                    addCubicExtremes(box, {from, p[0], p[1], p[2]}, axis);
            }
            if (kind == SegmentKind::arc) addArcExtremes(box, p[0], p[1], p[2], p[3].x, p[3].y);
            at += pointsOf(kind);
            from = list.points[at - 1];
            box.add(from);
        }
    }
    return box.box();
}

}  // namespace burin
