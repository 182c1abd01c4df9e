// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engraving/comparing/height_grid.hpp"

#include <filesystem>
#include <string>

namespace burin {

/// Whether a residual can be written to a file of this name: `.gsf`, `.x3p` or `.png`.
[[nodiscard]] bool isResidualName(const std::filesystem::path& path);

/// Writes heights to a file atomically, replacing any file of that name. A `.png` shows them from black,
/// which is minus the largest magnitude, to white; 0 is middle gray, and missing heights are black.
/// \param title  the title in a `.gsf` or `.x3p` \throws SinkError, ImageError if it cannot be written
void writeResidual(const std::filesystem::path& path, const HeightGrid& grid, const std::string& title);

}  // namespace burin
