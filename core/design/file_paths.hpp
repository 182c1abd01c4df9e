// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/yaml.hpp"
#include "core/kinds/form/operation.hpp"

#include <filesystem>
#include <functional>
#include <span>
#include <vector>

namespace burin {

/// The folders in which the files of a design are looked for.
///
/// Relative paths in a design start in the folder of its file. If that file is a symbolic link, files that
/// are not there are looked for in the folder of the file to which it leads. A save writes that file, so new
/// paths start in its folder: they hold whichever name the design is opened by.
struct DesignFolders {
    std::filesystem::path folder;  ///< of the design's file
    std::filesystem::path target;  ///< of the file to which that leads; the same if it is no link

    /// Without a link.
    DesignFolders(const std::filesystem::path& of) : folder(of), target(of) {}
    /// \param file  of a design; empty: one without a file, whose paths start in the current folder
    [[nodiscard]] static DesignFolders of(const std::filesystem::path& file);

    /// The file that a path in the design means. It need not exist.
    [[nodiscard]] std::filesystem::path resolved(const std::filesystem::path& path) const;
    /// The path by which the design names a file: relative, unless that would mean another file.
    /// \param file  absolute
    [[nodiscard]] std::filesystem::path nameOf(const std::filesystem::path& file) const;

    friend bool operator==(const DesignFolders&, const DesignFolders&) = default;
};

/// Calls `visit` for each value of a `file` parameter that is a text and not a formula: of the document's
/// nodes, the nodes of its groups, its instances, and the defaults of groups.
void forEachFile(YamlValue& document, std::span<const Kind> kinds,
                 const std::function<void(YamlValue&)>& visit);

/// The files that the document's nodes name, resolved from `folder`; each once, in no particular order.
[[nodiscard]] std::vector<std::filesystem::path> filesOf(const YamlValue& document,
                                                         std::span<const Kind> kinds,
                                                         const std::filesystem::path& folder);

/// Rewrites relative paths so that a document that moves to another folder still finds its files.
/// \param to  absolute; empty: paths become absolute
void moveFiles(YamlValue& document, std::span<const Kind> kinds, const DesignFolders& from,
               const DesignFolders& to);

}  // namespace burin
