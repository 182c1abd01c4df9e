// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/diagnostic.hpp"
#include "core/design/yaml.hpp"
#include "core/kinds/operation.hpp"

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
    std::optional<NodeIndex> child;  ///< nothing where the name dangles
    Point at;
    std::size_t entry = 0;  ///< its place in `inputs`
    SourceMark mark;        ///< of the child's name
};

/// One node as the file says it, checked as far as it can be on its own.
struct DesignNode {
    std::string name;
    const Kind* kind = nullptr;  ///< nullptr where the kind is unknown
    std::optional<Size> size;
    bool muted = false;
    std::vector<DesignLink>
        links;      ///< in the file's order; entries without a child are left out and diagnosed
    Values values;  ///< checked, defaults filled in
    /// Null where a diagnostic says why.
    std::shared_ptr<const Operation> operation;
    SourceMark mark;
    bool needsPitch = false;  ///< a length could not be converted, for want of a pitch
    bool sound = false;       ///< no error in the node itself (its subtree may still have some)
};

/// A design: the tree as data, with everything that is wrong with it. Immutable once loaded.
struct Design {
    std::filesystem::path file;  ///< as given; empty for text
    double pixelUm = 1;          ///< the pitch
    std::vector<DesignNode> nodes;
    std::optional<NodeIndex> root;
    Values job;               ///< what is known under `job`: lengths in um, `field` in px
    Diagnostics diagnostics;  ///< errors and warnings, in the order of their lines
    YamlValue document;       ///< the whole file as text, kept for saving
    bool refused = false;     ///< a file error: nothing but `diagnostics` is meaningful

    [[nodiscard]] std::optional<NodeIndex> find(std::string_view name) const;
    /// The nodes that `node` reaches, itself included, children before parents, each once. Cycles are cut.
    [[nodiscard]] std::vector<NodeIndex> closure(NodeIndex node) const;
    /// The errors that keep `node` from being computed: those of its closure, and for the root those of the
    /// file's top level too. Where it is empty, every node of the closure is sound.
    [[nodiscard]] Diagnostics errorsOf(NodeIndex node) const;
    /// Why no card computes `node`: "node 'x' is a median, which only the CPU computes", for the first such
    /// node of its closure; empty if cards compute all of it.
    [[nodiscard]] std::string whyNotOnCards(NodeIndex node) const;
};

/// Reads and checks a design. Never throws for what a user can get wrong: see Design::diagnostics.
///
/// What is no regular file is refused and never waited for.
/// \throws Cancelled soon after a stop
[[nodiscard]] Design loadDesign(const std::filesystem::path& file, const std::stop_token& stop = {});

/// The same for a text. \param folder  where relative paths start
[[nodiscard]] Design parseDesign(std::string_view text, const std::filesystem::path& folder,
                                 const std::filesystem::path& file = {}, const std::stop_token& stop = {});

/// The same with other kinds than the program's. \param kinds  must outlive the design
[[nodiscard]] Design parseDesign(std::string_view text, const std::filesystem::path& folder,
                                 const std::filesystem::path& file, std::span<const Kind> kinds,
                                 const std::stop_token& stop = {});

/// The same for a document that is there already, as an edit leaves it. Places in its diagnostics are those
/// of the text that the values came from.
///
/// \param before  a design of the same folder and kinds, or nullptr: what is unchanged is not bound again
[[nodiscard]] Design reviseDesign(YamlValue document, const std::filesystem::path& folder,
                                  const std::filesystem::path& file, std::span<const Kind> kinds,
                                  const Design* before, const std::stop_token& stop = {});

/// The design as YAML text: loads to the same design; keeps the order of keys and all that it does not
/// understand. Expressions are quoted. \pre not refused
[[nodiscard]] std::string saveDesign(const Design& design);

}  // namespace burin
