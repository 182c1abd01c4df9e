// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sinks/file_format.hpp"
#include "core/sinks/tiled_tiff_layout.hpp"

#include <filesystem>
#include <memory>

namespace burin {

/// The image of a part of the surface that is `size` large.
[[nodiscard]] TiledTiffLayout::Image tiffImage(const JournalHeader& header, Size size);

/// The chunks of TIFFs: their tiles.
[[nodiscard]] ChunkGrid tiffGrid(const JournalHeader& header);

/// One tiled TIFF.
[[nodiscard]] std::unique_ptr<FileFormat> makeTiffFormat(const std::filesystem::path& path,
                                                         const JournalHeader& header);

}  // namespace burin
