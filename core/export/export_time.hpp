// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/render/backend.hpp"

#include <memory>
#include <stop_token>

namespace burin {

/// The priority of an estimate's requests. Pictures come first, because their priorities are never below 0.
inline constexpr int estimatePriority = -1;

/// Estimates the seconds to compute `region` of a surface from blocks spread over it; 0 if the region is too
/// small to tell. Takes a second or two itself. Counts the computation of the blocks, not the time that they
/// wait behind pictures.
///
/// \param sideBySide  how many blocks the export will compute at once; the estimate computes one at a time
/// \pre rootOf(*graph) \throws Cancelled, OutOfMemory, and what sources throw
[[nodiscard]] double estimatedSeconds(Backend& backend, const std::shared_ptr<const Graph>& graph,
                                      const Rect& region, int sideBySide, std::stop_token stop);

}  // namespace burin
