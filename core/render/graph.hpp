// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A design bound for computing. Coordinates: each node's own frame, samples of level 0.

#include "core/design/design.hpp"
#include "core/tile/tile.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
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
    /// Of its subtree, in this process: files count by their identity and are not read for it.
    NodeHash hash;
    std::string digest;         ///< the same with all its digits
    std::optional<Size> sized;  ///< its own size, if the design gives it one
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
/// Immutable. Hashes of nodes are computed once here, never per tile.
struct Graph {
    std::vector<GraphNode> nodes;
    std::int32_t tileSide = 512;
    double pixelUm = 1;
    std::string whyNotOnCards;  ///< \see Design::whyNotOnCards

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

/// The hash of a surface over its pitch and the canonical closure of its root, as 64 hexadecimal digits: the
/// same wherever its files lie. Takes as long as reading the files whose content is not known yet.
/// \throws Cancelled once `stop` is signalled, and ImageError if a file cannot be read
[[nodiscard]] std::string designHash(const Graph& graph, const std::stop_token& stop = {});

/// Hashes the files of a node's closure on a thread of its own, one after the other, so that designHash()
/// finds them known or waits for the rest. The thread ends with what is returned. Errors are left to
/// designHash().
[[nodiscard]] std::jthread hashAhead(const Design& design, NodeIndex node);

}  // namespace burin
