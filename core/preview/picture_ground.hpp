// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What is around the things of a surface, such as a lattice around a logo. Pictures take it from the sums of
// one cell, so that only the things are averaged sample by sample.

#include "core/render/graph.hpp"

#include <memory>
#include <optional>

namespace burin {

/// A graph's top node without its things: the bounded children that reach it by links which read a child only
/// where they write.
struct PictureGround {
    std::shared_ptr<const Graph> graph;  ///< has the same samples outside of `things`
    Rect things;                         ///< in the top node's frame; may be empty

    /// \return nothing if there are no things, or if something else keeps the rest from repeating
    [[nodiscard]] static std::optional<PictureGround> of(const Graph& graph);
};

}  // namespace burin
