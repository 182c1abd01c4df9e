// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The format's page as a slow and obvious program: each sample is computed separately from the samples below
// it. Coordinates: samples of each node's own frame.

#include "support/design_tree.hpp"
#include "support/formula.hpp"
#include "support/interval.hpp"
#include "support/kind_reference.hpp"

#include <array>
#include <bitset>
#include <map>
#include <memory>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace burin::test {

class PageTexture;
struct SlowKernel;

/// The bounds of a node of a tree. Nodes may be appended to the tree between two calls.
[[nodiscard]] Bounds boundsOf(const Tree& tree, std::size_t node);
[[nodiscard]] Bounds moved(const Bounds& bounds, Point by);

/// Maps a transform's frame to its child's frame, without `at`.
struct Resampler {
    Resampler(const TransformNode& node, const Bounds& child);

    /// Maps a position in the transformed frame to the child's frame. Pixel x is [x, x + 1).
    [[nodiscard]] Pair toChild(Pair position) const;
    [[nodiscard]] Pair toParent(Pair position) const;

    Bounds result;
    bool straight = false;  ///< turned by a multiple of 90 degrees
    Pair scale;

  private:
    Rect frame_;  ///< the frame of a bounded child
    bool bounded_;
    bool mirrorX_;
    bool mirrorY_;
    double cosine_;
    double sine_;
    Pair corner_;
};

/// The samples of a tree's nodes, as bounds that a program must keep.
///
/// Kinds without a tolerance give exact samples if their children are exact. A tolerance widens the bounds;
/// above it, interval arithmetic computes the possible results, including discontinuities.
class Reference {
  public:
    explicit Reference(const Tree& tree);

    /// c(p) of the node: 0 outside of its rectangle.
    [[nodiscard]] Range sample(std::size_t node, Point p);
    /// The written values of the root that are allowed at p.
    [[nodiscard]] std::pair<int, int> written(Point p);
    [[nodiscard]] const Bounds& bounds(std::size_t node) const { return bounds_[node]; }
    /// The sample of a node that is neither muted nor read from the cache. tests/support/kinds/<kind>.cpp
    /// specialises it.
    template <class Kind>
    [[nodiscard]] Range of(const Kind& kind, const TreeNode& node, Point p);

  private:
    static constexpr std::int64_t blockSide = 16;
    /// A block of samples of one node, computed once.
    struct Block {
        std::bitset<blockSide * blockSide> known;
        std::array<Range, blockSide * blockSide> samples;
    };
    struct Blocks {
        std::unordered_map<std::uint64_t, std::unique_ptr<Block>> all;
        std::uint64_t lastKey = 0;
        Block* last = nullptr;
    };

    [[nodiscard]] Range computed(std::size_t node, Point p);
    [[nodiscard]] Range child(const TreeNode& node, std::size_t link, Point p);
    [[nodiscard]] Range continued(const TreeNode& node, Point p, const std::string& edge,
                                  std::size_t link = 0);
    [[nodiscard]] Range masked(const TreeNode& node, Range value, std::size_t firstLink, Point p);

    /// The value at p of the child of a transformation, which is read at the transformed place.
    [[nodiscard]] Range transformed(const TransformNode& kind, std::size_t child, Point p);
    /// The picture of a repeat, and its place.
    struct Shown {
        const TreeLink* pattern = nullptr;
        Point corner;  ///< the corner of the transformed pattern
        TransformNode transform;
        float gain = 1;
        float id = 0;
    };
    /// The picture of repeat (i, j), without its corner.
    [[nodiscard]] static Shown shownBy(const Vary& vary, std::int64_t seed, const TreeNode& node,
                                       std::int64_t i, std::int64_t j);
    /// The size of the picture; nothing if it is empty.
    [[nodiscard]] std::optional<Size> sizeOf(const Shown& shown) const;
    struct Repeat {
        Shown shown;  ///< its corner is that of its offset
        std::optional<Size> size;
    };
    /// Repeat (i, j) of a node; it is computed only once. \param vary, seed  always the same for one node
    [[nodiscard]] const Repeat& repeatOf(const Vary& vary, std::int64_t seed, const TreeNode& node,
                                         std::int64_t i, std::int64_t j);
    [[nodiscard]] Range sampleOf(const Shown& shown, Point p);
    /// A rectangle around their lattice point that contains all repeats, with some room to spare.
    struct Reach {
        double left, top, right, bottom;
    };
    /// \param fromPattern  whether a repeat lies where its pattern lies
    [[nodiscard]] Reach reachOf(const Vary& vary, const TreeNode& node, bool fromPattern) const;
    /// Blends the repeats over p, the topmost last.
    [[nodiscard]] Range blendOf(const std::string& blend, const std::string& value,
                                const std::vector<Shown>& shown, Point p);

    [[nodiscard]] const Formula& formula(const TreeNode& node, const std::string& text,
                                         const std::vector<std::string>& variables);

    const Tree& tree_;
    std::vector<Bounds> bounds_;
    std::vector<const KindReference*> kinds_;
    std::vector<Blocks> blocks_;
    std::unordered_map<const TreeNode*, std::shared_ptr<PageTexture>> textures_;
    std::unordered_map<const TreeNode*, Formula> formulas_;
    std::map<std::tuple<const TreeNode*, std::int64_t, std::int64_t>, Repeat> repeats_;
    std::unordered_map<const TreeNode*, std::vector<std::vector<double>>> kernels_;
    /// A depth that a spot's compensation has reached, and how far it may be from the true one.
    struct Corrected {
        double depth = 0;
        double doubt = 0;
    };
    /// The depth at p after some steps; step 0 is the wanted one.
    [[nodiscard]] Corrected corrected(const CompensateNode& kind, const TreeNode& node, int step, Point p);
    std::map<std::tuple<const TreeNode*, int, std::int64_t, std::int64_t>, Corrected> corrected_;
    std::unordered_map<const TreeNode*, std::shared_ptr<const SlowKernel>> spots_;
};

/// `c` over `value`: the sample `c` replaces the value unless `c` is 0.
[[nodiscard]] Range over(const Range& value, const Range& c);
[[nodiscard]] Range maskedBy(const Range& value, const Range& c);
/// The mean of the terms that are not 0. The ranges of some terms may include 0.
[[nodiscard]] Range meanOf(const std::vector<Range>& terms);
/// The curve through the points, constant beyond its ends.
[[nodiscard]] double curveAt(const Points& points, double d);

/// Blends the samples of the repeats over one pixel, the topmost last.
[[nodiscard]] Range blended(const std::string& blend, const std::vector<Range>& samples);

/// The weights of a convolution, row by row, divided according to `normalize`.
[[nodiscard]] std::vector<std::vector<double>> kernelOf(const ConvolutionNode& node);

/// The allowed results of a program that computes the binary64 value `exact` within `tolerance` (relative
/// above 1).
/// \param dust  a result below this magnitude is 0; it must be 0 if the value is below half of it. 0: no
/// sweeping
[[nodiscard]] Range tolerated(const Interval& exact, double tolerance, double dust);

template <class Kind>
KindReference referenceOf(std::string word, void (*read)(const NodeReader&, Kind&),
                          void (*write)(KeyLines&, const Kind&),
                          Bounds (*bounds)(const Tree&, const TreeNode&)) {
    return {std::move(word),
            [](const TreeNode& node) { return node.as<Kind>() != nullptr; },
            [read](const NodeReader& node) {
                Kind made;
                read(node, made);
                return std::any(std::move(made));
            },
            [write](KeyLines& out, const TreeNode& node) { write(out, *node.as<Kind>()); },
            [](Reference& all, const TreeNode& node, Point p) { return all.of(*node.as<Kind>(), node, p); },
            bounds};
}

}  // namespace burin::test
