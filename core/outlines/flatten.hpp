// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/outlines/outline.hpp"

#include <cstdint>
#include <vector>

namespace burin {

/// How far, in pixels, a chord may lie from its curve.
inline constexpr double flatteningTolerance = 1.0 / 1024;

/// The unit tangents of the curves that meet at a vertex; (0, 0) for a line or a missing segment. The last
/// chord of a curve has another direction than the tangent: the curve turns along this chord, and the two
/// differ by half of that angle.
struct CurveDirections {
    PlanePoint arriving;
    PlanePoint leaving;
};

/// A vertex of flattened contours.
struct ChordPoint {
    PlanePoint at;
    bool insideCurve = false;      ///< between two chords of one segment
    std::uint32_t directions = 0;  ///< index of its CurveDirections; 0: no curve begins or ends here
};

/// The number of chords for a segment from `start`, at least 1; may be larger than any integer.
/// \param points  pointsOf(kind) points
[[nodiscard]] double chordCount(SegmentKind kind, PlanePoint start, const PlanePoint* points,
                                double tolerance);

/// The chords of an arc of `angle` radians with the half axes A and B.
[[nodiscard]] double arcChordCount(PlanePoint a, PlanePoint b, double angle, double tolerance);

/// The number of chords of all segments of `list` under `map`, found without making them.
[[nodiscard]] double chordCount(const ContourList& list, const Affine& map, double tolerance);

/// Replaces `chords` by the vertices of contour `index` under `map`: its start and the end of each chord.
///
/// \param directions  if not null, replaced by the tangents at the ends of curves; the first entry belongs to
///         no vertex
/// \pre chordCount() of the list is small enough
void flattenContour(const ContourList& list, std::size_t index, const Affine& map, double tolerance,
                    std::vector<ChordPoint>& chords, std::vector<CurveDirections>* directions = nullptr);

}  // namespace burin
