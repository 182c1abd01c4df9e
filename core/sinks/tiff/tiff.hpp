// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sinks/file_format.hpp"
#include "core/sinks/tiff/tiff_file_layout.hpp"

#include <filesystem>
#include <memory>

namespace burin {

/// The TIFF image of a part of the surface with that size. \pre the header is laid out
[[nodiscard]] TiffFileLayout::Image tiffImage(const JournalHeader& header, Size size);

/// The chunks of a TIFF: its tiles, its compressed strips, or pieces of its uncompressed strips.
[[nodiscard]] ChunkGrid tiffGrid(const JournalHeader& header);

/// Sets the layout: strips or tiles, and BigTIFF if the largest of its files needs it.
void layOutTiff(JournalHeader& header);

/// A single TIFF file.
[[nodiscard]] std::unique_ptr<FileFormat> makeTiffFormat(const std::filesystem::path& path,
                                                         const JournalHeader& header);

}  // namespace burin
