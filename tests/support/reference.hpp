// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The format's page as a program that is slow and obvious: each sample by itself, from the samples below it.
// Coordinates: samples of each node's own frame.

#include "support/design_tree.hpp"
#include "support/formula.hpp"
#include "support/interval.hpp"

#include <array>
#include <bitset>
#include <memory>
#include <unordered_map>
#include <vector>

namespace burin::test {

/// The rectangle to which a node is bounded, or nothing where it answers everywhere.
using Bounds = std::optional<Rect>;

/// Bounds of the nodes of a tree; nodes may be appended to it meanwhile.
[[nodiscard]] Bounds boundsOf(const Tree& tree, std::size_t node);

/// Where a transform's child lies in the transform's own frame, `at` left out.
struct Resampler {
    Resampler(const TransformNode& node, const Bounds& child);

    /// The position in the child's frame of a position in the transformed frame. Pixel x is [x, x + 1).
    [[nodiscard]] Pair toChild(Pair position) const;
    [[nodiscard]] Pair toParent(Pair position) const;

    Bounds result;
    bool straight = false;  ///< turned by a multiple of 90 degrees
    Pair scale;

  private:
    Rect frame_;  ///< of a bounded child
    bool bounded_;
    bool mirrorX_;
    bool mirrorY_;
    double cosine_;
    double sine_;
    Pair corner_;
};

/// The samples of a tree's nodes, as bounds within which a program must stay.
///
/// Kinds without a tolerance give exact samples of exact children; a tolerance widens the bounds, and from
/// there on interval arithmetic says what may come of it, discontinuities included.
class Reference {
  public:
    explicit Reference(const Tree& tree);

    /// c(p) of the node: 0 outside of its rectangle.
    [[nodiscard]] Range sample(std::size_t node, Point p);
    /// The written values of the root that are allowed at p.
    [[nodiscard]] std::pair<int, int> written(Point p);
    [[nodiscard]] const Bounds& bounds(std::size_t node) const { return bounds_[node]; }

  private:
    static constexpr std::int64_t blockSide = 16;
    /// Samples of one node that are computed once.
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
    [[nodiscard]] Range continued(const TreeNode& node, Point p, const std::string& edge);
    [[nodiscard]] Range masked(const TreeNode& node, Range value, std::size_t firstLink, Point p);

    [[nodiscard]] Range of(const RootNode& kind, const TreeNode& node, Point p);
    [[nodiscard]] Range of(const UnionNode& kind, const TreeNode& node, Point p);
    [[nodiscard]] Range of(const StitchingNode& kind, const TreeNode& node, Point p);
    [[nodiscard]] Range of(const MathNode& kind, const TreeNode& node, Point p);
    [[nodiscard]] Range of(const PictureNode& kind, const TreeNode& node, Point p);
    [[nodiscard]] Range of(const ProfileNode& kind, const TreeNode& node, Point p);
    [[nodiscard]] Range of(const MedianNode& kind, const TreeNode& node, Point p);
    [[nodiscard]] Range of(const ConvolutionNode& kind, const TreeNode& node, Point p);
    [[nodiscard]] Range of(const TransformNode& kind, const TreeNode& node, Point p);

    [[nodiscard]] const Formula& formula(const TreeNode& node, const std::string& text,
                                         const std::vector<std::string>& variables);

    const Tree& tree_;
    std::vector<Bounds> bounds_;
    std::vector<Blocks> blocks_;
    std::unordered_map<const TreeNode*, Formula> formulas_;
    std::unordered_map<const TreeNode*, std::vector<std::vector<double>>> kernels_;
};

/// The weights of a convolution, row by row, divided as `normalize` says.
[[nodiscard]] std::vector<std::vector<double>> kernelOf(const ConvolutionNode& node);

/// What a program may give that computes a binary64 value of `exact` within `tolerance` (relative above 1).
/// \param dust  below it in magnitude a result is 0, and must be where the value is below its half; 0:
/// nowhere
[[nodiscard]] Range tolerated(const Interval& exact, double tolerance, double dust);

}  // namespace burin::test
