// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How previews read kinds whose samples depend on a few distant places: they read only these places, not the
// rectangle around them.

#include "core/kinds/form/operation.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace burin {

/// The samples of one link's child that one sample reads.
struct ScatteredRead {
    std::size_t link = 0;
    std::int64_t times = 1;  ///< number of groups of samples
    std::int64_t side = 1;   ///< side of the square that contains each group
    std::int64_t count = 1;  ///< number of samples in each group
};

/// The children of a node, sampled at any places.
class ScatteredChildren {
  public:
    virtual ~ScatteredChildren() = default;
    /// Writes a group of samples for each place: out[k * around.size() + j] is the child's sample at
    /// places[k] + around[j], continued outside of its extent by `edge`.
    /// \param places  in the node's frame
    /// \throws Cancelled, and what sources throw
    virtual void sample(std::size_t link, Edge edge, std::span<const Point> places,
                        std::span<const Point> around, float* out) = 0;
};

/// A request for the samples that the data links give at any places, without the masks.
struct ScatteredCall {
    std::span<const LinkShape> links;
    std::span<const Point> places;
    float* value = nullptr;  ///< value at each place
    ScatteredChildren& children;
};

}  // namespace burin
