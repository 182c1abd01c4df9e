// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/surface_info.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace burin {

/// Whether this computer's TIFF library supports the compression.
[[nodiscard]] bool tiffCanCompress(Compression compression);

/// Compresses the packed samples of one tile or strip, as TIFF stores it. Thread-safe.
/// \pre compression is not none
[[nodiscard]] std::vector<std::byte> compressTiffBlock(std::span<const std::byte> block,
                                                       Compression compression);

}  // namespace burin
