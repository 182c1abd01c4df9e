// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/outlines/tile_lists.hpp"

#include "gpu/kinds/outlines/edge_pieces.cuh"

namespace burin::gpu {

namespace {

constexpr int listThreads = 256;

/// Counts the edges of each tile, or writes them into its list; `ends` is then the current end of the list.
///
/// \param changes, corners  used only while edges are counted, if corners is not null
template <bool write>
__global__ void listEdges(const __grid_constant__ EdgeUnits units, const OutlineTiles tiles,
                          const EdgeEnds* edges, std::uint32_t* ends, ListedEdge* entries,
                          const std::int32_t* changes, std::int32_t* corners) {
    const EdgeUnit unit(units, edges, tiles, std::int64_t{blockIdx.x} * listThreads + threadIdx.x);
    if (unit.row < 0) return;
    const EdgeEnds& edge = unit.ends;
    std::int64_t from = std::int64_t{edge.ax} * fineInStep;
    std::int64_t to = std::int64_t{edge.bx} * fineInStep;
    if (unit.y0 != edge.ay || unit.y1 != edge.by) {
        const EdgeLine<std::int64_t> line(edge, 0, 0);
        from = line.x(unit.y0);
        to = line.x(unit.y1);
    }
    const int bits = tiles.widthBits + fineBits;
    const std::int64_t corner = tiles.x << fineBits;
    const std::int64_t first = (from - corner) >> bits;
    const std::int64_t last = (to - corner) >> bits;
    if (!write && corners != nullptr && edge.ay <= unit.top && unit.top < edge.by &&
        first + 1 < tiles.columns)
        atomicAdd(corners + unit.row * tiles.columns + max(first + 1, std::int64_t{0}), changes[unit.edge]);
    const std::int64_t end = min(max(first, last) + 1, tiles.columns);
    for (std::int64_t column = max(min(first, last), std::int64_t{0}); column < end; ++column) {
        std::uint32_t* const tile = ends + unit.row * tiles.columns + column;
        const std::uint32_t at = atomicAdd(tile, 1U);
        if (!write) continue;
        const auto side = column > first       ? ListedEdge::left
                          : column < first     ? ListedEdge::right
                          : edge.ay < unit.top ? ListedEdge::above
                                               : ListedEdge::nowhere;
        entries[at] = ListedEdge::of(unit.edge, side);
    }
}

/// Gives each tile's list its place. `taken` counts the entries of all lists.
__global__ void reserveLists(std::int64_t tiles, const std::uint32_t* counts, std::uint32_t* starts,
                             std::uint32_t* taken) {
    const std::int64_t tile = std::int64_t{blockIdx.x} * listThreads + threadIdx.x;
    const unsigned lane = threadIdx.x % 32;
    const std::uint32_t own = tile < tiles ? counts[tile] : 0;
    std::uint32_t sum = own;
    for (unsigned by = 1; by < 32; by *= 2) {
        const std::uint32_t before = __shfl_up_sync(~0U, sum, by);
        if (lane >= by) sum += before;
    }
    std::uint32_t start = lane == 31 ? atomicAdd(taken, sum) : 0;
    start = __shfl_sync(~0U, start, 31);
    if (tile < tiles) starts[tile] = start + sum - own;
}

}  // namespace

std::size_t tileListBytes(const OutlineTiles& tiles, const EdgeUnits& units, TileCorners corners) {
    const std::int64_t cornerTiles = corners == TileCorners::wanted ? tiles.count() : 0;
    return MemoryParts::bytes<std::uint32_t>(tiles.count() + 1) +
           MemoryParts::bytes<std::int32_t>(cornerTiles) + MemoryParts::bytes<std::uint32_t>(tiles.count()) +
           MemoryParts::bytes<ListedEdge>(units.tiles);
}

TileLists makeTileLists(cudaStream_t cudaStream, const DeviceOutline& outline, const OutlineTiles& tiles,
                        const EdgeUnits& units, MemoryParts& memory, TileCorners wanted) {
    const std::int64_t count = tiles.count();
    auto* const counts = memory.take<std::uint32_t>(count + 1);
    auto* const corners = wanted == TileCorners::wanted ? memory.take<std::int32_t>(count) : nullptr;
    auto* const ends = memory.take<std::uint32_t>(count);
    auto* const entries = memory.take<ListedEdge>(units.tiles);
    // The counters are adjacent in memory.
    const auto* const counted = reinterpret_cast<const std::byte*>(counts);
    check(cudaMemsetAsync(counts, 0, static_cast<std::size_t>(reinterpret_cast<std::byte*>(ends) - counted),
                          cudaStream));
    if (units.total == 0) return {counts, ends, entries, corners};
    const unsigned blocks = blocksFor(units.total, listThreads);
    listEdges<false><<<blocks, listThreads, 0, cudaStream>>>(units, tiles, outline.ends(), counts, nullptr,
                                                             outline.changes(), corners);
    reserveLists<<<blocksFor(count, listThreads), listThreads, 0, cudaStream>>>(count, counts, ends,
                                                                                counts + count);
    listEdges<true><<<blocks, listThreads, 0, cudaStream>>>(units, tiles, outline.ends(), ends, entries,
                                                            nullptr, nullptr);
    check(cudaGetLastError());
    return {counts, ends, entries, corners};
}

}  // namespace burin::gpu
