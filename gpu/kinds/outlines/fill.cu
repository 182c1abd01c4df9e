// SPDX-License-Identifier: GPL-3.0-or-later

// A block draws a tile of 128 x 32 pixels from the list of edges that meet it.
//
// Everything left of a tile counts as the value just left of its left border. This value is known at the
// tile's upper corner, from the edges that cross the upper border further left. It changes only at edges
// of the list that cross the left border: what edges change at a vertex adds up to nothing, because the
// value is a function of the plane.

#include "gpu/kinds/outlines/fill.hpp"

#include "gpu/device/residency.hpp"
#include "gpu/kinds/form/pointwise.cuh"
#include "gpu/kinds/form/pointwise.hpp"
#include "gpu/kinds/outlines/bands.hpp"
#include "gpu/kinds/outlines/edge_pieces.cuh"
#include "gpu/kinds/outlines/tile_lists.hpp"

#include <cstddef>

namespace burin::gpu {

namespace {

constexpr int fillThreads = 256;
constexpr int fillBlocks = 5;  // blocks of a multiprocessor; with more, registers would be spilled
constexpr int fillWidthBits = 7;
constexpr int fillHeightBits = 5;
constexpr int fillWidth = 1 << fillWidthBits;
constexpr int fillHeight = 1 << fillHeightBits;
constexpr std::int64_t fillWhole = std::int64_t{2} << fineBits;  // the amount that a height adds to the
                                                                 // pixels right of it

template <class Sum>
__device__ Sum sumOfLanes(Sum value, unsigned lane) {
    for (unsigned by = 1; by < 32; by *= 2) {
        const Sum before = __shfl_up_sync(~0U, value, by);
        if (lane >= by) value += before;
    }
    return value;
}

/// Adds up changes from left to right, which gives the values at the corners. A warp adds up a row of tiles.
__global__ void spreadCorners(std::int64_t rows, std::int64_t columns, std::int32_t* corners) {
    const std::int64_t row = (std::int64_t{blockIdx.x} * fillThreads + threadIdx.x) / 32;
    if (row >= rows) return;
    const unsigned lane = threadIdx.x % 32;
    std::int32_t* const of = corners + row * columns;
    std::int32_t before = 0;
    for (std::int64_t first = 0; first < columns; first += 32) {
        const std::int64_t at = first + lane;
        const std::int32_t sum = before + sumOfLanes(at < columns ? of[at] : 0, lane);
        if (at < columns) of[at] = sum;
        before = __shfl_sync(~0U, sum, 31);
    }
}

/// The sums of a tile's pixels, each as two halves, because shared memory adds 32 bits at once.
struct alignas(16) TileSums {
    static constexpr int stride = fillWidth + 1;
    unsigned low[fillHeight * stride];
    unsigned high[fillHeight * stride];
    std::int32_t turns[fillHeight];  ///< how the value left of the tile changes within each row
    unsigned met;                    ///< a bit for each row that has sums

    /// The place of a pixel's sums. Lanes that each read four neighbours use different banks.
    [[nodiscard]] static __device__ int place(int row, int column) {
        return row * stride + (column & 3) * 32 + (column >> 2);
    }
    __device__ void clear() {
        static_assert(offsetof(TileSums, high) == sizeof low);
        auto* const vectors = reinterpret_cast<uint4*>(low);
        for (int i = static_cast<int>(threadIdx.x); i < 2 * fillHeight * stride / 4; i += fillThreads)
            vectors[i] = {};
        if (threadIdx.x < fillHeight) turns[threadIdx.x] = 0;
        if (threadIdx.x == 0) met = 0;
    }
    __device__ void add(int row, int column, std::int64_t value) { addAt(place(row, column), value); }
    /// Changes the value left of the tile from some height on, in 1/65536 px from the row's top.
    __device__ void turn(int row, int y, std::int32_t change) {
        atomicOr(&met, 1U << row);
        atomicAdd(turns + row, change);
        addAt(row * stride + fillWidth, fillWhole * ((1 << fineBits) - y) * change);
    }
    [[nodiscard]] __device__ std::int64_t at(int row, int column) const { return sumAt(place(row, column)); }
    /// The amount that turns add to all pixels of their row.
    [[nodiscard]] __device__ std::int64_t turned(int row) const { return sumAt(row * stride + fillWidth); }

  private:
    __device__ void addAt(int at, std::int64_t value) {
        const auto lowPart = static_cast<unsigned>(value);
        const unsigned before = atomicAdd(low + at, lowPart);
        const unsigned highPart = static_cast<unsigned>(value >> 32) + (before + lowPart < before ? 1 : 0);
        if (highPart != 0) atomicAdd(high + at, highPart);
    }
    [[nodiscard]] __device__ std::int64_t sumAt(int i) const {
        return static_cast<std::int64_t>(static_cast<unsigned long long>(high[i]) << 32 | low[i]);
    }
};

/// The amounts that the part of a piece inside one column adds to its own pixel, and to the next one.
struct ColumnSums {
    std::int64_t own, next;

    /// \param x0, x1  from the column's left border
    __device__ ColumnSums(std::int32_t change, std::int32_t height, std::int32_t x0, std::int32_t x1) {
        const std::int64_t area = std::int64_t{change} * height;
        own = area * (2 * (1 << fineBits) - x0 - x1);
        next = fillWhole * area - own;
    }
};

/// The columns of a tile that a piece meets. x is from the tile's left border.
struct PieceColumns {
    int first = 0, end = 0;

    template <class Whole>
    __device__ explicit PieceColumns(const RowPiece<Whole>& piece) {
        const Whole rightmost = piece.rightX > piece.leftX ? piece.rightX - 1 : piece.rightX;
        first = static_cast<int>(max(piece.leftX, Whole{0}) >> fineBits);
        end = static_cast<int>(min(rightmost >> fineBits, Whole{fillWidth - 1})) + 1;
    }
    [[nodiscard]] __device__ int count() const { return end - first; }
};

/// A lane draws the part of a piece inside the tile.
template <class Whole>
__device__ void drawPiece(TileSums& sums, int row, std::int32_t change, const RowPiece<Whole>& piece,
                          const PieceColumns& columns) {
    const PieceLine<Whole> line(piece);
    Whole x = piece.leftX;
    Whole y = piece.leftY;
    if (x < 0) {
        x = 0;
        y = line.y(0);
    }
    std::int64_t before = 0;
    for (int column = columns.first; column < columns.end; ++column) {
        const Whole left = Whole{column} << fineBits;
        const Whole border = left + (1 << fineBits);
        const bool last = piece.rightX <= border;
        const Whole nextX = last ? piece.rightX : border;
        const Whole nextY = last ? piece.rightY : line.y(border);
        const ColumnSums part(change, abs(static_cast<int>(nextY - y)), static_cast<int>(x - left),
                              static_cast<int>(nextX - left));
        sums.add(row, column, before + part.own);
        before = part.next;
        x = nextX;
        y = nextY;
    }
    if (columns.end < fillWidth) sums.add(row, columns.end, before);
}

/// A warp draws those pieces of its lanes that meet many columns, with one lane for each column.
template <class Whole>
__device__ void drawWidePieces(TileSums& sums, unsigned lanes, int row, std::int32_t change,
                               const RowPiece<Whole>& piece) {
    const int lane = static_cast<int>(threadIdx.x % 32);
    for (; lanes != 0; lanes &= lanes - 1) {
        const int from = __ffs(static_cast<int>(lanes)) - 1;
        RowPiece<Whole> wide = piece;
        wide.leftX = __shfl_sync(~0U, piece.leftX, from);
        wide.leftY = __shfl_sync(~0U, piece.leftY, from);
        wide.rightX = __shfl_sync(~0U, piece.rightX, from);
        wide.rightY = __shfl_sync(~0U, piece.rightY, from);
        const int wideRow = __shfl_sync(~0U, row, from);
        const std::int32_t wideChange = __shfl_sync(~0U, change, from);
        const PieceLine<Whole> line(wide);
        const PieceColumns columns(wide);
        for (int column = columns.first + lane; column < columns.end; column += 32) {
            const Whole left = Whole{column} << fineBits;
            const Whole right = left + (1 << fineBits);
            const Whole x0 = max(wide.leftX, left);
            const Whole x1 = min(wide.rightX, right);
            const Whole y0 = wide.leftX < left ? line.y(left) : wide.leftY;
            const Whole y1 = wide.rightX > right ? line.y(right) : wide.rightY;
            const ColumnSums part(wideChange, abs(static_cast<int>(y1 - y0)), static_cast<int>(x0 - left),
                                  static_cast<int>(x1 - left));
            sums.add(wideRow, column, part.own);
            if (column + 1 < fillWidth) sums.add(wideRow, column + 1, part.next);
        }
    }
}

/// Converts the sum of a pixel to its sample.
template <bool tones>
struct FillScale {
    std::int64_t full;

    [[nodiscard]] __device__ float operator()(std::int64_t sum) const {
        const std::int64_t in = min(max(sum, std::int64_t{0}), full);
        // Without tones the divisor is a power of two, so rounding once is the same as rounding twice.
        const float value =
            tones ? __double2float_rn(__ddiv_rn(static_cast<double>(in), static_cast<double>(full)))
                  : __ll2float_rn(in) * 0x1p-33F;
        return swept(value);
    }
};

struct FillWork {
    OutlineTiles tiles;
    TileLists lists;
    const EdgeEnds* edges;
    const std::int32_t* changes;
    std::int64_t full;  ///< the sum of a whole pixel
    DeviceSamples value;
    bool vectors;  ///< rows of the value start at multiples of four samples
};

__device__ void storeFour(const FillWork& work, std::int64_t x, std::int64_t y, const float (&values)[4]) {
    float* const to = work.value.row(y) + x;
    if (work.vectors && x + 4 <= work.value.width) {
        __stcs(reinterpret_cast<float4*>(to), make_float4(values[0], values[1], values[2], values[3]));
        return;
    }
    for (int k = 0; k < 4; ++k) {
        if (x + k < work.value.width) to[k] = values[k];
    }
}

/// An edge whose rows in a tile are drawn.
struct DrawnEdge {
    EdgeEnds ends;
    std::int32_t change = 0;
    int firstRow = 0, rows = 0;

    /// \param top  of the tile, in steps
    __device__ void load(const FillWork& work, std::uint32_t entry, std::int64_t top) {
        const std::uint32_t edge = work.lists.entries[entry].edge();
        ends = work.edges[edge];
        change = work.changes[edge];
        const std::int64_t bottom = min(ends.by - top, std::int64_t{fillHeight} << stepBits);
        firstRow = static_cast<int>(max(ends.ay - top, std::int64_t{0}) >> stepBits);
        if (ends.ay < ends.by)
            rows = max(static_cast<int>((bottom + outlineSteps - 1) >> stepBits) - firstRow, 0);
    }
    /// The edge that another lane of the warp has loaded.
    [[nodiscard]] __device__ DrawnEdge of(int lane) const {
        DrawnEdge other;
        other.ends.ax = __shfl_sync(~0U, ends.ax, lane);
        other.ends.ay = __shfl_sync(~0U, ends.ay, lane);
        other.ends.bx = __shfl_sync(~0U, ends.bx, lane);
        other.ends.by = __shfl_sync(~0U, ends.by, lane);
        other.change = __shfl_sync(~0U, change, lane);
        other.firstRow = __shfl_sync(~0U, firstRow, lane);
        return other;
    }
};

/// A horizontal edge that crosses the tile's left border: its value on the left is the value above the edge.
///
/// \param x, y  the tile's upper left corner, in steps
__device__ void turnAtHorizontal(TileSums& sums, const DrawnEdge& edge, std::int64_t x, std::int64_t y) {
    const std::int64_t down = edge.ends.ay - y;
    if (edge.ends.ay != edge.ends.by || down <= 0 || down >= std::int64_t{fillHeight} << stepBits) return;
    if (edge.ends.ax >= x || edge.ends.bx < x) return;
    const int steps = static_cast<int>(down);
    sums.turn(steps >> stepBits, (steps & (outlineSteps - 1)) * fineInStep, edge.change);
}

/// A piece that crosses the tile's left border.
template <class Whole>
__device__ void turnAtPiece(TileSums& sums, int row, std::int32_t change, const RowPiece<Whole>& piece) {
    if (piece.leftX >= 0 || piece.rightX < 0) return;
    sums.turn(row, static_cast<int>(PieceLine<Whole>(piece).y(0)),
              piece.leftY < piece.rightY ? -change : change);
}

/// Each lane of a warp draws one row of an edge. \pre all lanes of the warp call it
template <class Whole>
__device__ void drawRows(TileSums& sums, bool active, int row, const DrawnEdge& edge, std::int64_t x,
                         std::int64_t y) {
    constexpr int columnsOfLane = 6;
    RowPiece<Whole> piece(0, 0, 0, 0);
    int columns = 0;
    if (active) {
        const EdgeLine<Whole> line(edge.ends, x, y);
        const auto rowTop = Whole{row} << stepBits;
        const Whole y0 = max(rowTop, static_cast<Whole>(edge.ends.ay - y));
        const Whole y1 = min(rowTop + outlineSteps, static_cast<Whole>(edge.ends.by - y));
        piece = {line.x(y0), (y0 - rowTop) * fineInStep, line.x(y1), (y1 - rowTop) * fineInStep};
        turnAtPiece(sums, row, edge.change, piece);
        const PieceColumns met(piece);
        columns = met.count();
        if (columns > 0) atomicOr(&sums.met, 1U << row);
        if (columns > 0 && columns <= columnsOfLane) drawPiece(sums, row, edge.change, piece, met);
    }
    drawWidePieces(sums, __ballot_sync(~0U, columns > columnsOfLane), row, edge.change, piece);
}

/// Adds the edges of a tile's list. A warp takes some edges, and its lanes process the rows of one edge after
/// another.
///
/// \tparam small  whether all edges are small
template <bool small>
__device__ void drawEdges(TileSums& sums, const FillWork& work, std::int64_t tile, std::int64_t x,
                          std::int64_t y) {
    constexpr std::uint32_t warps = fillThreads / 32;
    const std::uint32_t lane = threadIdx.x % 32;
    const std::uint32_t count = work.lists.counts[tile];
    const std::uint32_t first = work.lists.ends[tile] - count;
    const std::uint32_t share = min((count + warps - 1) / warps, 32U);
    for (std::uint32_t from = threadIdx.x / 32 * share; from < count; from += warps * share) {
        DrawnEdge own;
        if (lane < share && from + lane < count) own.load(work, first + from + lane, y);
        turnAtHorizontal(sums, own, x, y);
        int end = own.rows;  // rows of all edges up to this one
        for (unsigned by = 1; by < 32; by *= 2) {
            const int before = __shfl_up_sync(~0U, end, by);
            if (lane >= by) end += before;
        }
        const int rows = __shfl_sync(~0U, end, 31);
        for (int start = 0; start < rows; start += 32) {
            const int wanted = start + static_cast<int>(lane);
            int source = 0;  // the edge that row belongs to
            for (int by = 16; by > 0; by /= 2) {
                const int before = __shfl_sync(~0U, end, source + by - 1);
                if (before <= wanted) source += by;
            }
            const bool active = wanted < rows;
            source = min(source, 31);
            const DrawnEdge edge = own.of(source);
            const int row =
                edge.firstRow + wanted - (__shfl_sync(~0U, end, source) - __shfl_sync(~0U, own.rows, source));
            if constexpr (small) {
                drawRows<std::int32_t>(sums, active, row, edge, x, y);
            } else {
                const bool isLong = active && !edge.ends.small();
                if (__any_sync(~0U, active && !isLong))
                    drawRows<std::int32_t>(sums, active && !isLong, row, edge, x, y);
                if (__any_sync(~0U, isLong)) drawRows<std::int64_t>(sums, isLong, row, edge, x, y);
            }
        }
    }
}

template <bool tones, bool small>
__global__ void __launch_bounds__(fillThreads, blocksThatFit(fillThreads, fillBlocks))
    drawTiles(const __grid_constant__ FillWork work) {
    static_assert(fillHeight == 32, "a lane for each row");
    static_assert(fillWidth == 4 * 32, "four columns for each lane");
    __shared__ TileSums sums;
    const unsigned lane = threadIdx.x % 32;
    const std::int64_t tile = blockIdx.x;
    const std::int64_t tileRow = blockIdx.x / static_cast<unsigned>(work.tiles.columns);
    const std::int64_t tileColumn = tile - tileRow * work.tiles.columns;
    std::int32_t left = work.lists.corners[tile];  // the value to the left of the lane's row
    unsigned met = 0;
    if (work.lists.counts[tile] > 0) {
        sums.clear();
        __syncthreads();
        drawEdges<small>(sums, work, tile, (work.tiles.x + tileColumn * fillWidth) << stepBits,
                         (work.tiles.y + tileRow * fillHeight) << stepBits);
        __syncthreads();
        met = sums.met;
        left += sumOfLanes(sums.turns[lane], lane) - sums.turns[lane];
    }
    const FillScale<tones> scale{work.full};
    const std::int64_t x = tileColumn * fillWidth + 4 * lane;
    constexpr int warps = fillThreads / 32;
#pragma unroll
    for (int i = 0; i < fillHeight / warps; ++i) {
        const int row = static_cast<int>(threadIdx.x / 32) + i * warps;
        const std::int64_t y = tileRow * fillHeight + row;
        if (y >= work.value.height) break;
        std::int64_t sum = (fillWhole << fineBits) * __shfl_sync(~0U, left, row);
        float values[4];
        if ((met >> row & 1) == 0) {
            values[0] = values[1] = values[2] = values[3] = scale(sum);
        } else {
            std::int64_t own[4];
            for (int k = 0; k < 4; ++k)
                own[k] = sums.at(row, static_cast<int>(4 * lane) + k);
            const std::int64_t all = own[0] + own[1] + own[2] + own[3];
            sum += sums.turned(row) + sumOfLanes(all, lane) - all;
            for (int k = 0; k < 4; ++k)
                values[k] = scale(sum += own[k]);
        }
        if (x < work.value.width) storeFour(work, x, y, values);
    }
}

OutlineTiles fillTiles(const Rect& band) {
    return OutlineTiles::over(band, fillWidthBits, fillHeightBits);
}

/// Bands of an area of at most 2^16 tiles.
OutlineBands fillBands(const Rect& area) {
    return OutlineBands(area, fillHeight, ((area.width - 1) >> fillWidthBits) + 1, std::int64_t{1} << 21);
}

/// The part of an area that is drawn; the rest is 0.
Rect drawnPart(const DeviceOutline& outline, const Rect& area) {
    return inWholeLines(intersection(area, outline.box()), area);
}

template <bool tones>
void drawBand(cudaStream_t cudaStream, bool small, const FillWork& work) {
    const auto tiles = static_cast<unsigned>(work.tiles.count());
    if (small) {
        drawTiles<tones, true><<<tiles, fillThreads, 0, cudaStream>>>(work);
    } else {
        drawTiles<tones, false><<<tiles, fillThreads, 0, cudaStream>>>(work);
    }
}

void fillBand(cudaStream_t cudaStream, const DeviceOutline& outline, std::int32_t units, const Rect& band,
              DeviceSamples value, std::byte* scratch) {
    const OutlineTiles tiles = fillTiles(band);
    MemoryParts memory(scratch);
    const TileLists lists =
        makeTileLists(cudaStream, outline, tiles, outline.units(tiles), memory, TileCorners::wanted);
    spreadCorners<<<blocksFor(tiles.rows * 32, fillThreads), fillThreads, 0, cudaStream>>>(
        tiles.rows, tiles.columns, lists.corners);
    const FillWork work{tiles,
                        lists,
                        outline.ends(),
                        outline.changes(),
                        (std::int64_t{1} << 33) * units,
                        value,
                        value.aligned(4 * sizeof(float))};
    if (units == 1) {
        drawBand<false>(cudaStream, outline.allSmall(), work);
    } else {
        drawBand<true>(cudaStream, outline.allSmall(), work);
    }
    check(cudaGetLastError());
}

}  // namespace

std::size_t fillScratchBytes(const DeviceOutline& outline, const Rect& area) {
    const Rect drawn = drawnPart(outline, area);
    std::size_t most = 0;
    if (drawn.empty()) return most;
    fillBands(drawn).forEach([&](const Rect& band) {
        const OutlineTiles tiles = fillTiles(band);
        most = std::max(most, tileListBytes(tiles, outline.units(tiles), TileCorners::wanted));
    });
    return most;
}

void fillOutline(cudaStream_t cudaStream, const DeviceOutline& outline, std::int32_t units, const Rect& area,
                 DeviceSamples value, std::byte* scratch) {
    const Rect drawn = drawnPart(outline, area);
    if (drawn.empty()) return fillSamples(cudaStream, value, 0);
    clearAround(cudaStream, value, area, drawn);
    fillBands(drawn).forEach([&](const Rect& band) {
        fillBand(cudaStream, outline, units, band,
                 value.part(band.x - area.x, band.y - area.y, band.width, band.height), scratch);
    });
}

}  // namespace burin::gpu
