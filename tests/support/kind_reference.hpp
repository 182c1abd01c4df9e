// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The tests' own knowledge of a kind: how a design file writes it, and its arithmetic. tests/support/kinds
// has a file for each kind.

#include "support/design_tree.hpp"
#include "support/interval.hpp"

#include <yaml-cpp/yaml.h>

#include <any>
#include <filesystem>
#include <functional>
#include <string>

namespace burin::test {

class Reference;

/// The rectangle that bounds a node; nothing if it is unbounded.
using Bounds = std::optional<Rect>;

/// Collects `key: value` lines and omits default values.
class KeyLines {
  public:
    explicit KeyLines(std::string& out) : out_(out) {}
    void add(const std::string& key, const std::string& value) { out_ += "    " + key + ": " + value + "\n"; }
    void flag(const std::string& key, bool value) {
        if (value) add(key, "true");
    }
    void points(const std::string& key, const Points& points);
    /// The keys of a kind that repeats patterns.
    void variation(const Vary& vary, const std::string& value, Size closes);
    void closing(Size after);

  private:
    std::string& out_;
};

/// The values of one node of a design file.
class NodeReader {
  public:
    NodeReader(YAML::Node node, double pixelUm, std::filesystem::path folder);

    [[nodiscard]] std::string kind() const { return node_["kind"].as<std::string>(); }
    [[nodiscard]] const YAML::Node& all() const { return node_; }
    [[nodiscard]] YAML::Node operator[](const char* key) const { return node_[key]; }
    [[nodiscard]] double pixelUm() const { return pixelUm_; }
    /// The folder of the design file.
    [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

    /// A number in micrometres, or in pixels if it has no unit or `px`.
    [[nodiscard]] double realPixels(const YAML::Node& value) const;
    /// The same, rounded.
    [[nodiscard]] std::int64_t length(const YAML::Node& value) const;
    [[nodiscard]] Pair vector(const YAML::Node& value) const;
    [[nodiscard]] Size closes() const;
    [[nodiscard]] Vary vary() const;

  private:
    YAML::Node node_;
    double pixelUm_;
    std::filesystem::path folder_;
};

[[nodiscard]] std::string pairText(double x, double y);
[[nodiscard]] Points pointsOf(const YAML::Node& node);

/// One kind.
struct KindReference {
    std::string word;  ///< in a design file
    std::function<bool(const TreeNode&)> is;
    std::function<std::any(const NodeReader&)> read;
    std::function<void(KeyLines&, const TreeNode&)> write;
    std::function<Range(Reference&, const TreeNode&, Point)> sample;
    /// The bounds of a node without a size; empty: it is unbounded.
    std::function<Bounds(const Tree&, const TreeNode&)> bounds;
};

/// The kind of a node.
[[nodiscard]] const KindReference& referenceOf(const TreeNode& node);
/// \throws std::runtime_error if there is no such kind
[[nodiscard]] const KindReference& referenceNamed(const std::string& word);

/// The bounds of a node that lies where its first child lies.
[[nodiscard]] Bounds boundsOfFirstChild(const Tree& tree, const TreeNode& node);

/// A kind whose nodes are of the type `Kind`; `Reference::of` computes its samples.
template <class Kind>
[[nodiscard]] KindReference referenceOf(std::string word, void (*read)(const NodeReader&, Kind&),
                                        void (*write)(KeyLines&, const Kind&),
                                        Bounds (*bounds)(const Tree&, const TreeNode&) = nullptr);

}  // namespace burin::test
