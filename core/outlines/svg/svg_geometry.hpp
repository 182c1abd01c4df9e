// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/outlines/outline_meter.hpp"
#include "core/outlines/svg/svg_style.hpp"

#include <string_view>

namespace burin {

/// Whether an element is drawn by itself: path, rect, circle, ellipse, line, polyline or polygon.
[[nodiscard]] bool isSvgShape(std::string_view tag);

/// The contours of a shape, in its user space. Empty if it is not drawn.
/// \pre isSvgShape(tag of `element`) \throws DrawingError, Cancelled
[[nodiscard]] ContourList svgContours(const SvgSource& source, const SvgStyler& styler,
                                      pugi::xml_node element, const SvgDeclarations& declarations,
                                      const SvgViewport& viewport, OutlineMeter& meter);
/// Whether the contours depend on the viewport: they may have lengths in percent.
[[nodiscard]] bool hasSvgLengths(std::string_view tag);

}  // namespace burin
