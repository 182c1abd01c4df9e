// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/journal.hpp"
#include "core/sinks/file_format.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace burin {

/// The program's knowledge of a file format. A format consists of its pair of files and its row in
/// formats.cpp.
struct FormatInfo {
    std::string_view name;                   ///< in journals and settings
    std::string_view title;                  ///< as shown to people
    std::vector<std::string_view> suffixes;  ///< in lower case, with the dot; the usual one first
    std::string_view sidecar = {};           ///< suffix of a file beside it that describes it; may be empty
    bool numbered = false;                   ///< one file for each swath, named by a NumberedName
    bool keepsScan = false;                  ///< stores samples in scan order, for any scan
    bool compresses = false;                 ///< supports compression and BigTIFF
    bool heights = false;                    ///< stores heights in metres instead of packed samples
    bool shards = false;                     ///< whether several processes may write one file, uncompressed
    /// whether an interrupted export can be resumed; otherwise the journal records whole files
    bool resumes = true;
    std::int64_t longestSide = 0;  ///< samples; 0: no limit
    /// Sets how the file is laid out: its chunks, and whether it must be a BigTIFF.
    void (*layOut)(JournalHeader& header) = nullptr;
    std::unique_ptr<FileFormat> (*make)(const std::filesystem::path& path,
                                        const JournalHeader& header) = nullptr;
};

/// The suffix of a file's name in lower case, with the dot; empty if it has none. Names may be written in any
/// case.
[[nodiscard]] std::string lowerSuffix(const std::filesystem::path& path);

/// All formats, in the order of their display.
[[nodiscard]] std::span<const FormatInfo> fileFormats();

/// The format for a file's name; nullptr if there is none.
[[nodiscard]] const FormatInfo* formatNamed(const std::filesystem::path& file);

/// The usual suffixes of the formats for which `has` is true, as `.tif and .raw`.
[[nodiscard]] std::string suffixesOf(bool FormatInfo::*has);

/// The format named in a journal's head. \throws UsageError for an unknown one
[[nodiscard]] const FormatInfo& formatOf(const std::filesystem::path& path, const JournalHeader& header);

/// The file described by a journal's head. \throws what formatOf throws
[[nodiscard]] std::unique_ptr<FileFormat> makeFormat(const std::filesystem::path& path,
                                                     const JournalHeader& header);

}  // namespace burin
