// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/outlines/dxf/dxf_chains.hpp"
#include "core/outlines/dxf/dxf_source.hpp"
#include "core/outlines/outline.hpp"

#include <optional>
#include <string>

namespace burin {

/// The contours of an entity, in its own coordinates, with y upwards.
struct DxfDrawing {
    ContourList lines;  ///< closed contours, or open ones whose ends may be joined with others
    ContourList area;   ///< closed contours that are filled on their own, by the rule evenodd
};

/// \param join  of the edges of a hatch
/// \return nothing if the entity is of a type that is not supported
/// \throws DrawingError if it is damaged, or is of a variety that is not supported
[[nodiscard]] std::optional<DxfDrawing> drawingOf(const DxfSource& source, const DxfEntity& entity,
                                                  const DxfJoin& join);

/// The reflection of entities whose plane is seen from below; the identity for others.
/// \throws DrawingError if the plane is not that of the drawing
[[nodiscard]] Affine planeOf(const DxfSource& source, const DxfEntity& entity);

}  // namespace burin
