// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sinks/file_format.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>

namespace burin {

/// Sets the layout: chunks that are about square, or bands if two chunks would share a byte.
void layOutRaw(JournalHeader& header);

/// Whether chunks must be whole rows of their swath.
[[nodiscard]] bool rawNeedsBands(const SurfaceInfo& surface, const Scan& scan);

/// The name of the description is the name of the file followed by this.
inline constexpr std::string_view rawSidecarSuffix = ".yaml";

/// Writes NAME.yaml, which describes the samples of NAME.
void writeRawSidecar(const std::filesystem::path& path, const JournalHeader& header);

/// Whether a file has exactly the content that writeRawSidecar() would write.
[[nodiscard]] bool isRawSidecar(const std::filesystem::path& file, const JournalHeader& header);

/// The path of NAME.yaml if that file exists but does not describe an output. It must not be replaced unless
/// the user asks for it.
[[nodiscard]] std::optional<std::filesystem::path> foreignRawSidecar(const std::filesystem::path& path);

/// Samples in scan order without a header; NAME.yaml beside the file describes them.
[[nodiscard]] std::unique_ptr<FileFormat> makeRawFormat(const std::filesystem::path& path,
                                                        const JournalHeader& header);

}  // namespace burin
