// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace burin {

/// Prefetches samples that a later row reads or writes into the second level of the cache. A processor
/// predicts reads only within a page of memory, and cannot predict displaced places.
inline void prefetchSamples(const float* samples, std::int64_t count) {
    constexpr std::int64_t lineSamples = 64 / sizeof(float);
    for (std::int64_t i = 0; i < count; i += lineSamples)
        __builtin_prefetch(samples + i, 0, 2);
}

}  // namespace burin
