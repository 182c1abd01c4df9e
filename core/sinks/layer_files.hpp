// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/output_file.hpp"
#include "core/base/problem.hpp"
#include "core/export/journal.hpp"
#include "core/export/surface_info.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace burin {

inline constexpr std::int64_t mostLayers = 65535;

/// One output of an export: the only one, or the single-bit file of one layer.
struct LayerFile {
    std::string path;                      ///< path, as a sink's name
    SurfaceInfo surface;                   ///< the surface; the hash of a layer keeps other layers from
                                           ///< resuming its file
    std::optional<float> threshold = {};   ///< for a layer: written values above this are set
    std::optional<ClosedFile> older = {};  ///< see ResumePolicy
    OlderFiles olderFiles = {};            ///< see JournalHeader
};

/// Layer k of N holds the samples above (k + 0.5) / N.
/// \param pattern  a NumberedName \throws UsageError if it is not one
[[nodiscard]] std::vector<LayerFile> layerFiles(const std::string& pattern, const SurfaceInfo& surface,
                                                std::int64_t layers);

/// The files of a layered export, as they are found.
struct LayerSet {
    enum class State {
        there,    ///< exists with its journal, finished or not
        missing,  ///< neither finished nor begun
        foreign   ///< belongs to another design or another number of layers, or has no layer's journal
    };
    struct Layer {
        std::filesystem::path file;  ///< symbolic links are followed
        State state = State::there;
    };
    std::vector<Layer> layers;       ///< by number
    std::optional<Problem> surplus;  ///< files with such names and a number beyond the last layer
};

/// The existing layers with these names, as described by the first journal that is found.
/// \return nothing if no file is a layer
[[nodiscard]] std::optional<LayerSet> layersThere(const std::filesystem::path& pattern);

/// The files that have such names now, and the journals of finished swaths with these names; not more than a
/// journal lists.
[[nodiscard]] std::vector<OlderFile> olderFilesThere(const std::filesystem::path& pattern);

/// The older files that the journals of finished layers list. Null if there are none.
[[nodiscard]] OlderFiles olderFilesListed(const std::filesystem::path& pattern, std::int64_t layers);

/// Whether the file at `path` is one of these, and still the same. Its number does not count.
[[nodiscard]] bool isListed(const std::vector<OlderFile>& older, const std::filesystem::path& path);

struct LayerRemoval {
    bool removed = false;  ///< the file was removed, because the journals describe it as that layer
    /// a file that has the name of the layer's description but is not one; otherwise empty
    std::filesystem::path kept = {};
};

/// Removes a finished layer, the description of a raw one, and its journals: one, or those of its shards. A
/// file that only has the name of the description is kept.
LayerRemoval removeLayer(const std::filesystem::path& file, std::int64_t layer);

/// Says that a removal has kept this file.
[[nodiscard]] Problem keptDescription(const std::filesystem::path& kept);

/// Handles the files that an earlier export of more layers, or of swaths, has left under these names: removes
/// them if `remove` is set. Files that no journal describes are kept, because they may be anything, and so
/// are the files of other outputs. \param inputs  files that the design reads; they are kept too
/// \param only  if there are any, all other files are kept too
/// \return what was removed and what was kept; nothing if there are no such files
[[nodiscard]] std::optional<Problem> settleOtherLayers(const std::string& pattern, std::int64_t layers,
                                                       bool remove,
                                                       std::span<const std::filesystem::path> inputs = {},
                                                       const OlderFiles& only = {});

}  // namespace burin
