// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/form/description.hpp"
#include "core/kinds/form/values.hpp"
#include "core/outlines/snapped_outline.hpp"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace burin {

/// The keys that every vector kind has for drawing its outline: fill, stroke, mirror, scale and rotate.
struct OutlineDrawing {
    bool fill = true;
    std::optional<StrokeStyle> stroke = {};
    std::string mirror = "none";
    PlanePoint scale = {1, 1};
    double rotateDegrees = 0;

    [[nodiscard]] static OutlineDrawing of(const Values& values);
    /// The map of `mirror`, `scale` and `rotate` for an outline, see placed().
    [[nodiscard]] Affine mapOf(const Outline& outline) const;
    /// Applies the keys to an outline, flattens and snaps it. \throws OutlineError, Cancelled
    [[nodiscard]] SnappedOutline snapped(Outline outline, const std::stop_token& stop) const;
    /// All keys as one text, for fingerprints.
    [[nodiscard]] std::string canonical() const;
};

/// The node's own keys enlarge its outline at most by this factor.
[[nodiscard]] double outlineStretch(const Values& values);

/// The descriptions of `fill` and `stroke`.
[[nodiscard]] std::vector<ParameterDescription> strokeParameters();
/// Those of `mirror`, `scale` and `rotate`.
[[nodiscard]] std::vector<ParameterDescription> placingParameters();

}  // namespace burin
