// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/outlines/flatten.hpp"

#include <functional>
#include <span>
#include <vector>

namespace burin {

/// Receives the convex pieces of a stroke. A dot that draws nothing is an empty piece, so that the receiver
/// can end a stroke of endless dashes. \return false to end the stroke
using StrokePieces = std::function<bool(std::span<const PlanePoint> piece)>;

/// Lengths in the coordinates of a contour that is stroked before it is mapped.
struct StrokeAccuracy {
    double tolerance = 0;     ///< tolerance of the chords of curves, round joins and caps
    double leastOverlap = 0;  ///< after mapping, it is at most 1/128 px long in any direction
    /// How far joins and caps extend into the neighbouring chords. After mapping it is at least 1/128 px,
    /// which is more than snapping moves their sides.
    double overlap = 0;

    /// \pre map.largestStretch() > 0
    [[nodiscard]] static StrokeAccuracy under(const Affine& map);
};

/// Draws the stroke of one contour as convex polygons that are all turned the same way; their union, filled
/// nonzero, is the stroke. Where curves end, joins, caps and the ends of the pieces follow their tangents.
///
/// \param chords  the contour; vertices that repeat the one before are removed
/// \param directions  of the vertices; more are added
/// \param drawn  whether a contour without length is a dot; one that is only a move is not
/// \return false if `pieces` ended the stroke \throws OutlineError if a round join or cap has too many chords
bool strokeContour(const std::vector<ChordPoint>& chords, std::vector<CurveDirections>& directions,
                   bool closed, bool drawn, const StrokeStyle& style, const StrokeAccuracy& accuracy,
                   const StrokePieces& pieces);

}  // namespace burin
