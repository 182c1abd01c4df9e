// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/render/backend.hpp"

#include <memory>
#include <stop_token>

namespace burin {

/// How long it takes to compute `region` of a surface, in seconds, judged by blocks spread over it; 0 where
/// it is too small to tell. Takes a second or two itself.
///
/// \param sideBySide  how many blocks will be computed at once, while here it is one
/// \pre rootOf(*graph) \throws Cancelled, OutOfMemory, and what sources throw
[[nodiscard]] double estimatedSeconds(Backend& backend, const std::shared_ptr<const Graph>& graph,
                                      const Rect& region, int sideBySide, std::stop_token stop);

}  // namespace burin
