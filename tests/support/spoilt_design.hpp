// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Everything that can be wrong with a design, derived from a valid one and from the descriptions of the
// kinds.

#include "core/design/design.hpp"
#include "core/kinds/form/description.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace burin::test {

/// The place of a problem: a line and a range of columns, from 1, inclusive.
struct ExpectedPlace {
    int line = 0;
    int firstColumn = 0;
    int lastColumn = 0;
};

/// The text of a valid design with each `key: value` of a node on its own line, so that one can be broken.
class DesignText {
  public:
    struct Node {
        std::string name;
        std::string kind;
        std::size_t first = 0;  ///< line of the name
        std::size_t end = 0;
    };
    explicit DesignText(const std::string& text);

    [[nodiscard]] std::string text() const;
    /// The design of a root that shows only this node, with all nodes that the node reaches.
    [[nodiscard]] DesignText only(const Node& node) const;
    /// The nodes that are written on lines of their own.
    [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }
    /// The line of a node's key.
    [[nodiscard]] std::optional<std::size_t> find(const Node& node, const std::string& key) const;
    /// Sets a node's key to another value, on a new line if the key is missing.
    /// \return the place of the value
    ExpectedPlace set(const Node& node, const std::string& key, const std::string& value);
    /// Sets the child's name in the link that begins on the line. \return the place of the name
    ExpectedPlace relink(std::size_t line, const std::string& trait, const std::string& child);
    /// The lines of a node's links.
    [[nodiscard]] std::vector<std::size_t> links(const Node& node) const;

    std::vector<std::string> lines;

  private:
    std::vector<Node> nodes_;
};

/// Values that no parameter with this description accepts, as YAML on one line.
[[nodiscard]] std::vector<std::string> brokenValues(const ParameterDescription& parameter);

/// The description of width and height.
[[nodiscard]] ParameterDescription sideDescription(std::string_view key);

/// All errors that `burin check x.burin` reports, run in the current folder.
[[nodiscard]] Diagnostics errorsOf(const std::string& text);

/// The objection to the diagnostics of a design with exactly one error; empty if they are right.
[[nodiscard]] std::string objection(const Diagnostics& found, const ExpectedPlace& place,
                                    const std::string& node);

}  // namespace burin::test
