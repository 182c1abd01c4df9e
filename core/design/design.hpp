// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/diagnostic.hpp"
#include "core/design/groups/groups.hpp"
#include "core/design/yaml.hpp"
#include "core/kinds/form/operation.hpp"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace burin {

using NodeIndex = std::size_t;

/// One entry of a node's `inputs`.
struct DesignLink {
    Trait trait = Trait::data;
    std::string childName;
    std::optional<NodeIndex> child;  ///< nothing if no node has that name
    Point at;
    std::size_t entry = 0;  ///< its index in `inputs`
    SourceMark mark;        ///< the place of the child's name
};

/// One node of the file, checked as far as that is possible without the others.
struct DesignNode {
    std::string name;
    const Kind* kind = nullptr;  ///< nullptr if the kind is unknown
    std::optional<Size> size;
    bool muted = false;
    std::vector<DesignLink>
        links;      ///< in the file's order; entries without a child are left out and reported
    Values values;  ///< checked, with defaults filled in
    /// Null if there is none; a diagnostic then says why.
    std::shared_ptr<const Operation> operation;
    std::vector<BoundFile> files;  ///< those that the operation was made from
    SourceMark mark;
    bool needsPitch = false;  ///< a length could not be converted because the design has no pitch
    bool sound = false;       ///< no error in the node itself (its subtree may still have some)
    /// The instance that contains it, an index into Design::instances.
    std::optional<std::size_t> instance;
    /// The node's body in a file without groups; null if it is the same as in the document.
    std::shared_ptr<const YamlValue> expansion;
    /// For an instance that cannot be expanded: the group whose errors prevent it, or empty.
    std::string culprit;
};

/// A design: the tree as data, with all diagnostics about it. Immutable once loaded.
///
/// Its nodes are those of the flat design: the nodes of a group, named `instance/inner`, replace each
/// instance of it. The document is the file as it is written.
struct Design {
    std::filesystem::path file;  ///< as given; empty if the design came from a text
    double pixelUm = 1;          ///< the pitch
    std::vector<DesignNode> nodes;
    std::vector<DesignInstance> instances;
    std::optional<NodeIndex> root;
    Values job;               ///< the known keys under `job`: lengths in um, `field` in px
    Diagnostics diagnostics;  ///< errors and warnings, in the order of their lines
    YamlValue document;       ///< the whole file as text, kept for saving
    bool refused = false;     ///< the file was refused: only `diagnostics` is meaningful

    /// The node of this name; for an instance, its output.
    [[nodiscard]] std::optional<NodeIndex> find(std::string_view name) const;
    /// The `full_depth` of the root in um; nothing if it is not given.
    [[nodiscard]] std::optional<double> fullDepthUm() const;
    /// The nodes that `node` reaches, itself included, children before parents, each once. Cycles are cut.
    [[nodiscard]] std::vector<NodeIndex> closure(NodeIndex node) const;
    /// The errors that prevent `node` from being computed: those of its closure, and for the root also those
    /// of the file's top level. If it is empty, every node of the closure is sound.
    [[nodiscard]] Diagnostics errorsOf(NodeIndex node) const;
    /// Why no card can compute `node`: "node 'x' is a median, which only the CPU computes", for the first
    /// such node of its closure. Empty if cards can compute all of the closure.
    [[nodiscard]] std::string whyNotOnCards(NodeIndex node) const;
};

/// Reads and checks a design. A user's mistakes are never thrown: see Design::diagnostics.
///
/// Anything but a regular file is refused, without blocking.
/// \throws Cancelled soon after a stop
[[nodiscard]] Design loadDesign(const std::filesystem::path& file, const std::stop_token& stop = {});

/// Like loadDesign(), for a text. \param folder  relative paths start in this folder
[[nodiscard]] Design parseDesign(std::string_view text, const std::filesystem::path& folder,
                                 const std::filesystem::path& file = {}, const std::stop_token& stop = {});

/// As above, with other kinds than the program's own. \param kinds  must outlive the design
[[nodiscard]] Design parseDesign(std::string_view text, const std::filesystem::path& folder,
                                 const std::filesystem::path& file, std::span<const Kind> kinds,
                                 const std::stop_token& stop = {});

/// Like parseDesign(), but stops before nodes are prepared to compute: they have no operations, and problems
/// that only show then are missing. It is therefore fast even for large drawings.
[[nodiscard]] Design parseValues(std::string_view text, const std::filesystem::path& folder,
                                 const std::filesystem::path& file, std::span<const Kind> kinds,
                                 const std::stop_token& stop = {});

/// Like parseDesign(), for an existing document, such as the result of an edit. Places in its diagnostics are
/// those of the text that the values came from.
///
/// \param before  a design of the same folder and kinds, or nullptr; nodes that have not changed since are
///         not bound again
[[nodiscard]] Design reviseDesign(YamlValue document, const std::filesystem::path& folder,
                                  const std::filesystem::path& file, std::span<const Kind> kinds,
                                  const Design* before, const std::stop_token& stop = {});

/// The problems that reviseDesign() would report, except those that only show when a node begins to compute.
/// It is therefore fast even for large drawings.
[[nodiscard]] Diagnostics problemsWithValues(YamlValue document, const std::filesystem::path& folder,
                                             const std::filesystem::path& file, std::span<const Kind> kinds);

/// The design as YAML text, which loads to the same design. Keeps the order of keys, and unknown keys.
/// Expressions are quoted. \pre not refused
[[nodiscard]] std::string saveDesign(const Design& design);

}  // namespace burin
