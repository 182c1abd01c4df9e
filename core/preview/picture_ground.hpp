// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The ground of a surface is everything around its things, such as the lattice around a logo. Pictures take
// the ground from the sums of one cell, so that only the things are averaged sample by sample.

#include "core/render/graph.hpp"

#include <memory>
#include <optional>

namespace burin {

/// A graph's top node without its things. A thing is a bounded child that its link reads point by point: for
/// each sample that it writes, it reads only the child's sample at that place.
struct PictureGround {
    std::shared_ptr<const Graph> graph;  ///< has the same samples outside of `things`
    Rect things;                         ///< in the top node's frame; may be empty

    /// \return nothing if the node has no things, or if the rest does not repeat for another reason
    [[nodiscard]] static std::optional<PictureGround> of(const Graph& graph);
};

}  // namespace burin
