// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/random.hpp"

#include <algorithm>

namespace burin::test {

/// The same as seedsOfTest() without the seeds of designs that take longer than all others together. The long
/// run has them as well.
[[nodiscard]] inline std::vector<std::uint64_t> quickSeedsOfTest(std::uint64_t count,
                                                                 std::initializer_list<std::uint64_t> slow) {
    std::vector<std::uint64_t> seeds = seedsOfTest(count);
    if (isLongRun() || std::getenv("BURIN_TEST_SEEDS") != nullptr) return seeds;
    std::erase_if(
        seeds, [&](std::uint64_t seed) { return std::find(slow.begin(), slow.end(), seed) != slow.end(); });
    return seeds;
}

}  // namespace burin::test
