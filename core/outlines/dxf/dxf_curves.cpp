// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/dxf/dxf_curves.hpp"

#include "core/outlines/trigonometry.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace burin {
namespace {

void addBulge(ContourList& list, PlanePoint from, PlanePoint to, double bulge) {
    const PlanePoint chord = to - from;
    if (bulge == 0 || (chord.x == 0 && chord.y == 0)) {
        list.lineTo(to);
        return;
    }
    // The centre lies on the perpendicular of the chord's middle, at (1 - bulge^2) / (4 bulge) of its length.
    const double away = (1 - bulge * bulge) / (4 * bulge);
    const PlanePoint centre{(from.x + to.x) / 2 - chord.y * away, (from.y + to.y) / 2 + chord.x * away};
    const PlanePoint a = from - centre;
    const double angle = 4 * arcTangent(bulge, 1);
    list.arcTo(centre, a, {-a.y, a.x}, 0, angle, to);
}

/// The value of the polar form of a spline's span (L. Ramshaw, Blossoming, 1987): with equal arguments a
/// point of the spline, with arguments at the ends of the span a Bezier control point.
PlanePoint blossom(const DxfSpline& spline, std::size_t span, const std::array<double, 3>& arguments) {
    const auto degree = static_cast<std::size_t>(spline.degree);
    std::array<PlanePoint, 4> d{};
    for (std::size_t i = 0; i <= degree; ++i)
        d[i] = spline.controls[span - degree + i];
    for (std::size_t r = 1; r <= degree; ++r) {
        for (std::size_t i = degree; i >= r; --i) {
            const double low = spline.knots[span - degree + i];
            const double high = spline.knots[span + 1 + i - r];
            const double share = (arguments[r - 1] - low) / (high - low);
            d[i] = d[i - 1] * (1 - share) + d[i] * share;
        }
    }
    return d[degree];
}

std::optional<Problem> complaintOf(const DxfSpline& spline) {
    if (spline.degree < 1 || spline.degree > 3)
        return Problem{.reason = "a spline of degree %1 is not supported",
                       .details = {std::to_string(spline.degree)}};
    const auto degree = static_cast<std::size_t>(spline.degree);
    if (spline.controls.size() <= degree)
        return Problem{.reason = "a spline with too few control points is not supported"};
    if (spline.knots.size() != spline.controls.size() + degree + 1)
        return Problem{.reason = "a spline with a wrong number of knots is not supported"};
    if (!std::is_sorted(spline.knots.begin(), spline.knots.end()))
        return Problem{.reason = "a spline with decreasing knots is not supported"};
    return {};
}

}  // namespace

void addBulged(ContourList& list, std::span<const BulgedPoint> points, bool closed) {
    list.moveTo(points.front().at);
    for (std::size_t i = 0; i + 1 < points.size(); ++i)
        addBulge(list, points[i].at, points[i + 1].at, points[i].bulge);
    if (!closed) return;
    addBulge(list, points.back().at, points.front().at, points.back().bulge);
    list.close();
}

DxfArc arcOf(PlanePoint centre, PlanePoint a, PlanePoint b, double from, double to) {
    const SineCosine first = sineCosine(from);
    const SineCosine last = sineCosine(to);
    return {centre,
            a,
            b,
            from,
            to,
            centre + a * first.cosine + b * first.sine,
            centre + a * last.cosine + b * last.sine};
}

DxfArc circularArc(PlanePoint centre, double radius, double fromDegrees, double toDegrees) {
    // Programs round the angles of a whole circle.
    const bool whole = std::abs(toDegrees - fromDegrees - 360) < 1e-6;
    double sweep = whole ? 360 : std::fmod(toDegrees - fromDegrees, 360);
    if (sweep <= 0) sweep += 360;
    const SineCosine first = sineCosineOfDegrees(std::fmod(fromDegrees, 360));
    const SineCosine last = sineCosineOfDegrees(std::fmod(whole ? fromDegrees : toDegrees, 360));
    const PlanePoint a{radius * first.cosine, radius * first.sine};
    return {centre,
            a,
            {-a.y, a.x},
            0,
            sweep * (piNumber / 180),
            centre + a,
            {centre.x + radius * last.cosine, centre.y + radius * last.sine}};
}

void addArc(ContourList& list, const DxfArc& arc) {
    list.moveTo(arc.start);
    list.arcTo(arc.centre, arc.a, arc.b, arc.from, arc.to, arc.end);
}

std::optional<Problem> addSpline(ContourList& list, const DxfSpline& spline) {
    if (auto complaint = complaintOf(spline)) return complaint;
    const auto degree = static_cast<std::size_t>(spline.degree);
    bool begun = false;
    for (std::size_t span = degree; span < spline.controls.size(); ++span) {
        const double a = spline.knots[span];
        const double b = spline.knots[span + 1];
        if (!(a < b)) continue;
        const PlanePoint start = blossom(spline, span, {a, a, a});
        const PlanePoint end = blossom(spline, span, {b, b, b});
        if (!begun) {
            list.moveTo(start);
        } else if (list.current() != start) {
            list.lineTo(start);
        }
        begun = true;
        if (degree == 1) list.lineTo(end);
        if (degree == 2) list.quadraticTo(blossom(spline, span, {a, b, b}), end);
        if (degree == 3)
            list.cubicTo(blossom(spline, span, {a, a, b}), blossom(spline, span, {a, b, b}), end);
    }
    if (!begun) return Problem{.reason = "a spline without length is not supported"};
    return {};
}

ContourList mapped(const ContourList& list, const Affine& map) {
    ContourList result = list;
    for (ContourHead& head : result.heads)
        head.start = map(head.start);
    std::size_t at = 0;
    for (const SegmentKind kind : result.segments) {
        const std::size_t count = pointsOf(kind);
        for (std::size_t i = 0; i < count; ++i) {
            PlanePoint& point = result.points[at + i];
            if (kind == SegmentKind::arc && i == 3) continue;
            point = kind == SegmentKind::arc && (i == 1 || i == 2) ? map.vector(point) : map(point);
        }
        at += count;
    }
    return result;
}

}  // namespace burin
