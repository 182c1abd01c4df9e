// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engraving/measuring/measuring.hpp"
#include "core/tile/memory_budget.hpp"

#include <memory>

namespace burin {

/// Reserves the memory of measuring, at most 256 MiB. If that or the budget does not suffice, changes
/// `options` to fewer windows at once, smaller requests and fewer threads. Half of the budget is left for the
/// computation of the heights. If it has no room even for one window of 2,048 px at once, the 130 MiB of that
/// window are taken in addition.
/// \throws OutOfMemory if there is too little for a single thread
[[nodiscard]] Reservation memoryForMeasuring(MeasuringOptions& options, MemoryBudget& budget,
                                             const std::shared_ptr<const HeightMap>& heights);

}  // namespace burin
