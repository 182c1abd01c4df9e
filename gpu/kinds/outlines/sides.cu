// SPDX-License-Identifier: GPL-3.0-or-later

// Without tones the value changes by one at each edge. So a middle lies inside if an odd number of edges
// crosses its row to the left of it.

#include "gpu/kinds/outlines/sides.hpp"

#include "gpu/kinds/outlines/edge_pieces.cuh"

namespace burin::gpu {

namespace {

constexpr int sideThreads = 256;
constexpr int sideRowBits = 5;
constexpr std::int64_t middleStep = outlineSteps / 2;

/// Toggles the first pixel right of each crossing.
__global__ void toggleSides(const __grid_constant__ EdgeUnits units, const OutlineTiles tiles,
                            const EdgeEnds* edges, const Rect area, const OutlineSides sides) {
    const EdgeUnit unit(units, edges, tiles, std::int64_t{blockIdx.x} * sideThreads + threadIdx.x);
    if (unit.row < 0 || unit.y0 >= unit.y1) return;
    const EdgeLine<std::int64_t> line(unit.ends, 0, 0);
    // The rows whose middles lie in [y0, y1).
    std::int64_t row = (unit.y0 - unit.top + middleStep - 1) / outlineSteps;
    for (std::int64_t y = unit.top + row * outlineSteps + middleStep; y < unit.y1; ++row, y += outlineSteps) {
        const std::int64_t inArea = (unit.row << sideRowBits) + row;
        if (inArea >= area.height) return;
        const std::int64_t x = max(((line.step(y) - middleStep) >> 8) + 1 - area.x, std::int64_t{0});
        if (x < area.width) atomicXor(sides.words + inArea * sides.perRow + (x >> 5), 1U << (x & 31));
    }
}

/// Turns toggles into sides, from left to right. A warp processes a row.
__global__ void spreadSides(std::int64_t rows, const OutlineSides sides) {
    static_assert(outlineSteps == 1 << 8);
    const std::int64_t row = (std::int64_t{blockIdx.x} * sideThreads + threadIdx.x) / 32;
    if (row >= rows) return;
    const unsigned lane = threadIdx.x % 32;
    std::uint32_t* const words = sides.words + row * sides.perRow;
    unsigned before = 0;  // the side left of the words
    for (std::int64_t first = 0; first < sides.perRow; first += 32) {
        const std::int64_t at = first + lane;
        std::uint32_t word = at < sides.perRow ? words[at] : 0;
        for (int by = 1; by < 32; by *= 2)
            word ^= word << by;
        const unsigned odd = __ballot_sync(~0U, word >> 31 != 0);
        const unsigned side = before ^ (static_cast<unsigned>(__popc(odd & ((1U << lane) - 1))) & 1U);
        if (at < sides.perRow) words[at] = side != 0 ? ~word : word;
        before ^= static_cast<unsigned>(__popc(odd)) & 1U;
    }
}

std::int64_t sideWords(const Rect& area) {
    return (area.width + 31) / 32;
}

}  // namespace

std::size_t sideBytes(const Rect& area) {
    return MemoryParts::bytes<std::uint32_t>(sideWords(area) * area.height);
}

OutlineSides findSides(cudaStream_t cudaStream, const DeviceOutline& outline, const Rect& area,
                       MemoryParts& memory) {
    const OutlineSides sides{memory.take<std::uint32_t>(sideWords(area) * area.height), sideWords(area)};
    check(cudaMemsetAsync(sides.words, 0, sideBytes(area), cudaStream));
    OutlineTiles rows = OutlineTiles::over(area, 0, sideRowBits);
    rows.columns = 1;
    const EdgeUnits units = outline.units(rows);
    if (units.total > 0)
        toggleSides<<<blocksFor(units.total, sideThreads), sideThreads, 0, cudaStream>>>(
            units, rows, outline.ends(), area, sides);
    spreadSides<<<blocksFor(area.height * 32, sideThreads), sideThreads, 0, cudaStream>>>(area.height, sides);
    check(cudaGetLastError());
    return sides;
}

}  // namespace burin::gpu
