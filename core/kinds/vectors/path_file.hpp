// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/form/operation.hpp"
#include "core/outlines/drawing_request.hpp"
#include "core/outlines/outline.hpp"

#include <filesystem>
#include <optional>
#include <stop_token>
#include <vector>

namespace burin {

/// The key `file`, and the keys that select parts of a drawing and set its size.
[[nodiscard]] std::vector<ParameterDescription> fileParameters();

/// The drawing of a node that names one; nothing if it reported a problem. \throws Cancelled
[[nodiscard]] std::optional<Outline> outlineOfFile(const BindContext& context);

/// The names that `select` and `ignore` can have for an SVG or DXF file, also if a node refuses the drawing.
///
/// Reads the whole file, which takes seconds if it has 256 MiB. Thread-safe.
///
/// \throws DrawingError if it cannot be read; Cancelled
[[nodiscard]] DrawingParts partsOfDrawing(const std::filesystem::path& file, const std::stop_token& stop);

}  // namespace burin
