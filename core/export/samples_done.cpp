// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/samples_done.hpp"

#include "core/geometry/rect.hpp"

#include <algorithm>

namespace burin {

std::int64_t samplesOf(const ChunkGrid& grid, const ChunkRange& range) {
    if (range == ChunkRange{0, grid.count()}) {
        return Rect{0, 0, grid.layout().region.width, grid.layout().region.height}.area();
    }
    std::int64_t samples = 0;
    for (std::int64_t i = range.first; i < range.last; ++i)
        samples += grid.chunk(i).area();
    return samples;
}

std::int64_t samplesDone(const Sink& sink) {
    const ChunkRange range = sink.range();
    std::int64_t samples = 0;
    for (std::int64_t at = sink.done().firstMember(range.first, range.last); at < range.last;) {
        const std::int64_t gap = std::min(sink.done().firstGap(at), range.last);
        samples += samplesOf(sink.grid(), {at, gap});
        at = sink.done().firstMember(gap, range.last);
    }
    return samples;
}

}  // namespace burin
