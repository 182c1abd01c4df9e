// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preview/sample_time.hpp"

#include "core/preview/preview_spread.hpp"

#include <chrono>
#include <vector>

namespace burin {

PreviewClocks complete(PreviewClocks clocks) {
    if (!clocks.elapsed) {
        clocks.elapsed = [] {
            return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
        };
    }
    if (!clocks.processor) clocks.processor = threadSeconds;
    return clocks;
}

SampleTime timeToSample(const Sampler& sampler, const Graph& graph, const PreviewPart& part,
                        const PreviewClocks& clocks, double mostSeconds) {
    // Rounds grow, because each sample of a small round takes longer. If samples are very expensive, a single
    // one has to be enough.
    constexpr int small = 8;
    constexpr int mostAtOnce = 256;
    std::vector<Point> places;
    const double begun = clocks.elapsed();
    SampleTime time;
    for (int count = 1; count <= mostAtOnce; count *= 2) {
        const double before = clocks.elapsed();
        const double processorBefore = clocks.processor();
        if (count > 1 && before - begun >= (count > small ? mostSeconds / 2 : mostSeconds)) break;
        places.clear();
        for (int k = 0; k < count; ++k) {
            const std::uint64_t bits = mixed(k, count);
            const auto width = static_cast<std::uint64_t>(part.area.width);
            const auto height = static_cast<std::uint64_t>(part.area.height);
            const Point block{part.area.x + static_cast<std::int64_t>(bits % width),
                              part.area.y + static_cast<std::int64_t>((bits >> 32U) % height)};
            const Rect samples = blockSamples(block, part.level, graph.top().extent);
            if (!samples.empty()) places.push_back(samples.origin());
        }
        std::vector<float> values(places.size());
        sampler.sample(places.data(), static_cast<std::int64_t>(places.size()), values.data());
        const double each = 1.0 / count / rowsAtOnce();
        time.elapsed = (clocks.elapsed() - before) * each;
        time.processor = (clocks.processor() - processorBefore) * each;
    }
    return time;
}

}  // namespace burin
