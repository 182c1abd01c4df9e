// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A random texture that is seen from far away: pictures show its mean, so that fine grain does not flicker.

#include "core/render/graph.hpp"

#include <cstddef>
#include <optional>
#include <stop_token>

namespace burin {

/// A random texture of a graph that pictures may show by its mean.
struct EvenTexture {
    std::size_t node = 0;
    double from = 0;  ///< the least side of the blocks of such pictures, in samples

    /// The random texture whose mean is passed to the graph's top unchanged, apart from masks and from nodes
    /// that cover it; nothing if the graph has none.
    [[nodiscard]] static std::optional<EvenTexture> of(const Graph& graph);
    /// The mean of many samples of the texture, without its masks. Makes its tables. \throws Cancelled
    [[nodiscard]] float meanIn(const Graph& graph, const std::stop_token& stop) const;
};

}  // namespace burin
