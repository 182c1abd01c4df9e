// SPDX-License-Identifier: GPL-3.0-or-later

// A block measures a tile of 64 x 64 pixels. Edges are listed by cells whose side is at least D, so those
// within D of the tile are in nine cells.

#include "gpu/kinds/outlines/distance.hpp"

#include "gpu/kinds/form/pointwise.cuh"
#include "gpu/kinds/form/pointwise.hpp"
#include "gpu/kinds/outlines/bands.hpp"
#include "gpu/kinds/outlines/edge_pieces.cuh"
#include "gpu/kinds/outlines/near_edges.cuh"
#include "gpu/kinds/outlines/sides.hpp"

#include <bit>
#include <cmath>

namespace burin::gpu {

namespace {

constexpr int nearThreads = 256;
constexpr int nearWarps = nearThreads / 32;
constexpr int nearSideBits = 6;
constexpr int nearSide = 1 << nearSideBits;
constexpr int partSide = 8;  // a warp measures parts of 8 x 8 pixels
constexpr int partsAcross = nearSide / partSide;
constexpr int parts = partsAcross * partsAcross;
constexpr int window = 9;  // cells around a tile
// the most edges that are kept at once; if there are more, they are measured lot by lot
constexpr int keptEdges = 768;
constexpr int loadedEdges = 128;
constexpr int bestStride = nearSide + partSide;  // keeps lanes of a part in different banks
constexpr double stepsInPixel = outlineSteps;
/// Products of smaller numbers, and their sums, are exact in binary64.
constexpr std::int64_t exactReach = std::int64_t{1} << 25;

/// Half the diagonal between the middles of a square's pixels, in steps, and the largest error of rough
/// distances.
__device__ constexpr float radiusOf(int side) {
    return static_cast<float>(side - 1) * 0.70711F * outlineSteps + 4;
}

struct NearWork {
    OutlineTiles cells;
    TileLists lists;
    const EdgeEnds* edges;
    OutlineSides sides;
    Rect area;
    DeviceSamples value;
    const float* table;
    std::int64_t largest;  ///< D in pixels
    std::int64_t tileColumns;
};

/// The value at a distance, as DistanceTable::at() computes it.
__device__ float profileAt(const NearWork& work, double distance) {
    const double place = 64 * (distance + static_cast<double>(work.largest));
    const int i = static_cast<int>(place);
    const auto f = static_cast<float>(place - static_cast<double>(i));
    const float first = work.table[i];
    return swept(first + (work.table[i + 1] - first) * f);
}

/// The lists of the cells around a tile.
struct NearLists {
    std::uint32_t start[window];
    std::uint32_t before[window + 1];  ///< entries of the previous cells

    /// Fills the lists; called by one thread. \param left  the column of the first of three cells
    __device__ void find(const NearWork& work, std::int64_t left, std::int64_t top) {
        before[0] = 0;
        for (int k = 0; k < window; ++k) {
            const std::int64_t cell = (top + k / 3) * work.cells.columns + left + k % 3;
            const std::uint32_t count = work.lists.counts[cell];
            start[k] = work.lists.ends[cell] - count;
            before[k + 1] = before[k] + count;
        }
    }
    [[nodiscard]] __device__ std::uint32_t total() const { return before[window]; }

    /// Entry i, if it is the first one of its edge in these cells.
    [[nodiscard]] __device__ bool firstOf(const NearWork& work, std::uint32_t i, std::uint32_t& edge) const {
        int k = 0;
        while (before[k + 1] <= i)
            ++k;
        const ListedEdge entry = work.lists.entries[start[k] + (i - before[k])];
        edge = entry.edge();
        switch (entry.from()) {
            case ListedEdge::above:
                return k < 3;
            case ListedEdge::left:
                return k % 3 == 0;
            case ListedEdge::right:
                return k % 3 == 2;
            case ListedEdge::nowhere:
                break;
        }
        return true;
    }
};

/// Measures one tile. Its threads work on the same data.
struct NearTile {
    double best[nearSide * bestStride];  ///< least distances so far, in steps
    NearEdge loaded[loadedEdges];
    std::uint32_t kept[keptEdges];
    int keptCount;
    float partLeast[parts];  ///< the least distance of an edge from the middle of each part
    float warpLeast[nearWarps];
    NearLists lists;
};

class NearMeasure {
  public:
    __device__ NearMeasure(const NearWork& work, NearTile& tile)
        : work_(work), tile_(tile), reach_(static_cast<float>(work.largest * outlineSteps)) {
        const std::int64_t row = blockIdx.x / work.tileColumns;
        const std::int64_t column = blockIdx.x - row * work.tileColumns;
        left_ = column * nearSide;
        top_ = row * nearSide;
        x_ = (work.area.x + left_) * outlineSteps + outlineSteps / 2;
        y_ = (work.area.y + top_) * outlineSteps + outlineSteps / 2;
    }

    __device__ void measure() {
        if (threadIdx.x == 0) {
            tile_.lists.find(work_, left_ >> work_.cells.widthBits, top_ >> work_.cells.heightBits);
            tile_.keptCount = 0;
        }
        for (int i = static_cast<int>(threadIdx.x); i < nearSide * bestStride; i += nearThreads)
            tile_.best[i] = INFINITY;
        if (threadIdx.x < parts) tile_.partLeast[threadIdx.x] = INFINITY;
        __syncthreads();
        const std::uint32_t total = tile_.lists.total();
        if (total > 0) {
            const float radius = radiusOf(nearSide);
            const float limit = fmin(reach_ + radius, leastFromMiddle(total) + 2 * radius);
            for (std::uint32_t first = 0; first < total; first += nearThreads) {
                keep(first + threadIdx.x, total, limit);
                __syncthreads();
                const bool full = tile_.keptCount > keptEdges - nearThreads;
                __syncthreads();  // waits before the next edges are counted
                if (full || first + nearThreads >= total) measureKept();
            }
        }
        store();
    }

  private:
    [[nodiscard]] __device__ float fromMiddle(std::uint32_t edge) const {
        constexpr double middle = (nearSide - 1) * stepsInPixel / 2;
        return NearEdge::of(work_.edges[edge], edge, x_, y_, 0).roughDistance(middle, middle);
    }

    __device__ float leastFromMiddle(std::uint32_t total) {
        float least = INFINITY;
        for (std::uint32_t i = threadIdx.x; i < total; i += nearThreads) {
            std::uint32_t edge = 0;
            if (tile_.lists.firstOf(work_, i, edge)) least = fmin(least, fromMiddle(edge));
        }
        least = leastOfLanes(least);
        if (threadIdx.x % 32 == 0) tile_.warpLeast[threadIdx.x / 32] = least;
        __syncthreads();
        for (const float other : tile_.warpLeast)
            least = fmin(least, other);
        return least;
    }

    static __device__ float leastOfLanes(float value) {
        for (int by = 16; by > 0; by /= 2)
            value = fmin(value, __shfl_xor_sync(~0U, value, by));
        return value;
    }

    __device__ void keep(std::uint32_t i, std::uint32_t total, float limit) {
        std::uint32_t edge = 0;
        if (i >= total || !tile_.lists.firstOf(work_, i, edge) || fromMiddle(edge) > limit) return;
        tile_.kept[atomicAdd(&tile_.keptCount, 1)] = edge;
    }

    /// Measures the edges that are kept, and forgets them.
    __device__ void measureKept() {
        const int count = tile_.keptCount;
        if (count == 0) return;
        const std::int64_t exact = exactReach - (work_.largest + 2 * nearSide) * outlineSteps;
        for (int first = 0; first < count; first += loadedEdges) {
            const int here = min(loadedEdges, count - first);
            if (static_cast<int>(threadIdx.x) < here) {
                const std::uint32_t edge = tile_.kept[first + static_cast<int>(threadIdx.x)];
                tile_.loaded[threadIdx.x] = NearEdge::of(work_.edges[edge], edge, x_, y_, exact);
            }
            __syncthreads();
            for (int part = static_cast<int>(threadIdx.x / 32); part < parts; part += nearWarps)
                measurePart(part, here);
            __syncthreads();
        }
        if (threadIdx.x == 0) tile_.keptCount = 0;
        __syncthreads();
    }

    /// A warp measures the loaded edges from the pixels of a part, two pixels per lane.
    __device__ void measurePart(int part, int count) {
        const int left = part % partsAcross * partSide;
        const int top = part / partsAcross * partSide;
        if (left_ + left >= work_.area.width || top_ + top >= work_.area.height) return;
        const int lane = static_cast<int>(threadIdx.x % 32);
        constexpr double middle = (partSide - 1) * stepsInPixel / 2;
        constexpr int rounds = loadedEdges / 32;
        float rough[rounds];
        float least = INFINITY;
        for (int r = 0; r < rounds; ++r) {
            const int i = 32 * r + lane;
            rough[r] = INFINITY;
            if (i < count)
                rough[r] =
                    tile_.loaded[i].roughDistance(left * stepsInPixel + middle, top * stepsInPixel + middle);
            least = fmin(least, rough[r]);
        }
        least = fmin(leastOfLanes(least), tile_.partLeast[part]);
        __syncwarp();
        if (lane == 0) tile_.partLeast[part] = least;
        const float limit = fmin(reach_ + radiusOf(partSide), least + 2 * radiusOf(partSide));
        const int column = left + lane % partSide;
        const int row = top + lane / partSide;
        double* const upper = tile_.best + row * bestStride + column;
        double* const lower = upper + partSide / 2 * bestStride;
        LeastDistance a(*upper);
        LeastDistance b(*lower);
        for (int r = 0; r < rounds; ++r) {
            unsigned near = __ballot_sync(~0U, rough[r] <= limit);
            for (; near != 0; near &= near - 1) {
                const NearEdge& edge = tile_.loaded[32 * r + __ffs(static_cast<int>(near)) - 1];
                add(a, edge, column, row);
                add(b, edge, column, row + partSide / 2);
            }
        }
        *upper = a.steps();
        *lower = b.steps();
    }

    __device__ void add(LeastDistance& least, const NearEdge& edge, int column, int row) const {
        if (edge.isLong) {
            least.addLong(work_.edges[edge.edge], edge.root, x_ + column * outlineSteps,
                          y_ + row * outlineSteps);
        } else {
            least.add(edge, column * stepsInPixel, row * stepsInPixel);
        }
    }

    __device__ void store() {
        const auto largest = static_cast<double>(work_.largest);
        for (int i = static_cast<int>(threadIdx.x); i < nearSide * nearSide; i += nearThreads) {
            const int column = i % nearSide;
            const int row = i / nearSide;
            const std::int64_t x = left_ + column;
            const std::int64_t y = top_ + row;
            if (x >= work_.area.width || y >= work_.area.height) continue;
            const double d = fmin(tile_.best[row * bestStride + column] / stepsInPixel, largest);
            __stcs(work_.value.row(y) + x, profileAt(work_, work_.sides.inside(x, y) ? d : -d));
        }
    }

    const NearWork& work_;
    NearTile& tile_;
    float reach_;              // D in steps
    std::int64_t left_, top_;  // left and top of the tile in the area, in pixels
    std::int64_t x_, y_;       // the middle of its first pixel, in steps
};

__global__ void measureTiles(const __grid_constant__ NearWork work) {
    __shared__ NearTile tile;
    NearMeasure(work, tile).measure();
}

/// Cells for the tiles of a band, and for one more cell on all sides.
OutlineTiles nearCells(const Rect& band, std::int64_t distanceMaxPx) {
    const int bits = std::max(
        nearSideBits, static_cast<int>(std::bit_width(static_cast<std::uint64_t>(distanceMaxPx - 1))));
    OutlineTiles cells = OutlineTiles::over(band, bits, bits);
    cells.x -= std::int64_t{1} << bits;
    cells.y -= std::int64_t{1} << bits;
    cells.columns += 2;
    cells.rows += 2;
    return cells;
}

/// Bands of an area whose sides take at most 16 MiB.
OutlineBands nearBands(const Rect& area) {
    return OutlineBands(area, nearSide, (area.width + 31) / 32, std::int64_t{1} << 22);
}

/// The part of an area whose values differ from the value far outside.
Rect nearPart(const DeviceOutline& outline, std::int64_t distanceMaxPx, const Rect& area) {
    if (outline.box().empty()) return {};
    return inWholeLines(intersection(area, outline.box().grown(distanceMaxPx)), area);
}

void measureBand(cudaStream_t cudaStream, const DeviceOutline& outline, const DeviceDistanceTable& table,
                 const Rect& band, DeviceSamples value, std::byte* scratch) {
    MemoryParts memory(scratch);
    const OutlineTiles cells = nearCells(band, table.distanceMaxPx());
    const OutlineSides sides = findSides(cudaStream, outline, band, memory);
    const TileLists lists = makeTileLists(cudaStream, outline, cells, outline.units(cells), memory);
    const OutlineTiles tiles = OutlineTiles::over(band, nearSideBits, nearSideBits);
    const NearWork work{cells, lists,          outline.ends(),        sides,        band,
                        value, table.values(), table.distanceMaxPx(), tiles.columns};
    measureTiles<<<static_cast<unsigned>(tiles.count()), nearThreads, 0, cudaStream>>>(work);
    check(cudaGetLastError());
}

}  // namespace

DeviceDistanceTable::DeviceDistanceTable(const DistanceTable& table)
    : values_(table.values), distanceMaxPx_(table.distanceMaxPx) {
    const float value = table.at(-static_cast<double>(distanceMaxPx_));
    outside_ = std::isfinite(value) && std::fabs(value) >= dustLimit ? value : 0;
}

std::size_t distanceScratchBytes(const DeviceOutline& outline, std::int64_t distanceMaxPx, const Rect& area) {
    const Rect near = nearPart(outline, distanceMaxPx, area);
    std::size_t most = 0;
    if (near.empty()) return most;
    nearBands(near).forEach([&](const Rect& band) {
        const OutlineTiles cells = nearCells(band, distanceMaxPx);
        most = std::max(most, sideBytes(band) + tileListBytes(cells, outline.units(cells)));
    });
    return most;
}

void measureOutline(cudaStream_t cudaStream, const DeviceOutline& outline, const DeviceDistanceTable& table,
                    const Rect& area, DeviceSamples value, std::byte* scratch) {
    const Rect near = nearPart(outline, table.distanceMaxPx(), area);
    if (near.empty()) return fillSamples(cudaStream, value, table.outside());
    fillAround(cudaStream, value, area, near, table.outside());
    nearBands(near).forEach([&](const Rect& band) {
        measureBand(cudaStream, outline, table, band,
                    value.part(band.x - area.x, band.y - area.y, band.width, band.height), scratch);
    });
}

}  // namespace burin::gpu
