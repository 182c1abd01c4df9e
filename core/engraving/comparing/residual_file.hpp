// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engraving/comparing/height_grid.hpp"

#include <filesystem>
#include <string>

namespace burin {

/// Whether a residual can be written to a file of this name: `.gsf`, `.x3p` or `.png`.
[[nodiscard]] bool isResidualName(const std::filesystem::path& path);

/// Writes heights whole or not at all, replacing any file of that name. A `.png` shows them from black, minus
/// the largest magnitude, to white; middle gray is 0, and missing ones are black.
/// \param title  of a `.gsf` or `.x3p` \throws SinkError, ImageError if it cannot be written
void writeResidual(const std::filesystem::path& path, const HeightGrid& grid, const std::string& title);

}  // namespace burin
