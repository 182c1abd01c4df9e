// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engraving/measuring/measuring_memory.hpp"

#include <algorithm>

namespace burin {

Reservation memoryForMeasuring(MeasuringOptions& options, MemoryBudget& budget,
                               const std::shared_ptr<const HeightMap>& heights) {
    const auto reserved = [&budget](std::size_t bytes) {
        return bytes <= budget.limit() / 2 ? budget.tryReserve(bytes, Holder::blocks) : Reservation();
    };
    while (true) {
        const MeasuringBytes needs = measuringBytes(heights, options);
        if (Reservation held = reserved(std::max(needs.passes, needs.windows))) return held;
        if (options.threads > 1) {
            options.threads /= 2;
        } else if (Reservation held = reserved(needs.passes)) {
            return held;
        } else if (options.samplesAtOnce > 1) {
            options.samplesAtOnce = 1;
        } else {
            throw budget.shortage("measuring", 2 * needs.passes);  // half is for the heights
        }
    }
}

}  // namespace burin
