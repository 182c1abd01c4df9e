// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sinks/formats.hpp"

#include "core/base/errors.hpp"
#include "core/sinks/heights/gsf.hpp"
#include "core/sinks/heights/x3p.hpp"
#include "core/sinks/png.hpp"
#include "core/sinks/raw.hpp"
#include "core/sinks/swaths.hpp"
#include "core/sinks/tiff/tiff.hpp"

#include <algorithm>
#include <cctype>

namespace burin {

std::string lowerSuffix(const std::filesystem::path& path) {
    std::string suffix = path.extension().string();
    std::transform(suffix.begin(), suffix.end(), suffix.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return suffix;
}

std::span<const FormatInfo> fileFormats() {
    static const std::vector<FormatInfo> formats = {
        {.name = "tiff",
         .title = "TIFF, one file",
         .suffixes = {".tif", ".tiff"},
         .compresses = true,
         .shards = true,
         .layOut = &layOutTiff,
         .make = &makeTiffFormat},
        {.name = "raw",
         .title = "Raw samples",
         .suffixes = {".raw"},
         .sidecar = rawSidecarSuffix,
         .keepsScan = true,
         .shards = true,
         .layOut = &layOutRaw,
         .make = &makeRawFormat},
        {.name = "png",
         .title = "PNG picture",
         .suffixes = {".png"},
         .resumes = false,
         .longestSide = longestPngSide,
         .layOut = &layOutPng,
         .make = &makePngFormat},
        {.name = "swaths",
         .title = "TIFF, one file a swath",
         .suffixes = {".tif", ".tiff"},
         .numbered = true,
         .compresses = true,
         .layOut = &layOutTiff,
         .make = &makeSwathsFormat},
        {.name = "gsf",
         .title = "Heights, Gwyddion Simple Field",
         .suffixes = {".gsf"},
         .heights = true,
         .shards = true,
         .layOut = &layOutGsf,
         .make = &makeGsfFormat},
        {.name = "x3p",
         .title = "Heights, X3P (ISO 5436-2)",
         .suffixes = {".x3p"},
         .heights = true,
         .resumes = false,
         .layOut = &layOutX3p,
         .make = &makeX3pFormat},
    };
    return formats;
}

const FormatInfo* formatNamed(const std::filesystem::path& file) {
    const bool numbered = NumberedName::parse(file).has_value();
    const std::string suffix = lowerSuffix(file);
    const auto formats = fileFormats();
    const auto found = std::find_if(formats.begin(), formats.end(), [&](const FormatInfo& format) {
        const auto& known = format.suffixes;
        return format.numbered == numbered && std::find(known.begin(), known.end(), suffix) != known.end();
    });
    return found == formats.end() ? nullptr : &*found;
}

std::string suffixesOf(bool FormatInfo::*has) {
    std::vector<std::string_view> suffixes;
    for (const FormatInfo& format : fileFormats()) {
        const std::string_view usual = format.suffixes.front();
        const bool known = std::find(suffixes.begin(), suffixes.end(), usual) != suffixes.end();
        if (format.*has && !known) suffixes.push_back(usual);
    }
    std::string text;
    for (std::size_t i = 0; i < suffixes.size(); ++i) {
        if (i > 0) text += i + 1 == suffixes.size() ? " and " : ", ";
        text += suffixes[i];
    }
    return text;
}

std::unique_ptr<FileFormat> makeFormat(const std::filesystem::path& path, const JournalHeader& header) {
    return formatOf(path, header).make(path, header);
}

const FormatInfo& formatOf(const std::filesystem::path& path, const JournalHeader& header) {
    for (const FormatInfo& format : fileFormats()) {
        if (format.name == header.format) return format;
    }
    throw UsageError({.subject = path.string(),
                      .reason = "has a format that this version does not support, %1",
                      .details = {header.format}});
}

}  // namespace burin
