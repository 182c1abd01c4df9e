// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/dxf/dxf_entities.hpp"

#include "core/outlines/dxf/dxf_curves.hpp"
#include "core/outlines/trigonometry.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

namespace burin {
namespace {

constexpr const char* dxfRemedy = "explode the entity into lines and arcs, or add its name to `ignore`";

class EntityReader {
  public:
    EntityReader(const DxfSource& source, const DxfEntity& entity, const DxfJoin& join)
        : source_(source), entity_(entity), join_(join) {}

    [[nodiscard]] std::optional<DxfDrawing> read() {
        const std::string_view type = entity_.type;
        if (type == "LINE") {
            drawing_.lines.moveTo(point(10));
            drawing_.lines.lineTo(point(11));
        } else if (type == "LWPOLYLINE") {
            lightPolyline();
        } else if (type == "POLYLINE") {
            polyline();
        } else if (type == "ARC" || type == "CIRCLE") {
            circle(type == "ARC");
        } else if (type == "ELLIPSE") {
            ellipse();
        } else if (type == "SPLINE") {
            spline();
        } else if (type == "SOLID") {
            const std::array<PlanePoint, 4> corners = {point(10), point(11), has(13) ? point(13) : point(12),
                                                       point(12)};
            drawing_.area.polygon(corners);
        } else if (type == "HATCH") {
            hatch();
        } else {
            return {};
        }
        return std::move(drawing_);
    }

  private:
    [[noreturn]] void fail(std::string reason, std::vector<std::string> details = {}) const {
        source_.fail(entity_.line, std::move(reason), dxfRemedy, std::move(details));
    }

    [[nodiscard]] bool has(int code) const { return !entity_.text(code).empty(); }
    [[nodiscard]] double number(int code, double fallback = 0) const {
        return source_.number(entity_, code, fallback);
    }
    [[nodiscard]] PlanePoint point(int code) const { return {number(code), number(code + 10)}; }

    [[nodiscard]] int flags() const { return source_.whole(entity_, 70, 0); }

    void lightPolyline() {
        if (lightWidth() != 0) fail("an LWPOLYLINE with a width is not supported");
        std::vector<BulgedPoint> points;
        for (const DxfTag& tag : entity_.tags) {
            if (tag.code == 10) points.push_back({{source_.number(tag), 0}});
            if (points.empty()) continue;
            if (tag.code == 20) points.back().at.y = source_.number(tag);
            if (tag.code == 42) points.back().bulge = source_.number(tag);
        }
        if (points.size() > 1) addBulged(drawing_.lines, points, (flags() & 1) != 0);
    }

    /// The first width that is not 0. The width of the whole polyline counts only if no vertex has its own.
    [[nodiscard]] double lightWidth() const {
        bool own = false;
        for (const DxfTag& tag : entity_.tags) {
            if (tag.code != 40 && tag.code != 41) continue;
            own = true;
            if (const double width = source_.number(tag); width != 0) return width;
        }
        return own ? 0 : number(43);
    }

    void polyline() {
        if ((flags() & (8 | 16 | 64)) != 0) fail("a POLYLINE in space or of a mesh is not supported");
        std::vector<BulgedPoint> points;
        for (const DxfEntity& vertex : entity_.parts) {
            constexpr int controlOfSpline = 16;
            if ((source_.whole(vertex, 70, 0) & controlOfSpline) != 0) continue;
            if (source_.number(vertex, 40, number(40)) != 0 || source_.number(vertex, 41, number(41)) != 0)
                fail("a POLYLINE with a width is not supported");
            points.push_back({{source_.number(vertex, 10, 0), source_.number(vertex, 20, 0)},
                              source_.number(vertex, 42, 0)});
        }
        if (points.size() > 1) addBulged(drawing_.lines, points, (flags() & 1) != 0);
    }

    void circle(bool arc) {
        const double radius = number(40);
        if (!(radius > 0)) fail("the radius is not positive");
        if (arc) {
            addArc(drawing_.lines, circularArc(point(10), radius, number(50), number(51)));
            return;
        }
        drawing_.lines.ellipse(point(10), radius, radius);
    }

    [[nodiscard]] DxfArc ellipseOf(PlanePoint centre, PlanePoint major, double ratio, double from,
                                   double to) const {
        constexpr double turn = 2 * piNumber;
        if (!(std::abs(ratio) > 0) || (major.x == 0 && major.y == 0)) fail("the ellipse has no extent");
        // Programs write the angle of a whole turn with as few as five decimals.
        const bool whole = std::abs(to - from - turn) < 1e-5;
        from = std::fmod(from, turn);
        to = whole ? from + turn : std::fmod(to, turn);
        if (to <= from + 1e-12) to += turn;
        return arcOf(centre, major, {-major.y * ratio, major.x * ratio}, from, to);
    }

    void ellipse() {
        const double first = number(41);
        const double last = number(42, 2 * piNumber);
        DxfArc arc = ellipseOf(point(10), point(11), number(40, 1), first, last);
        // Seen from below it turns clockwise.
        if (source_.number(entity_, 230, 1) < 0) arc = arcOf(arc.centre, arc.a, -arc.b, arc.from, arc.to);
        addArc(drawing_.lines, arc);
        if (std::abs(arc.to - arc.from - 2 * piNumber) < 1e-9) drawing_.lines.close();
    }

    void spline() {
        constexpr int rational = 4;
        DxfSpline spline{source_.whole(entity_, 71, 3), {}, {}};
        std::vector<double> weights;
        bool fitted = false;
        for (const DxfTag& tag : entity_.tags) {
            if (tag.code == 40) spline.knots.push_back(source_.number(tag));
            if (tag.code == 41) weights.push_back(source_.number(tag));
            if (tag.code == 10) spline.controls.push_back({source_.number(tag), 0});
            if (tag.code == 20 && !spline.controls.empty()) spline.controls.back().y = source_.number(tag);
            if (tag.code == 11) fitted = true;
        }
        if (spline.controls.empty() && fitted) fail("a SPLINE with only fit points is not supported");
        const bool weighted = std::any_of(weights.begin(), weights.end(),
                                          [&](double weight) { return weight != weights.front(); });
        if (weighted && ((flags() & rational) != 0 || !weights.empty()))
            fail("a rational SPLINE is not supported");
        if (auto mistake = addSpline(drawing_.lines, spline)) fail(mistake->reason, mistake->details);
    }

    // ---- hatches: the tags have a meaning by their order

    [[nodiscard]] bool hasNext(int code) const {
        return at_ < entity_.tags.size() && entity_.tags[at_].code == code;
    }
    /// The value of the next tag, which must have this code.
    [[nodiscard]] double next(int code) {
        if (!hasNext(code)) {
            source_.fail(at_ < entity_.tags.size() ? entity_.tags[at_].line : entity_.line,
                         "the boundary of a HATCH is damaged: group %1 is missing", dxfRemedy,
                         {std::to_string(code)});
        }
        return source_.number(entity_.tags[at_++]);
    }
    [[nodiscard]] PlanePoint nextPoint(int code) {
        const double x = next(code);
        return {x, next(code + 10)};
    }
    /// The number of tags that follow. It cannot exceed the number of tags that are left.
    [[nodiscard]] std::size_t nextCount(int code) {
        const double count = next(code);
        if (!(count >= 0) || count > static_cast<double>(entity_.tags.size()))
            source_.fail(entity_.tags[at_ - 1].line, "the boundary of a HATCH is damaged: a wrong number",
                         dxfRemedy);
        return static_cast<std::size_t>(count);
    }

    /// Of a hatch.
    struct Boundary {
        int kind = 0;
        std::optional<std::uint32_t> gap;  ///< the line of the edge that follows its first gap
    };

    void hatch() {
        if (flags() != 1) fail("a HATCH with a pattern is not supported");
        while (at_ < entity_.tags.size() && entity_.tags[at_].code != 91)
            ++at_;
        const std::size_t loops = nextCount(91);
        std::vector<Boundary> boundaries;  // one for each contour
        for (std::size_t i = 0; i < loops; ++i) {
            Boundary boundary{static_cast<int>(std::clamp(next(92), 0.0, 1e6)), {}};
            constexpr int ofPolyline = 2;
            if ((boundary.kind & ofPolyline) != 0) {
                polylineLoop();
            } else {
                boundary.gap = edgeLoop();
            }
            // Before AutoCAD 2010 a spline has no number of fit points, so this number may have been read
            // already.
            if (hasNext(97)) static_cast<void>(nextCount(97));
            while (hasNext(330))
                ++at_;
            boundaries.resize(drawing_.area.heads.size(), boundary);
        }
        leaveOutInner(boundaries);
    }

    /// Leaves out the boundaries that the style of the hatch does not show: 1 shows the outermost area with
    /// its holes, 2 shows it without holes. Files that do not tell the kinds of boundaries apart keep all.
    /// Only the boundaries that are shown must have no gap.
    void leaveOutInner(const std::vector<Boundary>& boundaries) {
        constexpr int external = 1;
        constexpr int outermost = 16;
        const int style = source_.whole(entity_, 75, 0);
        const int telling = style == 1 ? outermost : style == 2 ? external : 0;
        const auto has = [&boundaries](int flag) {
            return std::any_of(boundaries.begin(), boundaries.end(),
                               [flag](const Boundary& boundary) { return (boundary.kind & flag) != 0; });
        };
        const int kept = has(external) && has(telling) ? external | telling : 0;
        const auto shown = [kept](const Boundary& boundary) {
            return kept == 0 || (boundary.kind & kept) != 0;
        };
        for (const Boundary& boundary : boundaries) {
            if (boundary.gap && shown(boundary))
                source_.fail(*boundary.gap, "the boundary of a HATCH has a gap before this edge",
                             "close the boundary, or use a larger join");
        }
        if (kept == 0) return;
        const ContourList all = std::exchange(drawing_.area, {});
        for (std::size_t i = 0; i < boundaries.size(); ++i) {
            if (shown(boundaries[i])) addContour(all, i);
        }
    }

    /// Adds a contour of another list to the area.
    void addContour(const ContourList& list, std::size_t index) {
        const ContourList::Range range = list.range(index);
        const bool last = index + 1 == list.heads.size();
        const std::size_t pointEnd = last ? list.points.size() : list.heads[index + 1].firstPoint;
        ContourList& area = drawing_.area;
        area.heads.push_back(list.heads[index]);
        area.heads.back().firstSegment = area.segments.size();
        area.heads.back().firstPoint = area.points.size();
        area.segments.insert(area.segments.end(), list.segments.data() + range.segment,
                             list.segments.data() + range.segmentEnd);
        area.points.insert(area.points.end(), list.points.data() + range.point,
                           list.points.data() + pointEnd);
    }

    void polylineLoop() {
        const bool bulged = next(72) != 0;
        const bool closed = next(73) != 0;
        const std::size_t count = nextCount(93);
        std::vector<BulgedPoint> points;
        for (std::size_t i = 0; i < count; ++i) {
            points.push_back({nextPoint(10)});
            if (bulged && hasNext(42)) points.back().bulge = next(42);
        }
        (void)closed;  // a boundary is closed anyway
        if (points.size() > 1) addBulged(drawing_.area, points, true);
    }

    /// \return the line of the edge that follows the first gap
    [[nodiscard]] std::optional<std::uint32_t> edgeLoop() {
        DxfPieces edges;
        for (std::size_t i = nextCount(93); i > 0; --i) {
            const double type = next(72);
            edges.lines.push_back(entity_.tags[at_ - 1].line);
            if (type == 1) {
                edges.list.moveTo(nextPoint(10));
                edges.list.lineTo(nextPoint(11));
            } else if (type == 2) {
                addArc(edges.list, arcEdge());
            } else if (type == 3) {
                addArc(edges.list, ellipseEdge());
            } else if (type == 4) {
                splineEdge(edges.list);
            } else {
                source_.fail(edges.lines.back(), "the boundary of a HATCH is damaged: an unknown edge",
                             dxfRemedy);
            }
        }
        if (edges.list.empty()) return {};
        if (const auto apart = addLoop(edges.list, join_, drawing_.area)) return edges.lines[*apart];
        return {};
    }

    [[nodiscard]] DxfArc arcEdge() {
        const PlanePoint centre = nextPoint(10);
        const double radius = next(40);
        const double from = next(50);
        const double to = next(51);
        const bool anticlockwise = next(73) != 0;
        // Clockwise edges are written with mirrored angles.
        const DxfArc arc =
            circularArc(centre, radius, anticlockwise ? from : -to, anticlockwise ? to : -from);
        return anticlockwise ? arc : arc.reversed();
    }

    [[nodiscard]] DxfArc ellipseEdge() {
        const PlanePoint centre = nextPoint(10);
        const PlanePoint major = nextPoint(11);
        const double ratio = next(40);
        const double from = next(50) * (piNumber / 180);
        const double to = next(51) * (piNumber / 180);
        const bool anticlockwise = next(73) != 0;
        const DxfArc arc =
            ellipseOf(centre, major, ratio, anticlockwise ? from : -to, anticlockwise ? to : -from);
        return anticlockwise ? arc : arc.reversed();
    }

    void splineEdge(ContourList& edges) {
        DxfSpline spline{static_cast<int>(std::clamp(next(94), 0.0, 100.0)), {}, {}};
        const bool rational = next(73) != 0;
        if (next(74) != 0) {
            // A periodic spline needs no other treatment: its knots describe it.
        }
        const std::size_t knots = nextCount(95);
        const std::size_t controls = nextCount(96);
        for (std::size_t i = 0; i < knots; ++i)
            spline.knots.push_back(next(40));
        for (std::size_t i = 0; i < controls; ++i) {
            spline.controls.push_back(nextPoint(10));
            if (rational && hasNext(42) && next(42) != 1)
                fail("a HATCH with a rational spline is not supported");
        }
        if (hasNext(97)) {
            for (std::size_t k = nextCount(97); k > 0 && hasNext(11); --k)
                static_cast<void>(nextPoint(11));
            if (hasNext(12)) static_cast<void>(nextPoint(12));
            if (hasNext(13)) static_cast<void>(nextPoint(13));
        }
        if (auto mistake = addSpline(edges, spline)) fail(mistake->reason, mistake->details);
    }

    const DxfSource& source_;
    const DxfEntity& entity_;
    const DxfJoin& join_;
    DxfDrawing drawing_;
    std::size_t at_ = 0;  ///< the next tag of a hatch
};

}  // namespace

std::optional<DxfDrawing> drawingOf(const DxfSource& source, const DxfEntity& entity, const DxfJoin& join) {
    return EntityReader(source, entity, join).read();
}

Affine planeOf(const DxfSource& source, const DxfEntity& entity) {
    const double x = source.number(entity, 210, 0);
    const double y = source.number(entity, 220, 0);
    const double z = source.number(entity, 230, 1);
    if (std::abs(x) > 1e-9 || std::abs(y) > 1e-9 || z == 0)
        source.fail(entity.line, "the %1 does not lie in the plane of the drawing", dxfRemedy,
                    {std::string(entity.type)});
    const bool inWorld = entity.type == "LINE" || entity.type == "SPLINE" || entity.type == "ELLIPSE";
    return z < 0 && !inWorld ? Affine::scale(-1, 1) : Affine();
}

}  // namespace burin
