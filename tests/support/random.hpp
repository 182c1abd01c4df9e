// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/long_run.hpp"

#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <string>
#include <vector>

namespace burin::test {

/// Pseudorandom numbers that are the same everywhere (splitmix64, Steele et al. 2014). Each seed is mixed, so
/// that neighbouring seeds begin far apart in the one sequence that all seeds share.
class Random {
  public:
    explicit Random(std::uint64_t seed) : state_(mixed(seed + 0x632BE59BD9B4E019U)) {}

    [[nodiscard]] std::uint64_t next() { return mixed(state_ += 0x9E3779B97F4A7C15U); }
    /// An integer in [low, high].
    [[nodiscard]] std::int64_t between(std::int64_t low, std::int64_t high) {
        return low + static_cast<std::int64_t>(next() % static_cast<std::uint64_t>(high - low + 1));
    }
    /// A real number in [low, high).
    [[nodiscard]] double real(double low, double high) {
        return low + (high - low) * static_cast<double>(next() >> 11U) * 0x1p-53;
    }
    [[nodiscard]] bool chance(double probability) { return real(0, 1) < probability; }
    template <class T>
    [[nodiscard]] T pick(std::initializer_list<T> from) {
        return from.begin()[between(0, static_cast<std::int64_t>(from.size()) - 1)];
    }

  private:
    static std::uint64_t mixed(std::uint64_t z) {
        z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
        z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
        return z ^ (z >> 31U);
    }

    std::uint64_t state_;
};

/// The seeds of a test: 1 to `count`, or ten times as many in the long run. The variable can give another
/// count or a range such as 40-60.
[[nodiscard]] inline std::vector<std::uint64_t> seedsOfTest(std::uint64_t count,
                                                            const char* variable = "BURIN_TEST_SEEDS") {
    std::uint64_t first = 1;
    if (isLongRun()) count *= 10;
    if (const char* wanted = std::getenv(variable)) {
        char* end = nullptr;
        count = std::strtoull(wanted, &end, 10);
        if (*end == '-') {
            first = count;
            count = std::strtoull(end + 1, nullptr, 10);
        }
    }
    std::vector<std::uint64_t> seeds;
    for (std::uint64_t seed = first; seed <= count; ++seed)
        seeds.push_back(seed);
    return seeds;
}

}  // namespace burin::test
