// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engraving/measuring/measuring_memory.hpp"

#include <algorithm>

namespace burin {

namespace {

/// Measuring takes at most this much more than an export.
constexpr std::size_t mostMeasuringBytes = std::size_t{256} << 20U;
/// Requests of fewer samples would save little memory.
constexpr std::int64_t fewSamplesAtOnce = std::int64_t{1} << 20;

}  // namespace

Reservation memoryForMeasuring(MeasuringOptions& options, MemoryBudget& budget,
                               const std::shared_ptr<const HeightMap>& heights) {
    const auto reserved = [&budget](std::size_t bytes) {
        return bytes <= std::min(budget.limit() / 2, mostMeasuringBytes)
                   ? budget.tryReserve(bytes, Holder::blocks)
                   : Reservation();
    };
    while (true) {
        const MeasuringBytes needs = measuringBytes(heights, options);
        if (Reservation held = reserved(std::max(needs.passes, needs.windows))) return held;
        if (options.windowsAtOnce > 1 && needs.windows > needs.passes) {
            options.windowsAtOnce = 1;
        } else if (options.samplesAtOnce > fewSamplesAtOnce && needs.passes > needs.windows) {
            options.samplesAtOnce /= 4;
        } else if (options.threads > 1) {
            options.threads -= (options.threads + 3) / 4;
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
