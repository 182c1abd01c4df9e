// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sinks/open_sink.hpp"

#include "core/base/errors.hpp"
#include "core/export/scan.hpp"
#include "core/sinks/bands.hpp"
#include "core/sinks/null.hpp"
#include "core/sinks/png.hpp"
#include "core/sinks/raw.hpp"
#include "core/sinks/stdout.hpp"
#include "core/sinks/swaths.hpp"
#include "core/sinks/tiff.hpp"
#include "core/sinks/tiff_codec.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <system_error>

namespace burin {
namespace {

std::string lowerSuffix(const std::filesystem::path& path) {
    std::string suffix = path.extension().string();
    std::transform(suffix.begin(), suffix.end(), suffix.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return suffix;
}

void refuse(bool condition, const std::string& spec, const std::string& why) {
    if (condition) throw UsageError(spec + ": " + why);
}

void refuseTiffOptions(const std::string& spec, const SinkOptions& options) {
    refuse(options.compression != Compression::none, spec, "--compression is for .tif");
    refuse(options.bigTiff, spec, "--bigtiff is for .tif");
}

void refuseResuming(const std::string& spec, const SinkOptions& options) {
    refuse(options.policy.resume, spec, "cannot be resumed: it leaves nothing to go on from");
    refuse(!options.shard.whole(), spec, "--shard is for uncompressed .tif and .raw");
}

void refuseScan(const std::string& spec, const SinkOptions& options) {
    refuse(options.scan.swathWidth != 0, spec,
           "--scan swaths is for .raw, for - and for numbered files such as dir/%05d.tif");
    refuse(options.scan.serpentine, spec, "--serpentine is for .raw and for -");
}

JournalHeader headerFor(const SurfaceInfo& surface, const SinkOptions& options, const std::string& format) {
    JournalHeader header;
    header.surface = surface;
    header.scan = options.scan;
    header.format = format;
    header.compression = options.compression;
    header.shard = options.shard;
    return header;
}

void refuseWrongPlace(const std::string& spec, const std::filesystem::path& folder) {
    std::error_code error;
    refuse(!std::filesystem::is_directory(folder, error), spec, "there is no folder " + folder.string());
    refuse(std::filesystem::is_directory(spec, error), spec, "is a folder");
    const std::string part = spec + ".part";
    refuse(std::filesystem::exists(part, error) && !std::filesystem::is_regular_file(part, error), part,
           "is in the way: it is no regular file");
}

std::filesystem::path folderOf(const std::filesystem::path& path) {
    return path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
}

std::unique_ptr<Sink> openFile(const std::string& spec, const JournalHeader& header,
                               const SinkOptions& options) {
    return std::make_unique<JournaledSink>(spec, makeFormat(spec, header), header, options.policy,
                                           options.stop, options.tells);
}

std::unique_ptr<Sink> openRaw(const std::string& spec, const SurfaceInfo& surface,
                              const SinkOptions& options) {
    refuseTiffOptions(spec, options);
    JournalHeader header = headerFor(surface, options, "raw");
    header.chunk = rawChunk(surface, options.scan);
    return openFile(spec, header, options);
}

void checkCompression(const std::string& spec, const SinkOptions& options) {
    if (options.compression == Compression::none) return;
    refuse(!options.shard.whole(), spec, "--shard is for uncompressed .tif and .raw");
    refuse(!tiffCanCompress(options.compression), spec,
           "the TIFF library of this machine cannot write " + compressionText(options.compression));
}

std::unique_ptr<Sink> openTiff(const std::string& spec, const SurfaceInfo& surface,
                               const SinkOptions& options) {
    refuseScan(spec, options);
    checkCompression(spec, options);
    JournalHeader header = headerFor(surface, options, "tiff");
    header.chunk = {tiffTileSide, tiffTileSide};
    header.bigTiff = options.bigTiff || TiledTiffLayout::needsBig(
                                            tiffImage(header, {surface.region.width, surface.region.height}));
    return openFile(spec, header, options);
}

std::unique_ptr<Sink> openPng(const std::string& spec, const SurfaceInfo& surface,
                              const SinkOptions& options) {
    refuseTiffOptions(spec, options);
    refuseScan(spec, options);
    refuse(!options.shard.whole(), spec, "--shard is for uncompressed .tif and .raw");
    refuse(std::max(surface.region.width, surface.region.height) > longestPngSide, spec,
           "a .png has at most 65,535 px a side; use .tif");
    JournalHeader header = headerFor(surface, options, "png");
    header.chunk = {surface.region.width, pngBandRows};
    return openFile(spec, header, options);
}

std::unique_ptr<Sink> openSwaths(const std::string& spec, const NumberedName& name,
                                 const SurfaceInfo& surface, const SinkOptions& options) {
    const std::string suffix = lowerSuffix(spec);
    refuse(suffix != ".tif" && suffix != ".tiff", spec, "numbered files are .tif");
    refuse(options.scan.swathWidth == 0, spec, "numbered files need --scan swaths:W");
    refuse(options.scan.serpentine, spec, "numbered files are never serpentine");
    refuse(!options.shard.whole(), spec, "numbered files take no --shard");
    checkCompression(spec, options);
    JournalHeader header = headerFor(surface, options, "swaths");
    header.pattern = std::filesystem::path(spec).filename().string();
    header.chunk = {tiffTileSide, tiffTileSide};
    const Size largest{std::min(options.scan.swathWidth, surface.region.width), surface.region.height};
    header.bigTiff = options.bigTiff || TiledTiffLayout::needsBig(tiffImage(header, largest));
    refuseWrongPlace(spec, folderOf(name.folder()));
    return openFile(spec, header, options);
}

std::unique_ptr<Sink> openStream(const std::string& spec, const SurfaceInfo& surface,
                                 const SinkOptions& options) {
    refuseTiffOptions(spec, options);
    refuseResuming(spec, options);
    if (spec == "null:") return makeNullSink(surface, options.chunkSide);
    return makeStdoutSink(surface, options.scan, bandRows("-", surface, options.scan, options.bandBytes),
                          options.outputDescriptor, options.stop);
}

}  // namespace

bool keepsDesignHash(const std::string& spec) {
    return spec != "-" && spec != "null:";
}

std::unique_ptr<Sink> openSink(const std::string& spec, const SurfaceInfo& surface,
                               const SinkOptions& options) {
    if (!keepsDesignHash(spec)) return openStream(spec, surface, options);
    if (const auto numbered = NumberedName::parse(spec)) return openSwaths(spec, *numbered, surface, options);
    const std::string suffix = lowerSuffix(spec);
    const bool tiff = suffix == ".tif" || suffix == ".tiff";
    refuse(!tiff && suffix != ".raw" && suffix != ".png", spec,
           "is no sink; write to .tif, .tiff, .raw, .png, dir/%05d.tif, -, null: or burin://HOST:PORT");
    refuseWrongPlace(spec, folderOf(spec));
    if (tiff) return openTiff(spec, surface, options);
    if (suffix == ".raw") return openRaw(spec, surface, options);
    return openPng(spec, surface, options);
}

}  // namespace burin
