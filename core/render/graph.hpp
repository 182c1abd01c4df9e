// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A design bound for computing. Coordinates are samples of level 0 in each node's own frame.

#include "core/base/problem.hpp"
#include "core/design/design.hpp"
#include "core/tile/tile.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace burin {

/// How a node's samples reach its parents.
enum class Residence {
    inlined,  ///< computed by the parent's task, over just the rectangle that it needs
    tiles,    ///< in tiles of the graph's side, each computed once
    cell,     ///< as one cell of its period, computed once and read everywhere
};

/// One node, ready to compute.
struct GraphNode {
    std::string name;  ///< name for messages
    std::shared_ptr<const Operation> operation;
    std::vector<BoundFile> files;       ///< those that the operation was made from
    std::vector<LinkShape> links;       ///< in the order of reduction
    std::vector<std::size_t> children;  ///< index into Graph::nodes for each link
    /// Hash of its subtree, valid in this process: files count by identity and are not read.
    NodeHash hash;
    std::string digest;         ///< all digits of the hash, as text
    std::optional<Size> sized;  ///< its own size, if the design gives it one
    Extent extent;
    Extent support;  ///< inside `extent`
    Residence residence = Residence::inlined;
    bool shared = false;  ///< several parents read it; those that read few samples compute them anew
    /// The bits that its samples can be held in: 8, 16 or 32. \see Operation::bits
    int bits = 32;
    /// For previews, approximate: the node or one below it is folded on a near period.
    bool provisional = false;
    /// The period of the whole plane; only for nodes without any bounds.
    std::optional<Lattice> period;
    /// The stored cell. Its width is a multiple of the width of `period`, so that rows are long enough to
    /// copy. Only with Residence::cell.
    Lattice cell;
    /// How far beyond its own rectangle the inlined nodes below it are computed, in samples.
    std::int64_t reach = 0;
};

/// The closure of one node of a design, children before parents; the last node is the requested one.
///
/// Immutable. Node hashes are computed once here, never per tile.
struct Graph {
    std::vector<GraphNode> nodes;
    std::int32_t tileSide = 512;
    double pixelUm = 1;
    Vector pitchUm{1, 1};       ///< the exact pitches along x and y, which differ on a roller
    std::string whyNotOnCards;  ///< \see Design::whyNotOnCards

    [[nodiscard]] const GraphNode& top() const { return nodes.back(); }
};

struct GraphOptions {
    std::int32_t tileSide = 512;
    /// Largest cell, in bytes, of a period that is folded; 0: nothing is folded.
    std::size_t largestCellBytes = std::size_t{16} << 20U;
    /// For previews: also fold nodes that only nearly repeat.
    bool provisional = false;
    /// Also look for problems of single items of series, which takes long.
    bool everyItem = false;
    std::stop_token stop = {};
    /// With everyItem: called now and then, with the node, the number of its items that were looked at, and
    /// the number of all items.
    std::function<void(const std::string& node, std::int64_t done, std::int64_t all)> itemProgress = {};
};

/// The result of binding a node: a graph, or the reasons why it cannot be computed.
struct BoundGraph {
    std::optional<Graph> graph;
    Diagnostics errors;
    std::vector<Problem> remarks;  ///< e.g. that an image's alpha is ignored
};

/// Binds `node` and its closure. Errors are those of the closure (Design::errorsOf) and those that only
/// extents reveal, such as an unbounded pattern. Cost grows with the closure.
/// \throws Cancelled once the options' stop is signalled
[[nodiscard]] BoundGraph bindGraph(const Design& design, NodeIndex node, const GraphOptions& options);

/// The remarks on the pictures and scans that a graph reads, such as that an image's alpha is ignored. The
/// subject is the node, followed by the file if the remark is about a picture. If several nodes read one
/// file, a remark on it appears once, with the first of them. Reads no file.
[[nodiscard]] std::vector<Problem> remarksOnImages(const Graph& graph);

/// The hash of a surface over its pitch and the canonical closure of its root, as 64 hexadecimal digits.
/// Independent of the places of its files. Reads the files whose content hash is not known yet.
/// \throws Cancelled once `stop` is signalled, and ImageError if a file cannot be read or if two nodes have
/// read different versions of it
[[nodiscard]] std::string designHash(const Graph& graph, const std::stop_token& stop = {});

/// Requires that all nodes have read one version of each file. Pictures are compared by their times. If the
/// times do not tell versions apart, the parts that the nodes have read so far are read again. designHash()
/// compares the contents of pictures instead. \throws ImageError
void requireOneVersion(const Graph& graph);

/// Hashes the files of a node's closure one by one on a separate thread, so that designHash() finds the
/// hashes or waits for the remaining ones. The thread stops when the result is destroyed. Errors are left to
/// designHash().
[[nodiscard]] std::jthread hashAhead(const Design& design, NodeIndex node);

}  // namespace burin
