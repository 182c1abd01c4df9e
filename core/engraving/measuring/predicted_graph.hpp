// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The prediction of a surface as a graph, so that it can be shown and measured like any node.

#include "core/design/design.hpp"
#include "core/render/graph.hpp"

namespace burin {

/// Whether the design has a surface, and `job` the spot that a prediction needs.
[[nodiscard]] bool canPredict(const Design& design);

/// Whether a curve of the surface falls, so that the prediction is computed from the depths that the design
/// asks for.
[[nodiscard]] bool predictsDesignedDepths(const Design& design);

/// Binds a node above the design's surface that spreads the depths of the written samples as the spot does.
/// Like any filter, it is computed only for the tiles that are needed and in bounded memory, but only on the
/// CPU.
///
/// Its samples are those of PredictedHeights, apart from dust. Its hash differs from that of the surface.
/// \return no graph and the errors of the surface, or why it cannot be predicted
/// \throws what bindGraph throws  \pre the design has a root
[[nodiscard]] BoundGraph bindPrediction(const Design& design, const GraphOptions& options);

/// Binds, in the same way, the depths that the written samples of the surface stand for: \see DepthReading.
/// The difference of a prediction and these depths is the effect of the spot.
[[nodiscard]] BoundGraph bindWrittenDepths(const Design& design, const GraphOptions& options);

/// Why no card computes these graphs. \see Graph::whyNotOnCards
inline constexpr const char* predictionOnCpu = "only the CPU computes what the spot engraves";

}  // namespace burin
