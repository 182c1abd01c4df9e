// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/outlines/flatten.hpp"

#include <functional>
#include <span>
#include <vector>

namespace burin {

/// Receives the convex pieces of a stroke. \return false to end the stroke
using StrokePieces = std::function<bool(std::span<const PlanePoint> piece)>;

/// Draws the stroke of one contour as convex polygons that are all turned the same way; their union, filled
/// nonzero, is the stroke.
///
/// \param chords  the contour; vertices that repeat the one before are removed
/// \param tolerance  of the chords of round joins and caps, in the coordinates of the contour
/// \param drawn  whether a contour without length is a dot; one that is only a move is not
/// \return false if `pieces` ended the stroke
bool strokeContour(std::vector<ChordPoint>& chords, bool closed, bool drawn, const StrokeStyle& style,
                   double tolerance, const StrokePieces& pieces);

}  // namespace burin
