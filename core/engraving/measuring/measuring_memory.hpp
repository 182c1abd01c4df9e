// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engraving/measuring/measuring.hpp"
#include "core/tile/memory_budget.hpp"

#include <cstddef>
#include <functional>

namespace burin {

/// Reserves what measuring takes. If there is little memory, `options` are changed to fewer threads and
/// smaller requests. Half of the budget is left for what computes the heights.
/// \param more  the bytes that reading the heights takes beside that; may be empty
/// \throws OutOfMemory if there is too little for a single thread
[[nodiscard]] Reservation memoryForMeasuring(
    MeasuringOptions& options, MemoryBudget& budget,
    const std::function<std::size_t(const MeasuringOptions&)>& more = {});

}  // namespace burin
