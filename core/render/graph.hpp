// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A design bound for computing. Coordinates: each node's own frame, samples of level 0.

#include "core/design/design.hpp"
#include "core/tile/tile.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace burin {

/// How a node's samples come to its parents.
enum class Residence {
    inlined,  ///< computed by the parent's task, over just the rectangle that it needs
    tiles,    ///< in tiles of the graph's side, each computed once
    cell,     ///< as one cell of its period, computed once, read everywhere
};

/// One node, ready to compute.
struct GraphNode {
    std::string name;  ///< for messages
    std::shared_ptr<const Operation> operation;
    std::vector<LinkShape> links;       ///< in the order of reduction
    std::vector<std::size_t> children;  ///< of each link, indices into Graph::nodes
    NodeHash hash;
    std::string digest;  ///< the same with all its digits
    Extent extent;
    Extent support;  ///< inside `extent`
    Residence residence = Residence::inlined;
    /// In how many its samples can be held: 8, 16 or 32. \see Operation::bits
    int bits = 32;
    /// Only almost what the design says, for previews: it or a node below is folded on a near period.
    bool provisional = false;
    /// Of the whole plane; only for nodes that are bounded nowhere.
    std::optional<Lattice> period;
    /// The stored cell: a whole multiple of `period` in width, so that rows are worth copying. Only with
    /// Residence::cell.
    Lattice cell;
    /// How far around its own rectangle the inlined nodes below it are computed, in samples.
    std::int64_t reach = 0;
};

/// The closure of one node of a design, children before parents; the last node is the one asked for.
///
/// Immutable. Hashes are computed once here, never per tile.
struct Graph {
    std::vector<GraphNode> nodes;
    std::int32_t tileSide = 512;
    double pixelUm = 1;

    [[nodiscard]] const GraphNode& top() const { return nodes.back(); }
};

struct GraphOptions {
    std::int32_t tileSide = 512;
    /// Largest cell of a period that is folded, in bytes; 0: nothing is folded.
    std::size_t largestCellBytes = std::size_t{16} << 20U;
    /// For previews: fold also what only almost repeats.
    bool provisional = false;
};

/// What binding a node found: a graph, or the reasons why there is none.
struct BoundGraph {
    std::optional<Graph> graph;
    Diagnostics errors;
    std::vector<std::string> remarks;  ///< e.g. that an image's alpha is ignored
};

/// Binds `node` and its closure. Errors are those of the closure (Design::errorsOf) and what only extents
/// show, such as an unbounded pattern. Cost grows with the closure.
[[nodiscard]] BoundGraph bindGraph(const Design& design, NodeIndex node, const GraphOptions& options);

/// The hash of a surface over its pitch and the canonical closure of its root, as 64 hexadecimal digits.
[[nodiscard]] std::string designHash(const Graph& graph);

}  // namespace burin
