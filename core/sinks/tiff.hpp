// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sinks/file_format.hpp"
#include "core/sinks/tiled_tiff_layout.hpp"

#include <filesystem>
#include <memory>

namespace burin {

/// The TIFF image of a part of the surface with that size.
[[nodiscard]] TiledTiffLayout::Image tiffImage(const JournalHeader& header, Size size);

/// The chunks of a TIFF, which are its tiles.
[[nodiscard]] ChunkGrid tiffGrid(const JournalHeader& header);

/// Sets the layout: tiles, and BigTIFF if the largest of its files needs it.
void layOutTiff(JournalHeader& header);

/// One tiled TIFF.
[[nodiscard]] std::unique_ptr<FileFormat> makeTiffFormat(const std::filesystem::path& path,
                                                         const JournalHeader& header);

}  // namespace burin
