// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/yaml.hpp"
#include "core/kinds/form/operation.hpp"

#include <filesystem>
#include <functional>
#include <span>
#include <vector>

namespace burin {

struct Design;

/// The folders that the loader searches for the files of a design.
///
/// Relative paths in a design start in the folder of its file. If that file is a symbolic link, the loader
/// searches for files that are not there in the folder of the link's target. A save writes the target, so new
/// paths start in its folder: they are valid under both names of the design.
struct DesignFolders {
    std::filesystem::path folder;  ///< folder of the design's file
    /// the folder of the link's target if the design's file is a symbolic link; otherwise equal to `folder`
    std::filesystem::path target;

    /// For a design file that is not a symbolic link.
    DesignFolders(const std::filesystem::path& of) : folder(of), target(of) {}
    /// \param file  the design's file; if it is empty, relative paths start in the current folder
    [[nodiscard]] static DesignFolders of(const std::filesystem::path& file);

    /// The file that a path in the design means. It need not exist.
    [[nodiscard]] std::filesystem::path resolved(const std::filesystem::path& path) const;
    /// A file's path as the design writes it: relative, unless a relative path would name another file.
    /// \param file  absolute
    [[nodiscard]] std::filesystem::path nameOf(const std::filesystem::path& file) const;

    friend bool operator==(const DesignFolders&, const DesignFolders&) = default;
};

/// Calls `visit` for each path in the value of a parameter: also those in a spot, and below keys of a map.
void forEachFileOf(YamlValue& value, const ParameterDescription& wanted,
                   const std::function<void(YamlValue&)>& visit);

/// Like forEachFileOf(), for a map of parameters, such as the text of a node. Does not change the values.
void forEachFileIn(const YamlValue& map, const std::vector<ParameterDescription>& parameters,
                   const std::function<void(const YamlValue&)>& visit);

/// Calls `visit` for each value of a `file` parameter that is a text and not a formula: of the document's
/// nodes, the nodes of its groups, its instances, the defaults of groups, and the spot of its job.
void forEachFile(YamlValue& document, std::span<const Kind> kinds,
                 const std::function<void(YamlValue&)>& visit);
/// Like the function above, for a document that is not changed.
void forEachFile(const YamlValue& document, std::span<const Kind> kinds,
                 const std::function<void(const YamlValue&)>& visit);

/// The files that the document names, resolved from `folder`; each once, in no particular order.
[[nodiscard]] std::vector<std::filesystem::path> filesOf(const YamlValue& document,
                                                         std::span<const Kind> kinds,
                                                         const std::filesystem::path& folder);

/// The design's own file, and every file that it names, once for each folder that the loader searches.
[[nodiscard]] std::vector<std::filesystem::path> filesRead(const Design& design, std::span<const Kind> kinds);

/// Rewrites relative paths so that a document that moves to another folder still finds its files.
/// \param to  absolute; empty: paths become absolute
void moveFiles(YamlValue& document, std::span<const Kind> kinds, const DesignFolders& from,
               const DesignFolders& to);

}  // namespace burin
