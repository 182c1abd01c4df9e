// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/repeats/paint.cuh"

namespace burin::gpu {

int stripRowsFor(Size area) {
    constexpr std::int64_t enoughBlocks = 256;  // two for each multiprocessor of a large device
    constexpr std::int64_t width = strip::warps * strip::columns;
    const std::int64_t across = (area.width + width - 1) / width;
    int rows = strip::rows;
    while (rows > strip::bandRows && across * ((area.height + rows - 1) / rows) < enoughBlocks)
        rows /= 2;
    return rows;
}

void paintExactCopies(cudaStream_t cudaStream, const RepeatMixing& mixing, const Repeats& around,
                      const RepeatTable& table, const float* arena, DeviceSamples out) {
    paintCopies<TakeExactCopy>(cudaStream, mixing, around, table, arena, out);
}

}  // namespace burin::gpu
