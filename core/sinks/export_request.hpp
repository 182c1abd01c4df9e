// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/export.hpp"
#include "core/render/node_engine.hpp"
#include "core/sinks/layer_files.hpp"
#include "core/sinks/open_sink.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace burin {

/// One export, as the command line, the studio, Python and batches describe it.
struct ExportRequest {
    std::string target = {};          ///< a name for openSink(), a NumberedName for layers, or the address of
                                      ///< a machine
    Rect region = {};                 ///< region of the surface, in samples; not empty
    std::int64_t layers = 0;          ///< number of 1-bit files to split the surface into; 0: one output
    std::optional<Helix> helix = {};  ///< nothing: the surface is not turned into a helix
    bool predicted = false;           ///< heights as the job's spot engraves them, not as designed
    SinkOptions sink = {};
    /// Makes the hash that the target stores from the design's hash. Empty: the target stores the design's
    /// hash.
    std::function<std::string(const std::string& designHash)> sinkHash = {};
    /// Connects to the machine at the target; empty: the target is a sink.
    std::function<std::unique_ptr<Sink>(const SurfaceInfo&, const SinkOptions&)> connect = {};
    /// Makes the source of predicted heights. \pre set before they are exported
    std::function<std::unique_ptr<BlockSource>()> heights = {};

    /// Sets the option that a key and a word describe.
    /// \param key  `scan`, `compression`, `layout`, `shard`, `date`, `helix` or `surface`
    /// \return what is expected if `text` is wrong, such as `none or lz4 is expected`; empty otherwise
    [[nodiscard]] std::string setWord(std::string_view key, const std::string& text);

    /// Why options exclude each other for every design. The subject is the key of an option, and its value if
    /// another value would do.
    [[nodiscard]] std::optional<Problem> conflict() const;
    /// Why an option does not suit the design. The subject is the key of the option.
    [[nodiscard]] std::optional<Problem> conflictWith(const Design& design) const;

    /// Whether the target keeps a hash, which is made from that of the design.
    [[nodiscard]] bool keepsHash() const { return sinkHash || keepsDesignHash(target); }
    /// Begins to read the files that hashOf() hashes. Does nothing if the target keeps no hash.
    /// \see burin::hashAhead
    [[nodiscard]] std::jthread hashAhead(const Design& design, NodeIndex root) const;
    /// The design's hash, or nothing if the target keeps none. \throws ImageError if a file cannot be read or
    /// if two nodes have read different versions of it; Cancelled
    [[nodiscard]] std::string hashOf(const Graph& graph, const std::stop_token& stop) const;
    /// \param backend  the name of the backend that computes \param designHash  may be empty if none is kept
    [[nodiscard]] SurfaceInfo infoOf(const Graph& graph, const std::string& backend,
                                     const std::string& designHash) const;
    /// The target, or one file for each layer. Reads the journals of layers. \throws UsageError if layers are
    /// wanted and the target is not a NumberedName
    [[nodiscard]] std::vector<LayerFile> outputs(const SurfaceInfo& surface) const;
};

/// The export that a request describes, with its outputs open. Half of the engine's memory is for bands.
class RequestedExport : public Export {
  public:
    /// \param designHash  may be empty if the target does not store it
    /// \param stop  ends the export and the reading of existing outputs
    /// \param priority  of its requests to the engine
    /// \throws what openSink, Export::add and ExportRequest::connect throw
    RequestedExport(NodeEngine& engine, const ExportRequest& request, const std::string& designHash,
                    const std::stop_token& stop, int priority = 0);
};

/// Handles the files that an earlier export of more layers has left, see settleOtherLayers(): removes them if
/// the request may overwrite. A resumed request removes those that its journals list. Does nothing without
/// layers.
[[nodiscard]] std::optional<Problem> settleOtherLayers(const ExportRequest& request);

}  // namespace burin
