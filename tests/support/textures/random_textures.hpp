// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/design_tree.hpp"
#include "support/random.hpp"

namespace burin::test {

/// Any noise that the format allows, with cells of 2 to 40 px.
[[nodiscard]] NoiseNode randomNoise(Random& random);
/// Any voronoi that the format allows, with cells of 2 to 40 px.
[[nodiscard]] VoronoiNode randomVoronoi(Random& random);
/// Any rough surface that the format allows, with bumps of 2 to 25 px.
[[nodiscard]] RoughNode randomRough(Random& random);
/// An endless texture of a child of leastExample() or more, and of 60 x 60 px or less.
[[nodiscard]] ExampleNode randomExample(Random& random);
/// The least child that has room for the patches of randomExample(), at every size that they close to.
[[nodiscard]] Size leastExample(const ExampleNode& example);
/// Any curve.
[[nodiscard]] CurveNode randomCurve(Random& random);
/// Any morphology of a radius that the reference can afford.
[[nodiscard]] MorphologyNode randomMorphology(Random& random);

/// Any kind of texture without children, or an endless texture that still needs its child.
[[nodiscard]] std::any randomTexture(Random& random);
/// Any warp that moves samples by a few pixels.
[[nodiscard]] WarpNode randomWarp(Random& random);
/// Any flow along a few pixels.
[[nodiscard]] FlowNode randomFlow(Random& random);
/// A compensation of a small spot, in a few steps.
[[nodiscard]] CompensateNode randomCompensate(Random& random);
/// Any kind of texture that filters one child, with maps for some.
[[nodiscard]] std::any randomTextureFilter(Random& random);
/// How far around a pixel such a filter reads its child.
[[nodiscard]] std::int64_t reachOfTextureFilter(const TreeNode& node);
/// The data links that such a filter takes behind its first one.
[[nodiscard]] std::size_t mapsOfTextureFilter(const TreeNode& node);
/// Changes a parameter of a texture. \return false if the node is another kind
bool mutateTexture(TreeNode& node, Random& random);

}  // namespace burin::test
