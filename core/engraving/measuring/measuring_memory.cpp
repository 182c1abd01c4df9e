// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engraving/measuring/measuring_memory.hpp"

namespace burin {

Reservation memoryForMeasuring(MeasuringOptions& options, MemoryBudget& budget,
                               const std::function<std::size_t(const MeasuringOptions&)>& more) {
    while (true) {
        const std::size_t bytes = measuringBytes(options) + (more ? more(options) : 0);
        if (bytes <= budget.limit() / 2) {
            if (Reservation held = budget.tryReserve(bytes, Holder::blocks)) return held;
        }
        if (options.threads > 1) {
            options.threads /= 2;
        } else if (options.samplesAtOnce > 1) {
            options.samplesAtOnce = 1;
        } else {
            throw budget.shortage("measuring", bytes);
        }
    }
}

}  // namespace burin
