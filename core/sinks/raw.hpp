// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sinks/file_format.hpp"

#include <filesystem>
#include <memory>

namespace burin {

/// The size of the chunks of a raw file: about square, or bands where two chunks would share a byte.
[[nodiscard]] Size rawChunk(const SurfaceInfo& surface, const Scan& scan);

/// Whether chunks have to be whole rows of their swath.
[[nodiscard]] bool rawNeedsBands(const SurfaceInfo& surface, const Scan& scan);

/// NAME.yaml, which says what the samples of NAME are.
void writeRawSidecar(const std::filesystem::path& path, const JournalHeader& header);

/// Samples in scan order without a header; NAME.yaml beside it says what they are.
[[nodiscard]] std::unique_ptr<FileFormat> makeRawFormat(const std::filesystem::path& path,
                                                        const JournalHeader& header);

}  // namespace burin
