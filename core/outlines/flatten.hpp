// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/outlines/outline.hpp"

#include <vector>

namespace burin {

/// How far, in pixels, a chord may lie from its curve.
inline constexpr double flatteningTolerance = 1.0 / 1024;

/// A vertex of flattened contours.
struct ChordPoint {
    PlanePoint at;
    bool insideCurve = false;  ///< between two chords of one segment
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
/// \pre chordCount() of the list is small enough
void flattenContour(const ContourList& list, std::size_t index, const Affine& map, double tolerance,
                    std::vector<ChordPoint>& chords);

}  // namespace burin
