// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sinks/open_sink.hpp"

#include "core/base/errors.hpp"
#include "core/base/files.hpp"
#include "core/base/output_file.hpp"
#include "core/export/scan.hpp"
#include "core/kinds/root.hpp"
#include "core/sinks/bands.hpp"
#include "core/sinks/formats.hpp"
#include "core/sinks/journals.hpp"
#include "core/sinks/null.hpp"
#include "core/sinks/stdout.hpp"
#include "core/sinks/swaths.hpp"
#include "core/sinks/tiff/tiff_codec.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>
#include <vector>

namespace burin {
namespace {

void refuse(bool condition, const std::string& spec, const std::string& why) {
    if (condition) throw UsageError(spec, why);
}

void refuseCompression(const std::string& spec, const SinkOptions& options) {
    const std::string takers = suffixesOf(&FormatInfo::compresses);
    refuse(options.compression != Compression::none, spec, "compression is for " + takers);
    refuse(options.bigTiff, spec, "BigTIFF is for " + takers);
    refuse(options.blocks != TiffBlocks::automatic, spec, "strips and tiles are for " + takers);
}

void refuseShards(const std::string& spec, const SinkOptions& options) {
    refuse(!options.shard.whole(), spec, "shards are for uncompressed " + suffixesOf(&FormatInfo::shards));
}

/// Refuses requests that the format does not support.
void checkOptions(const std::string& spec, const FormatInfo& format, const SurfaceInfo& surface,
                  const SinkOptions& options) {
    if (options.shard.count > mostShards)
        throw UsageError({.subject = spec,
                          .reason = "cannot be divided into %1 shards; at most %2 are possible",
                          .details = {std::to_string(options.shard.count), std::to_string(mostShards)}});
    if (!format.compresses) refuseCompression(spec, options);
    refuse(options.compression != Compression::none && !tiffCanCompress(options.compression), spec,
           "the TIFF library of this computer cannot write " + compressionText(options.compression));
    if (!format.shards || options.compression != Compression::none) refuseShards(spec, options);
    if (!format.keepsScan) {
        const std::string takers = suffixesOf(&FormatInfo::keepsScan) + " and for -";
        refuse(options.scan.serpentine, spec, "serpentine is for " + takers);
        refuse(options.scan.swathWidth != 0 && !format.numbered, spec,
               "swaths are for " + takers + ", and for numbered files such as dir/%05d.tif");
    }
    if (format.numbered && options.scan.swathWidth == 0)
        throw UsageError(spec, "numbered files hold one swath each; a percent sign in a name is written %%",
                         {{Remedy::Way::scanSwaths}});
    const std::int64_t longest = std::max(surface.region.width, surface.region.height);
    if (format.longestSide > 0 && longest > format.longestSide) {
        throw UsageError(
            {.subject = spec,
             .reason = "a %1 has at most %2 px a side",
             .details = {std::string(format.suffixes.front()), std::to_string(format.longestSide)}});
    }
}

/// `.tif, .tiff, .raw`: the suffixes of formats that are not numbered.
std::string allSuffixes() {
    std::string text;
    for (const FormatInfo& format : fileFormats()) {
        for (const std::string_view suffix : format.suffixes) {
            if (!format.numbered) text += (text.empty() ? "" : ", ") + std::string(suffix);
        }
    }
    return text;
}

/// Refuses an output if something other than a file has the name of its .part.
void refusePart(const std::filesystem::path& file) {
    std::error_code error;
    const std::filesystem::path part = beside(file, ".part");
    // A link that leads nowhere is refused, too.
    const bool taken = std::filesystem::exists(std::filesystem::symlink_status(part, error));
    refuse(taken && !std::filesystem::is_regular_file(part, error), part.string(),
           "cannot be overwritten: it is not a regular file");
}

void refuseWrongPlace(const std::string& spec, const std::filesystem::path& folder) {
    std::error_code error;
    refuse(!std::filesystem::is_directory(folder, error), spec,
           "the folder " + folder.string() + " does not exist");
    if (const auto obstacle = obstacleAt(spec)) throw UsageError(obstacle->about(spec));
    refusePart(spec);
}

/// Refuses an output if something other than a file has the name of the file that describes its samples.
void refuseDescription(const std::filesystem::path& file, const FormatInfo& format) {
    if (format.sidecar.empty()) return;
    const std::filesystem::path description = beside(file, format.sidecar);
    if (const auto obstacle = obstacleAt(description)) throw UsageError(obstacle->about(description));
}

/// Refuses an output if it, or a file that is written beside it, would replace a file that the export reads.
void refuseInputs(const std::filesystem::path& file, const FormatInfo& format, const SinkOptions& options) {
    std::vector<std::filesystem::path> written = {file, beside(file, ".part")};
    if (!format.sidecar.empty()) written.push_back(beside(file, format.sidecar));
    for (const std::filesystem::path& one : written) {
        for (const std::filesystem::path& input : options.inputs) {
            if (sameFile(one, input))
                throw UsageError({.subject = one.string(),
                                  .reason = "the export reads this file and would overwrite it",
                                  .advice = "choose another name"});
        }
    }
}

std::int64_t lastNumber(const SurfaceInfo& surface, const SinkOptions& options) {
    return (surface.region.width - 1) / options.scan.swathWidth;
}

/// Refuses files of the set that `--force` would replace or remove, and obstacles in place of a .part.
void refuseObstaclesInSet(const NumberedName& name, const FormatInfo& format, const SurfaceInfo& surface,
                          const SinkOptions& options) {
    for (const std::int64_t number : name.numbersThere()) {
        const std::filesystem::path file = name.path(number);
        if (const auto obstacle = obstacleAt(file)) throw UsageError(obstacle->about(file));
        refuseInputs(file, format, options);
    }
    for (const std::int64_t number : numbersBegun(name, 0, lastNumber(surface, options) + 1))
        refusePart(linkTarget(name.path(number)));
}

/// Refuses a name that is too long. The export would notice that only at its end, when a complete file gets
/// its name.
void refuseLongName(const std::string& spec, const FormatInfo& format, const SurfaceInfo& surface,
                    const SinkOptions& options) {
    std::filesystem::path longest = spec;
    if (format.numbered) longest = NumberedName::parse(spec)->path(lastNumber(surface, options));
    const auto obstacle = obstacleAt(longest);
    if (obstacle && obstacle->error == ENAMETOOLONG) throw UsageError(obstacle->about(longest));
}

std::filesystem::path folderOf(const std::filesystem::path& path) {
    return path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
}

/// The head of the journal of an output. \param spec  the path of the output, or a pattern
JournalHeader headerOf(const std::string& spec, const FormatInfo& format, const SurfaceInfo& surface,
                       const SinkOptions& options) {
    JournalHeader header;
    header.surface = surface;
    header.scan = options.scan;
    header.format = format.name;
    header.compression = options.compression;
    header.bigTiff = options.bigTiff;
    header.blocks = options.blocks;
    header.shard = options.shard;
    header.surface.date = options.date;
    header.olderFiles = options.olderFiles;
    if (format.heights) {
        if (!(surface.fullDepthUm > 0))
            throw UsageError({.subject = spec,
                              .reason = "holds heights, but the surface has no full depth",
                              .advice = missingFullDepth().advice});
        header.surface.depth = heightDepth;
    }
    if (format.numbered) header.pattern = std::filesystem::path(spec).filename().string();
    format.layOut(header);
    return header;
}

/// \param spec  the path of the output, or a pattern
std::unique_ptr<JournaledSink> openFile(const std::string& spec, const FormatInfo& format,
                                        const SurfaceInfo& surface, const SinkOptions& options) {
    checkOptions(spec, format, surface, options);
    // The folder of numbered files is made if it is missing.
    const std::filesystem::path folder = folderOf(spec);
    refuseWrongPlace(spec, format.numbered || options.layered ? folderOf(folder) : folder);
    refuseLongName(spec, format, surface, options);
    if (format.numbered) {
        refuseObstaclesInSet(*NumberedName::parse(spec), format, surface, options);
    } else {
        refuseDescription(spec, format);
        refuseInputs(spec, format, options);
    }
    const JournalHeader header = headerOf(spec, format, surface, options);
    return std::make_unique<JournaledSink>(spec, format.make(spec, header), header, options.policy,
                                           options.stop, options.tells);
}

/// The files that the journals of this export list as those of an older set.
std::vector<OlderFile> listedFiles(const std::vector<LayerFile>& layers, const SinkOptions& options) {
    std::vector<OlderFile> listed;
    OlderFiles before;
    for (const LayerFile& layer : layers) {
        const std::filesystem::path output = outputPath(layer.path);
        const JournalHeader wanted =
            headerOf(output.string(), *formatNamed(layer.path), layer.surface, options);
        for (const std::filesystem::path& path :
             {journalOf(output, {}, Naming::plain), finishedJournalOf(output, {}, Naming::plain)}) {
            const Journal journal = readJournal(path);
            if (journal.state != Journal::State::valid || !journal.header.olderFiles) continue;
            if (!differences(journal.header, wanted, options.policy.allowMixed).empty()) continue;
            // The journals usually list the same files.
            const OlderFiles found = std::exchange(before, journal.header.olderFiles);
            if (found && *found == *before) continue;
            for (const OlderFile& older : *before) {
                if (std::find(listed.begin(), listed.end(), older) == listed.end()) listed.push_back(older);
            }
        }
    }
    return listed;
}

std::unique_ptr<Sink> openTransfer(const std::string& spec, const SurfaceInfo& surface,
                                   const SinkOptions& options) {
    refuseCompression(spec, options);
    refuse(options.policy.resume, spec, "cannot be resumed: such an output stores nothing to resume from");
    refuseShards(spec, options);
    if (spec == "null:") return makeNullSink(surface, options.chunkSide);
    return makeStdoutSink(surface, options.scan, bandRows("-", surface, options.scan, options.bandBytes),
                          options.outputDescriptor, options.stop);
}

}  // namespace

std::filesystem::path outputPath(const std::filesystem::path& spec) {
    return NumberedName::parse(spec) ? spec : linkTarget(plainName(spec));
}

bool keepsDesignHash(const std::string& spec) {
    return spec != "-" && spec != "null:";
}

std::optional<Problem> problemOfSinkName(const std::string& spec) {
    if (!keepsDesignHash(spec) || formatNamed(spec) != nullptr) return {};
    if (NumberedName::parse(spec)) return Problem{.reason = "numbered files must be .tif"};
    return Problem{.reason = "is not a sink; write to %1, dir/%05d.tif, -, null: or burin://HOST:PORT",
                   .details = {allSuffixes()}};
}

std::unique_ptr<Sink> openSink(const std::string& spec, const SurfaceInfo& surface,
                               const SinkOptions& options) {
    auto opened = sinkOrObstacle(spec, surface, options);
    if (auto* obstacle = std::get_if<Problem>(&opened)) throw UsageError(std::move(*obstacle));
    return std::get<std::unique_ptr<Sink>>(std::move(opened));
}

void findOlderFiles(const std::string& pattern, std::vector<LayerFile>& layers, const SinkOptions& options) {
    const auto takesPart = [](const LayerFile& layer) {
        const FormatInfo* const format = formatNamed(layer.path);
        return format != nullptr && !format->heights;
    };
    if (!options.shard.whole() || !std::all_of(layers.begin(), layers.end(), takesPart)) return;
    std::vector<OlderFile> older = olderFilesThere(pattern);
    const bool begins = options.policy.force && !options.policy.resume;
    if (!begins && !older.empty()) {
        const std::vector<OlderFile> listed = listedFiles(layers, options);
        std::erase_if(older, [&listed](const OlderFile& file) {
            return std::find(listed.begin(), listed.end(), file) == listed.end();
        });
    }
    if (older.empty()) return;
    const auto shared = std::make_shared<const std::vector<OlderFile>>(std::move(older));
    for (LayerFile& layer : layers)
        layer.olderFiles = shared;
    for (const OlderFile& file : *shared) {
        if (file.number >= 0 && file.number < static_cast<std::int64_t>(layers.size()))
            layers[static_cast<std::size_t>(file.number)].older = file.file;
    }
}

std::variant<std::unique_ptr<Sink>, Problem> sinkOrObstacle(const std::string& spec,
                                                            const SurfaceInfo& surface,
                                                            const SinkOptions& options) {
    if (!keepsDesignHash(spec)) return openTransfer(spec, surface, options);
    if (auto problem = problemOfSinkName(spec)) {
        problem->subject = spec;
        throw UsageError(std::move(*problem));
    }
    std::unique_ptr<JournaledSink> file =
        openFile(outputPath(spec).string(), *formatNamed(spec), surface, options);
    if (file->obstacle()) return *file->obstacle();
    return file;
}

}  // namespace burin
