// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/outlines/drawing_request.hpp"
#include "core/outlines/outline_meter.hpp"

#include <stop_token>
#include <string>

namespace burin {

/// Reads an SVG drawing, as far as docs/drawings.md lists its parts.
///
/// Other files are never opened. The limits are those of SvgSource, 32 references of `use` inside one
/// another, and 10^6 elements once these references are followed.
///
/// \throws DrawingError for damaged or unsupported parts, with their place; Cancelled
[[nodiscard]] Outline readSvg(std::string text, const DrawingRequest& request, OutlineMeter meter = {});

/// The labels and ids in an SVG drawing, and the elements and properties in it that the reader would refuse.
/// Does not read shapes and styles, so it also lists the parts of drawings that readSvg refuses.
///
/// \param file  for messages
/// \throws DrawingError for a file that SvgSource refuses; Cancelled
[[nodiscard]] DrawingParts svgParts(std::string text, const std::string& file, const std::stop_token& stop);

}  // namespace burin
