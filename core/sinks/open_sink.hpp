// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.hpp"
#include "core/export/sink.hpp"
#include "core/export/surface_info.hpp"
#include "core/sinks/journaled_sink.hpp"
#include "core/sinks/layer_files.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

namespace burin {

struct SinkOptions {
    Scan scan;
    Compression compression = Compression::none;
    bool bigTiff = false;
    TiffBlocks blocks = TiffBlocks::automatic;
    ResumePolicy policy;
    Shard shard;
    /// Whether the output is one of several layers. If their folder does not exist, it is created, as for
    /// swaths.
    bool layered = false;
    /// For a layer: the files of an older set, for its journal.
    OlderFiles olderFiles = {};
    /// Limit of the bands of row sinks together, in bytes; usually half of the memory budget.
    std::size_t bandBytes = std::numeric_limits<std::size_t>::max();
    /// Files that the export reads. An output that would replace one of them is refused.
    std::vector<std::filesystem::path> inputs;
    /// Side of the chunks, in samples, for sinks without a layout of their own.
    std::int64_t chunkSide = 1024;
    /// For formats that store a date, in the form of ISO 8601; empty: 1970-01-01T00:00:00Z.
    std::string date;
    /// Where `-` writes.
    int outputDescriptor = 1;
    /// Ends the wait for a reader of `-` that does not read, and the reading of an existing output.
    std::stop_token stop;
    /// Receives the damage that a resumed export finds; may be empty.
    Tells tells;
};

/// Opens the sink that `spec` names: `.tif .tiff .raw .png .gsf .x3p` by suffix, numbered swaths, `-`,
/// `null:`.
///
/// Inspects an existing output, but writes nothing.
/// \throws UsageError if the options contradict each other, or if an existing output is in the way
[[nodiscard]] std::unique_ptr<Sink> openSink(const std::string& spec, const SurfaceInfo& surface,
                                             const SinkOptions& options);

/// The same, for callers that do not treat an existing output as an error: returns why it is in the way.
[[nodiscard]] std::variant<std::unique_ptr<Sink>, Problem> sinkOrObstacle(const std::string& spec,
                                                                          const SurfaceInfo& surface,
                                                                          const SinkOptions& options);

/// Finds out which files of an older set an export of layers may replace, and sets LayerFile::older and
/// LayerFile::olderFiles.
///
/// An export that is begun with force records the files that it finds under the names of the set in the
/// journal of each layer. A resumed export may replace exactly these files, if they are still the same: any
/// other file may be a person's work.
///
/// Reads the journals of all layers. \param pattern  the name of all layers
/// \throws UsageError, SinkError if a journal cannot be read
void findOlderFiles(const std::string& pattern, std::vector<LayerFile>& layers, const SinkOptions& options);

/// Why openSink() would not accept a text as the name of a file, a set of files, `-` or `null:`, without a
/// subject; nothing if it would.
[[nodiscard]] std::optional<Problem> problemOfSinkName(const std::string& spec);

/// The file that the name of a file sink stands for; the pattern of numbered files is returned unchanged. In
/// other names `%%` is a percent sign, and symbolic links are followed.
[[nodiscard]] std::filesystem::path outputPath(const std::filesystem::path& spec);

/// Whether the sink that `spec` names stores the design's hash; `-` and `null:` do not.
[[nodiscard]] bool keepsDesignHash(const std::string& spec);

}  // namespace burin
