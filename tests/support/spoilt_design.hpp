// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What can be wrong with a design, derived from a good one and from what kinds say about themselves.

#include "core/design/design.hpp"
#include "core/kinds/description.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace burin::test {

/// Where a problem is: a line and a range of columns, from 1, the last one included.
struct ExpectedPlace {
    int line = 0;
    int firstColumn = 0;
    int lastColumn = 0;
};

/// A good design's text with one `key: value` of a node in each line, so that one can be spoilt.
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
    /// The nodes that are written in lines of their own.
    [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }
    /// The line in which the node says something about a key.
    [[nodiscard]] std::optional<std::size_t> find(const Node& node, const std::string& key) const;
    /// Gives a node's key another value, in a line of its own where it has none.
    /// \return the place of the value
    ExpectedPlace set(const Node& node, const std::string& key, const std::string& value);
    /// The same for the child's name of the link that begins in the line.
    ExpectedPlace relink(std::size_t line, const std::string& trait, const std::string& child);
    /// The lines of a node's links.
    [[nodiscard]] std::vector<std::size_t> links(const Node& node) const;

    std::vector<std::string> lines;

  private:
    std::vector<Node> nodes_;
};

/// Values that no parameter of this description takes, as YAML on one line.
[[nodiscard]] std::vector<std::string> brokenValues(const ParameterDescription& parameter);

/// The description of width and height.
[[nodiscard]] ParameterDescription sideDescription(std::string_view key);

/// All that `burin check x.burin` calls an error, in the folder where the process is.
[[nodiscard]] Diagnostics errorsOf(const std::string& text);

/// What is wrong with the answer to a design with exactly one error; empty where all is right.
[[nodiscard]] std::string objection(const Diagnostics& found, const ExpectedPlace& place,
                                    const std::string& node);

}  // namespace burin::test
