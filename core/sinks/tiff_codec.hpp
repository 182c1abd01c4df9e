// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/surface_info.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace burin {

/// Whether this computer's TIFF library supports the compression.
[[nodiscard]] bool tiffCanCompress(Compression compression);

/// Compresses one packed tile of tiffTileSide samples a side, as TIFF stores it. Thread-safe.
/// \pre compression is not none
[[nodiscard]] std::vector<std::byte> compressTiffTile(std::span<const std::byte> tile, int depth,
                                                      Compression compression);

}  // namespace burin
