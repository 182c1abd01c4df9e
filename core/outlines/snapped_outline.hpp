// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/outlines/outline.hpp"
#include "core/outlines/outline_meter.hpp"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace burin {

/// Steps in a pixel. A step is the unit of snapped and resolved outlines.
inline constexpr std::int32_t outlineSteps = 256;
/// Coordinates in steps are smaller than this in magnitude.
inline constexpr std::int32_t outlineReach = 1 << 30;

/// A place in steps.
struct StepPoint {
    std::int32_t x = 0;
    std::int32_t y = 0;

    friend bool operator==(const StepPoint&, const StepPoint&) = default;
};

/// Closed polygons in steps, as layers with a rule and items in paint order.
///
/// No point equals the point before it, and no polygon has fewer than two points.
struct SnappedOutline {
    struct Layer {
        FillRule rule = FillRule::nonzero;
        std::size_t firstContour = 0;  ///< up to the next layer's
    };
    std::vector<StepPoint> points;
    std::vector<std::size_t> contours;  ///< first point of each contour
    std::vector<Layer> layers;
    std::vector<OutlineClip> clips;
    std::vector<OutlineItem> items;
    std::int32_t units = 1;
    std::optional<PlaneBox> box;  ///< in pixels, after the map

    [[nodiscard]] std::size_t contourEnd(std::size_t contour) const {
        return contour + 1 < contours.size() ? contours[contour + 1] : points.size();
    }
    [[nodiscard]] std::size_t layerEnd(std::size_t layer) const {
        return layer + 1 < layers.size() ? layers[layer + 1].firstContour : contours.size();
    }
};

/// Flattens, strokes and snaps an outline under `map`. Layers that no item shows stay empty.
///
/// Memory: 8 bytes for each edge. \throws OutlineError, Cancelled
[[nodiscard]] SnappedOutline snap(const Outline& outline, const Affine& map,
                                  const std::stop_token& stop = {});

/// The map of the keys `mirror`, `scale` and `rotate`: if the outline has a box, the bounding rectangle of
/// the mapped box has its corner at (0, 0).
[[nodiscard]] Affine placed(const Outline& outline, bool mirrorX, bool mirrorY, PlanePoint scale,
                            double rotateDegrees);

/// The bounding rectangle of a mapped box.
[[nodiscard]] PlaneBox bounds(const PlaneBox& box, const Affine& map);

}  // namespace burin
