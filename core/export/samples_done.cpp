// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/samples_done.hpp"

#include "core/geometry/rect.hpp"

#include <algorithm>

namespace burin {

std::int64_t samplesOf(const ChunkGrid& grid, const ChunkRange& range) {
    const auto before = [&](std::int64_t index) {
        std::int64_t samples = 0;
        for (const Rect& area : grid.areasBefore(index))
            samples += area.area();
        return samples;
    };
    return before(range.last) - before(range.first);
}

std::vector<ChunkRange> runsWithin(const IntervalSet& chunks, const ChunkRange& range) {
    std::vector<ChunkRange> runs;
    for (std::int64_t at = chunks.firstMember(range.first, range.last); at < range.last;) {
        runs.push_back({at, std::min(chunks.firstGap(at), range.last)});
        at = chunks.firstMember(runs.back().last, range.last);
    }
    return runs;
}

std::int64_t samplesDone(const Sink& sink) {
    std::int64_t samples = 0;
    for (const ChunkRange& run : runsWithin(sink.done(), sink.range()))
        samples += samplesOf(sink.grid(), run);
    return samples;
}

}  // namespace burin
