// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.hpp"
#include "core/render/backend.hpp"

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace burin {

/// How much of the spot's error a node `compensate` leaves.
struct CompensationEffect {
    std::string node;
    double left = 0;     ///< RMS(K u - t) / RMS(K t - t): the share of the spot's error that is left
    double clipped = 0;  ///< the share of samples that would need a depth below 0 or above 1

    /// The effect in words, with advice if samples are clipped.
    [[nodiscard]] Problem remark() const;
};

/// Measures how well a node compensates for the spot.
///
/// Looks at the whole node. If it is larger than 512 px, looks at 4 windows of 256 x 256 px; if it is
/// unbounded, at windows within the extent of the graph's top. Places that are closer to the rim of the child
/// than the spot's reach are left out, unless no others remain.
/// \return nothing for a node of another kind, for a flat node, and for one with a mask, because the spot
///         does not act on what the mask removes
/// \throws Cancelled, OutOfMemory, and what sources throw
[[nodiscard]] std::optional<CompensationEffect> compensationEffect(Backend& backend, const Graph& graph,
                                                                   std::string_view name,
                                                                   const std::stop_token& stop);

}  // namespace burin
