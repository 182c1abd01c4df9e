// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/outlines/drawing_request.hpp"
#include "core/outlines/outline_meter.hpp"

#include <stop_token>
#include <string>
#include <string_view>

namespace burin {

/// The reason of the problem with a drawing whose unit neither the file nor the request names.
inline constexpr std::string_view dxfWithoutUnit = "the drawing does not name its unit ($INSUNITS)";

/// Reads a DXF drawing, as far as docs/drawings.md lists its parts.
///
/// Lines and curves whose ends meet become contours of one layer of the rule evenodd; each hatch and each
/// solid is a layer of its own. The box is the rectangle around everything that is drawn, selected or not.
///
/// \throws DrawingError for damaged or unsupported parts or too many of them, with their line; Cancelled
[[nodiscard]] Outline readDxf(std::string text, const DrawingRequest& request, OutlineMeter meter = {});

/// The layers of a DXF drawing, in the order of their names, and the types of its entities.
///
/// \param file  for messages
/// \throws DrawingError for a file that DxfSource refuses; Cancelled
[[nodiscard]] DrawingParts dxfParts(std::string text, const std::string& file, const std::stop_token& stop);

}  // namespace burin
