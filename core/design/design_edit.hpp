// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/yaml.hpp"
#include "core/kinds/description.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace burin {

/// A place in the editor's canvas, in logical pixels.
struct CanvasPoint {
    double x = 0;
    double y = 0;
    friend bool operator==(const CanvasPoint&, const CanvasPoint&) = default;
};

/// Changes the document of a design, as people change it in the studio: nodes, links, values, places.
///
/// An edit keeps everything that it does not name, and needs no sound design: what it leaves behind is
/// checked by the loader. Names that are not there, and places past the end, change nothing.
class DesignEdit {
  public:
    /// \pre the document is that of a Design that was not refused
    explicit DesignEdit(YamlValue document) : document_(std::move(document)) {}

    [[nodiscard]] const YamlValue& document() const { return document_; }
    [[nodiscard]] YamlValue take() { return std::move(document_); }

    // Nodes
    [[nodiscard]] const YamlValue* node(std::string_view name) const;
    [[nodiscard]] std::vector<std::string> nodeNames() const;
    /// Whether there is a surface. A design has one.
    [[nodiscard]] bool hasRoot() const;
    /// `wanted`, or with the first number behind it that no node has: "dot", "dot 2", ...
    [[nodiscard]] std::string freeName(std::string_view wanted) const;
    /// Adds a node of a kind. \param name  free  \return its name
    std::string addNode(std::string_view name, std::string_view kind);
    /// Removes nodes with all links to them. With `heal`, who read a removed node reads its first data, else
    /// pattern, child instead, under the same trait.
    void removeNodes(std::span<const std::string> names, bool heal);
    /// Renames a node, in links and in the editor's notes too. \pre `name` is free
    void renameNode(std::string_view before, std::string_view name);
    void setMuted(std::string_view name, bool muted);

    // Values: any key of a node but `inputs`
    /// Nothing removes the key.
    void setValue(std::string_view name, std::string_view key, std::optional<YamlValue> value);
    /// A key of the top level: `pixel`, `job`.
    void setTop(std::string_view key, std::optional<YamlValue> value);

    // Links; an entry is its index in `inputs`
    [[nodiscard]] std::size_t links(std::string_view parent) const;
    void link(std::string_view parent, Trait trait, std::string_view child,
              std::optional<std::size_t> entry = {});
    void unlink(std::string_view parent, std::size_t entry);
    void relink(std::string_view parent, std::size_t entry, Trait trait, std::string_view child);
    void moveLink(std::string_view parent, std::size_t from, std::size_t to);
    /// Where the child lies, as [x, y]; nothing: at [0, 0].
    void setOffset(std::string_view parent, std::size_t entry, std::optional<YamlValue> at);
    /// Puts `node` between a parent and its child: it reads the child as `trait`, the parent reads it.
    void insertOnLink(std::string_view parent, std::size_t entry, std::string_view node, Trait trait);

    // What the editor notes down under `editor`, never a sample
    [[nodiscard]] std::optional<CanvasPoint> place(std::string_view name) const;
    void setPlace(std::string_view name, CanvasPoint place);
    /// The note `key` of a node, or nullptr.
    [[nodiscard]] const YamlValue* note(std::string_view name, std::string_view key) const;
    void setNote(std::string_view name, std::string_view key, std::optional<YamlValue> value);
    /// The points that the wire of an entry runs through, from the child to the parent. They stay with their
    /// entry while entries come, go and change places.
    [[nodiscard]] std::vector<CanvasPoint> route(std::string_view parent, std::size_t entry) const;
    void setRoute(std::string_view parent, std::size_t entry, std::span<const CanvasPoint> points);
    /// A list under `editor` that belongs to no node: "frames", "comments".
    [[nodiscard]] const YamlValue* list(std::string_view key) const;
    void setList(std::string_view key, std::optional<YamlValue> value);

    // Pieces as text, for the clipboard
    /// `burin-fragment: 1` with these nodes, the links among them, and their places.
    [[nodiscard]] std::string fragment(std::span<const std::string> names) const;
    /// Adds the nodes of a fragment under free names, moved by `by`, but for a second root.
    /// \return their names; none where `text` is no fragment
    std::vector<std::string> paste(std::string_view text, CanvasPoint by);

  private:
    YamlValue* nodes();
    YamlValue* body(std::string_view name);
    YamlValue* inputs(std::string_view parent);
    YamlValue* routes(std::string_view parent);
    YamlValue& editor();

    YamlValue document_;
};

/// A scalar as it stands in a file.
[[nodiscard]] YamlValue yamlScalar(std::string_view text, bool quoted = false);
/// [a, b, ...] of scalars.
[[nodiscard]] YamlValue yamlList(std::span<const std::string> texts);

/// The document of a new design: a root of 100 mm x 100 mm at 1 um.
[[nodiscard]] YamlValue newDesign();

}  // namespace burin
