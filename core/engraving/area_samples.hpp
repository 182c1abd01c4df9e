// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/render/backend.hpp"

#include <memory>
#include <stop_token>
#include <vector>

namespace burin {

/// Computes the samples of a graph's top node over `area` and waits for them.
/// \param out  of the size of `area`
/// \throws Cancelled, OutOfMemory, and what sources throw
void samplesOver(Backend& backend, std::shared_ptr<const Graph> graph, const Rect& area,
                 const SamplesView& out, const std::stop_token& stop);

/// Places inside an area that cover it evenly, however many they are. They may overlap. Pure.
/// \pre `area` has room for one
[[nodiscard]] std::vector<Rect> spreadPlaces(const Rect& area, const Size& size, int count);

}  // namespace burin
