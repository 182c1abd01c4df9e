// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

namespace burin {

/// Calls `work(number, thread)` for each number below `count`, on several threads and in any order, and waits
/// for all of them. \pre `work` throws nothing
template <class Work>
void shareOut(std::int64_t count, int threads, const Work& work) {
    std::atomic<std::int64_t> next{0};
    const auto run = [&](int thread) {
        for (std::int64_t number = next++; number < count; number = next++)
            work(number, thread);
    };
    std::vector<std::jthread> others;
    for (int i = 1; i < std::min<std::int64_t>(threads, count); ++i)
        others.emplace_back([&run, i] { run(i); });
    run(0);
}

}  // namespace burin
