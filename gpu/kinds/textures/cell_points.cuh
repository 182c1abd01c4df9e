// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Random points, one in each cell of a lattice, and the part of a tile that a warp computes. Distances
// between samples and points are computed as on the processor, relative to the corner of the sample's cell.

#include "gpu/kinds/textures/cells.cuh"

#include <cstdint>

namespace burin::gpu::points {

inline constexpr int lanes = 32;
inline constexpr unsigned allLanes = 0xFFFFFFFF;
/// A block's tile: each of its four warps computes a quarter, and each lane a column of that.
inline constexpr int columnsOfWarp = lanes;
inline constexpr int rowsOfWarp = 32;
inline constexpr int width = 2 * columnsOfWarp;
inline constexpr int height = 2 * rowsOfWarp;
inline constexpr int threads = 4 * lanes;

/// The place of a point in its cell, from the cell's middle.
struct Offset {
    double x;
    double y;
};

/// The points of a lattice, as a parameter of kernels.
struct RandomPoints {
    DeviceCells cells;
    std::uint32_t seedX = 0;
    std::uint32_t seedY = 0;
    double jitter = 1;

    [[nodiscard]] __device__ Offset offset(std::uint32_t placeBits) const {
        return {jitter * (unit(hashBits(placeBits, seedX)) - 0.5),
                jitter * (unit(hashBits(placeBits, seedY)) - 0.5)};
    }
    [[nodiscard]] static __device__ double unit(std::uint32_t hash) {
        return static_cast<double>(hash) * 0x1p-32;
    }
};

/// The points around a tile.
struct PointTable {
    const RandomPoints& points;
    CellTile tile;
    Offset* offsets;  ///< null if they do not fit into shared memory

    /// Called by all threads of the block.
    __device__ void fill() const {
        if (offsets == nullptr) return;
        tile.fill(points.cells, [&](int e, std::uint32_t bits) { offsets[e] = points.offset(bits); });
    }
    [[nodiscard]] __device__ Offset at(int column, int row) const {
        if (offsets != nullptr) return offsets[row * tile.columns + column];
        return made(column, row);
    }

  private:
    [[nodiscard]] __noinline__ __device__ Offset made(int column, int row) const {
        return points.offset(tile.bits(points.cells, column, row));
    }
};

/// The largest whole number that is not above v, and its lower bits. \pre |v| < 2^51
__device__ inline double wholePart(double v, int& bits) {
    constexpr double bias = 0x1.8p52;
    const double sum = __dadd_rd(v, bias);
    bits = __double2loint(sum);
    return sum - bias;
}

/// A sample: its cell, counted from the table's first one, and its place in the cell.
struct Sample {
    int column;
    int row;
    double p;
    double q;
};

/// The part of a tile that a warp computes.
struct WarpPart {
    const DeviceCells& cells;
    FoldedTile place;
    Point first;  ///< first cell of the table
    int left = static_cast<int>(threadIdx.x) / lanes % 2 * columnsOfWarp;
    int top = static_cast<int>(threadIdx.x) / lanes / 2 * rowsOfWarp;

    /// \param x, y  from the first sample of the tile
    [[nodiscard]] __device__ Sample at(int x, int y) const {
        const FoldedAxis::Place column = place.x.place(x);
        const FoldedAxis::Place row = place.y.place(y);
        const Point moved = cellsFrom(column, row);
        return sample(static_cast<double>(column.at), static_cast<double>(row.at), static_cast<int>(moved.x),
                      static_cast<int>(moved.y));
    }
    /// The step from a cell of the first repeat to the same cell of a sample's repeat, counted from the
    /// table's first cell.
    [[nodiscard]] __device__ Point cellsFrom(FoldedAxis::Place x, FoldedAxis::Place y) const {
        return {x.times * cells.right.x + y.times * cells.down.x - first.x,
                x.times * cells.right.y + y.times * cells.down.y - first.y};
    }
    /// \param x, y  folded
    [[nodiscard]] __device__ Sample sample(double x, double y, int movedColumn, int movedRow) const {
        const CellMap& map = cells.map;
        const double u = (map.ux * x + map.uy * y) + map.u0;
        const double v = (map.vx * x + map.vy * y) + map.v0;
        Sample sample;
        const double wholeU = wholePart(u, sample.column);
        const double wholeV = wholePart(v, sample.row);
        sample.p = u - wholeU;
        sample.q = v - wholeV;
        sample.column += movedColumn;
        sample.row += movedRow;
        return sample;
    }
};

/// Visits the samples of one column of a warp's part, from top to bottom.
class ColumnWalk {
  public:
    /// \param x, y  the place of the first sample, relative to that of the tile
    __device__ ColumnWalk(const WarpPart& part, int x, int y)
        : part_(part),
          x_(part.place.x.place(x)),
          row_(part.place.y.place(y)),
          atX_(static_cast<double>(x_.at)),
          atY_(static_cast<double>(row_.at)),
          height_(static_cast<double>(part.place.y.repeat)) {
        moveCells();
    }
    /// The sample. Moves on to the next row.
    __device__ Sample next() {
        const Sample sample = part_.sample(atX_, atY_, column_, line_);
        atY_ += 1;
        if (height_ > 0 && atY_ >= height_) {
            atY_ = 0;
            ++row_.times;
            moveCells();
        }
        return sample;
    }

  private:
    __device__ void moveCells() {
        const Point moved = part_.cellsFrom(x_, row_);
        column_ = static_cast<int>(moved.x);
        line_ = static_cast<int>(moved.y);
    }

    const WarpPart& part_;
    FoldedAxis::Place x_;
    FoldedAxis::Place row_;
    double atX_;
    double atY_;
    double height_;  ///< 0: the plane does not repeat
    int column_ = 0;
    int line_ = 0;
};

/// Distances that differ by less than this, in cells, are not compared in binary32.
inline constexpr float slack = 1e-3F;

/// The least number of all lanes.
template <class Number>
__device__ inline Number leastOfWarp(Number v) {
#pragma unroll
    for (int step = lanes / 2; step > 0; step /= 2)
        v = min(v, __shfl_xor_sync(allLanes, v, step));
    return v;
}

/// The cells of a warp's part and a circle around it, in cells from the corner of the table's first one.
struct Surroundings {
    int column;  ///< first column of cells
    int row;
    int columns;
    int rows;
    float x;  ///< x and y of the middle of the circle
    float y;
    float radius;

    /// Called by all lanes of a warp.
    __device__ explicit Surroundings(const WarpPart& part) {
        const int lane = static_cast<int>(threadIdx.x) % lanes;
        const Sample corner = part.at(part.left + (lane & 1) * (columnsOfWarp - 1),
                                      part.top + (lane >> 1 & 1) * (rowsOfWarp - 1));
        column = leastOfWarp(corner.column);
        row = leastOfWarp(corner.row);
        columns = -leastOfWarp(-corner.column) - column + 1;
        rows = -leastOfWarp(-corner.row) - row + 1;
        const CellMap& map = part.cells.map;
        constexpr float halfWidth = 0.5F * (columnsOfWarp - 1);
        constexpr float halfHeight = 0.5F * (rowsOfWarp - 1);
        const float rightU = static_cast<float>(map.ux) * halfWidth;
        const float rightV = static_cast<float>(map.vx) * halfWidth;
        const float downU = static_cast<float>(map.uy) * halfHeight;
        const float downV = static_cast<float>(map.vy) * halfHeight;
        x = static_cast<float>(corner.column) + static_cast<float>(corner.p) + rightU + downU;
        y = static_cast<float>(corner.row) + static_cast<float>(corner.q) + rightV + downV;
        x = __shfl_sync(allLanes, x, 0);
        y = __shfl_sync(allLanes, y, 0);
        radius = fmaxf(hypotf(rightU + downU, rightV + downV), hypotf(rightU - downU, rightV - downV));
    }
};

}  // namespace burin::gpu::points
