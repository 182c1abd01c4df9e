// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/outlines/drawing_request.hpp"
#include "core/outlines/outline_meter.hpp"

#include <string>

namespace burin {

/// Reads an SVG drawing, as far as docs/drawings.md lists its parts.
///
/// Other files are never opened. The limits are those of SvgSource, 32 references of `use` inside one
/// another, and 10^6 elements once these are followed.
///
/// \throws DrawingError for damaged or unsupported parts, with their place; Cancelled
[[nodiscard]] Outline readSvg(std::string text, const DrawingRequest& request, OutlineMeter meter = {});

}  // namespace burin
