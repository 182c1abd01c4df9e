// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sinks/file_format.hpp"

#include "core/base/checksum.hpp"
#include "core/base/errors.hpp"
#include "core/sinks/png.hpp"
#include "core/sinks/raw.hpp"
#include "core/sinks/swaths.hpp"
#include "core/sinks/tiff.hpp"

namespace burin {

std::unique_ptr<FileFormat> makeFormat(const std::filesystem::path& path, const JournalHeader& header) {
    if (header.format == "raw") return makeRawFormat(path, header);
    if (header.format == "tiff") return makeTiffFormat(path, header);
    if (header.format == "png") return makePngFormat(path, header);
    if (header.format == "swaths") return makeSwathsFormat(path, header);
    throw UsageError(path.string() + ": is of a format that this version does not know, " + header.format);
}

std::uint64_t addToRun(std::uint64_t run, std::uint64_t chunk) {
    return checksum(std::as_bytes(std::span(&chunk, 1)), run);
}

}  // namespace burin
