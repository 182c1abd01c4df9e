// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// An outline as data. A source (a shape, path data, an SVG or DXF file, a text, a code) makes it; then it is
// flattened, stroked, snapped and resolved.
//
// Lengths are real numbers of pixels in the outline's frame, unless a layer's `toOutline` says otherwise.

#include "core/base/problem.hpp"
#include "core/outlines/affine.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace burin {

enum class SegmentKind : std::uint8_t { line, quadratic, cubic, arc };

/// How many points a segment takes in ContourList::points: line: end; quadratic: control, end; cubic:
/// control, control, end; arc: centre C, A, B, {w0, w1}, end. The arc is C + A cos w + B sin w from w0 to w1.
[[nodiscard]] constexpr std::size_t pointsOf(SegmentKind kind) {
    return kind == SegmentKind::arc ? 5 : static_cast<std::size_t>(kind) + 1;
}

/// The start of a contour in the arrays of its list.
struct ContourHead {
    PlanePoint start;
    std::size_t firstSegment = 0;
    std::size_t firstPoint = 0;
    bool closed = false;
};

/// Contours, one after another. A line takes 17 bytes.
///
/// An open contour is closed by a straight line for the fill. A closed one whose last point is not its start
/// is closed by a line for the stroke, too.
struct ContourList {
    std::vector<ContourHead> heads;
    std::vector<SegmentKind> segments;
    std::vector<PlanePoint> points;

    /// Begins a contour.
    void moveTo(PlanePoint start) { heads.push_back({start, segments.size(), points.size(), false}); }
    /// The functions below continue the last contour. \pre moveTo() was called
    void lineTo(PlanePoint end) { add(SegmentKind::line, {&end, 1}); }
    void quadraticTo(PlanePoint control, PlanePoint end);
    void cubicTo(PlanePoint control1, PlanePoint control2, PlanePoint end);
    /// C + A cos w + B sin w from w0 to w1.
    /// \param end  the exact end of the contour, regardless of rounding in the formula
    void arcTo(PlanePoint c, PlanePoint a, PlanePoint b, double w0, double w1, PlanePoint end);
    /// Closes the last contour.
    void close() { heads.back().closed = true; }

    /// An ellipse with axes along x and y, clockwise from its right end.
    void ellipse(PlanePoint centre, double rx, double ry);
    /// Lines through `corners`, closed.
    void polygon(std::span<const PlanePoint> corners);

    [[nodiscard]] bool empty() const { return heads.empty(); }
    /// The last point of the last contour. \pre !empty()
    [[nodiscard]] PlanePoint current() const;
    /// The number of starts and segments. Flattening makes at least this many edges.
    [[nodiscard]] std::size_t leastEdges() const { return heads.size() + segments.size(); }

    struct Range {
        std::size_t segment, segmentEnd, point;
    };
    /// The segments of contour `index`, and its first point after the start.
    [[nodiscard]] Range range(std::size_t index) const {
        const std::size_t end = index + 1 < heads.size() ? heads[index + 1].firstSegment : segments.size();
        return {heads[index].firstSegment, end, heads[index].firstPoint};
    }

  private:
    void add(SegmentKind kind, std::span<const PlanePoint> added) {
        segments.push_back(kind);
        points.insert(points.end(), added.begin(), added.end());
    }
};

enum class FillRule : std::uint8_t { nonzero, evenodd };
enum class StrokeJoin : std::uint8_t { miter, round, bevel };
enum class StrokeCap : std::uint8_t { butt, round, square };

struct StrokeStyle {
    double width = 1;
    StrokeJoin join = StrokeJoin::miter;
    double miterLimit = 4;
    StrokeCap cap = StrokeCap::butt;
    std::vector<double> dash = {};  ///< empty: not dashed; no length is negative; an odd list is repeated
    double dashOffset = 0;

    friend bool operator==(const StrokeStyle&, const StrokeStyle&) = default;
};

/// A part of the plane: the contours of `list` filled by a rule, or their stroke.
struct OutlineLayer {
    std::size_t list = 0;  ///< index in Outline::lists; several layers may share a list
    FillRule rule = FillRule::nonzero;
    std::optional<StrokeStyle> stroke = {};  ///< made in the coordinates of the list, before `toOutline`
    Affine toOutline = {};
};

/// A part of the plane that clips items: the union of its parts.
struct OutlineClip {
    struct Part {
        std::size_t layer = 0;  ///< index in Outline::layers
        std::vector<std::size_t> clips =
            {};  ///< clips of this part, as indices in Outline::clips; below this clip's own index
    };
    std::vector<Part> parts;  ///< empty: everything is clipped away
};

/// A layer painted with a value over the items before it, inside all its clips.
struct OutlineItem {
    std::size_t layer = 0;                ///< index in Outline::layers
    std::vector<std::size_t> clips = {};  ///< indices in Outline::clips
    std::int32_t value = 1;               ///< V in units of 1 / M
    bool open = false;                    ///< its contours have no inside: only their stroke is drawn
};

/// A rectangle of real pixels.
struct PlaneBox {
    double left = 0;
    double top = 0;
    double right = 0;
    double bottom = 0;

    friend bool operator==(const PlaneBox&, const PlaneBox&) = default;
};

/// M of outlines that are painted in a tone.
inline constexpr std::int32_t toneUnits = 255'000;

struct Outline {
    std::vector<ContourList> lists;
    std::vector<OutlineLayer> layers;
    std::vector<OutlineClip> clips;
    std::vector<OutlineItem> items;  ///< in paint order: a later item covers earlier ones
    std::int32_t units = 1;          ///< M: 1 or toneUnits
    std::optional<PlaneBox> box;
    std::vector<Problem> warnings;  ///< remarks for `check`

    /// Adds `list`, a layer of it and an item with the value 1, and returns the item's layer.
    std::size_t paint(ContourList list, FillRule rule = FillRule::nonzero);
    /// Replaces each item by its fill, its stroke or both, as the keys `fill` and `stroke` of
    /// a node say. The contours are shared.
    void applyStroke(bool fill, const std::optional<StrokeStyle>& stroke);
};

}  // namespace burin
