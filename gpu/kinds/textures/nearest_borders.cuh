// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The distance from a sample to the border of its point's cell. Borders are worked out in binary64, because
// the direction between two points that nearly coincide decides, and compared in binary32. A warp first lists
// the points that own one of its samples, and for each of these the borders that can be nearest to a sample.
// If it has no room for that, each sample is compared with all points around.

#include "gpu/kinds/textures/cell_points.cuh"

namespace burin::gpu::points {

/// A border of a point's cell: x normalX + y normalY = offset, from the corner of the lattice cell of that
/// point.
struct Border {
    double normalX;
    double normalY;
    double offset;

    /// \param i, j  the cells from the owner's to the other's
    __device__ Border(const Offset& owner, const Offset& other, int i, int j) {
        const double dx = i + (other.x - owner.x);
        const double dy = j + (other.y - owner.y);
        const double inverse = 1.0 / sqrt(dx * dx + dy * dy);  // infinite at the owner itself
        normalX = dx * inverse;
        normalY = dy * inverse;
        offset = ((0.5 + owner.x) + dx * 0.5) * normalX + ((0.5 + owner.y) + dy * 0.5) * normalY;
    }
    /// NaN if the other point is the owner itself.
    [[nodiscard]] __device__ double away(double x, double y) const {
        return offset - (normalX * x + normalY * y);
    }
};

/// The same for comparing. Places are some cells from the owner at most, so distances are off by less than
/// 1e-6 cells. They are the same in every tile.
struct alignas(16) NarrowBorder {
    float normalX;
    float normalY;
    float offset;

    __device__ explicit NarrowBorder(const Border& border)
        : normalX(static_cast<float>(border.normalX)),
          normalY(static_cast<float>(border.normalY)),
          offset(static_cast<float>(border.offset)) {}
    /// Off by some 1e-6 cells, whose last bits decide nothing.
    __device__ NarrowBorder(const Offset& owner, const Offset& other, int i, int j) {
        const auto dx = static_cast<float>(i + (other.x - owner.x));
        const auto dy = static_cast<float>(j + (other.y - owner.y));
        const float inverse = rsqrtf(dx * dx + dy * dy);  // infinite at the owner itself
        normalX = dx * inverse;
        normalY = dy * inverse;
        offset = (0.5F + static_cast<float>(owner.x) + dx * 0.5F) * normalX +
                 (0.5F + static_cast<float>(owner.y) + dy * 0.5F) * normalY;
    }
    NarrowBorder() = default;
    /// NaN if the other point is the owner itself.
    [[nodiscard]] __device__ float away(float x, float y) const {
        return __fmaf_rn(-normalY, y, __fmaf_rn(-normalX, x, offset));
    }
};

class NearestBorders {
  public:
    static constexpr int mostOwners = 8;
    static constexpr int mostBorders = 24;

    /// Shared memory of a warp.
    struct Lists {
        Offset offset[mostOwners];
        float2 narrow[mostOwners];  ///< the point, from the corner of the table's first cell
        int column[mostOwners];
        int row[mostOwners];
        int count[mostOwners];
        int cells[mostBorders];  ///< of the borders that are being listed
        NarrowBorder borders[mostOwners][mostBorders];
    };

    __device__ NearestBorders(const PointTable& table, Lists& lists) : table_(table), lists_(lists) {}

    /// By all lanes.
    __device__ void list(const Surroundings& around) {
        owners_ = listOwners(around);
        for (int owner = 0; owner < owners_; ++owner) {
            if (!listBorders(owner, around)) owners_ = 0;
        }
        __syncwarp();
    }

    /// In cells; not negative.
    [[nodiscard]] __device__ float of(const Sample& sample) const {
        if (owners_ == 0) return searched(sample.column, sample.row, sample.p, sample.q);
        const int owner = owners_ == 1 ? 0 : ownerOf(sample);
        const auto x = static_cast<float>(sample.p - (lists_.column[owner] - sample.column));
        const auto y = static_cast<float>(sample.q - (lists_.row[owner] - sample.row));
        float distance = 1e30F;
        const int count = lists_.count[owner];
        for (int k = 0; k < count; ++k)
            distance = fminf(distance, lists_.borders[owner][k].away(x, y));  // passes over NaN
        return fmaxf(distance, 0.0F);
    }

  private:
    /// Compares in binary32 unless two points are about equally near.
    [[nodiscard]] __device__ int ownerOf(const Sample& sample) const {
        const float x = static_cast<float>(sample.column) + static_cast<float>(sample.p);
        const float y = static_cast<float>(sample.row) + static_cast<float>(sample.q);
        float least = 1e30F;
        float next = 1e30F;
        int owner = 0;
        for (int k = 0; k < owners_; ++k) {
            const float dx = x - lists_.narrow[k].x;
            const float dy = y - lists_.narrow[k].y;
            const float squared = dx * dx + dy * dy;
            next = fminf(next, fmaxf(least, squared));
            owner = squared < least ? k : owner;
            least = fminf(least, squared);
        }
        if (next - least > slack) return owner;
        double nearest = 1e30;
        for (int k = 0; k < owners_; ++k) {
            const double squared =
                away(sample, lists_.offset[k], lists_.column[k] - sample.column, lists_.row[k] - sample.row);
            if (squared >= nearest) continue;
            nearest = squared;
            owner = k;
        }
        return owner;
    }
    /// The squared distance to a point of the cell that is (i, j) cells away.
    [[nodiscard]] static __device__ double away(const Sample& sample, const Offset& offset, int i, int j) {
        const double dx = sample.p - ((i + 0.5) + offset.x);
        const double dy = sample.q - ((j + 0.5) + offset.y);
        return dx * dx + dy * dy;
    }

    /// Lists the points that can be nearest to a sample. \return their number; 0 if they are too many
    __device__ int listOwners(const Surroundings& around) {
        const int lane = static_cast<int>(threadIdx.x) % lanes;
        const int columns = around.columns + 4;
        const int cells = columns * (around.rows + 4);
        if (cells > 4 * lanes) return 0;
        const auto distance = [&](int cell, int& column, int& row, Offset& offset) {
            column = around.column - 2 + cell % columns;
            row = around.row - 2 + cell / columns;
            offset = table_.at(column, row);
            return hypotf(static_cast<float>(column) + 0.5F + static_cast<float>(offset.x) - around.x,
                          static_cast<float>(row) + 0.5F + static_cast<float>(offset.y) - around.y);
        };
        int column = 0;
        int row = 0;
        Offset offset{};
        float least = 1e30F;
        for (int cell = lane; cell < cells; cell += lanes)
            least = fminf(least, distance(cell, column, row, offset));
        least = leastOfWarp(least);
        int count = 0;
        for (int first = 0; first < cells; first += lanes) {
            const int cell = first + lane;
            const bool kept =
                cell < cells && distance(cell, column, row, offset) <= least + 2 * around.radius + slack;
            const unsigned all = __ballot_sync(allLanes, kept);
            const int k = count + __popc(all & ((1U << lane) - 1));
            count += __popc(all);
            if (count > mostOwners) return 0;
            if (kept) {
                lists_.offset[k] = offset;
                lists_.narrow[k] = make_float2(static_cast<float>(column + 0.5 + offset.x),
                                               static_cast<float>(row + 0.5 + offset.y));
                lists_.column[k] = column;
                lists_.row[k] = row;
            }
        }
        __syncwarp();
        return count;
    }

    /// Lists the borders that can be nearest to a sample of that owner. \return whether there was room
    __device__ bool listBorders(int owner, const Surroundings& around) {
        const int lane = static_cast<int>(threadIdx.x) % lanes;
        const Offset of = lists_.offset[owner];
        const int ownerColumn = lists_.column[owner];
        const int ownerRow = lists_.row[owner];
        const float x = around.x - static_cast<float>(ownerColumn);
        const float y = around.y - static_cast<float>(ownerRow);
        const int columns = around.columns + 6;
        const int cells = columns * (around.rows + 6);
        struct Neighbour {
            Offset offset;
            int i;
            int j;
        };
        const auto neighbour = [&](int cell) -> Neighbour {
            const int line = cell / columns;
            const int column = around.column - 3 + (cell - line * columns);
            const int row = around.row - 3 + line;
            return {table_.at(column, row), column - ownerColumn, row - ownerRow};
        };
        const auto roughly = [&](int cell) {
            const Neighbour other = neighbour(cell);
            return NarrowBorder(of, other.offset, other.i, other.j);
        };
        float least = 1e30F;
        for (int cell = lane; cell < cells; cell += lanes)
            least = fminf(least, roughly(cell).away(x, y));  // passes over NaN
        const float most = leastOfWarp(least) + 2 * around.radius + slack;
        int count = 0;
        for (int first = 0; first < cells; first += lanes) {
            const int cell = first + lane;
            const bool kept = cell < cells && roughly(cell).away(x, y) <= most;
            const unsigned all = __ballot_sync(allLanes, kept);
            const int k = count + __popc(all & ((1U << lane) - 1));
            count += __popc(all);
            if (count > mostBorders) return false;
            if (kept) lists_.cells[k] = cell;
        }
        __syncwarp();
        if (lane < count) {
            const Neighbour other = neighbour(lists_.cells[lane]);
            lists_.borders[owner][lane] = NarrowBorder(Border(of, other.offset, other.i, other.j));
        }
        __syncwarp();
        if (lane == 0) lists_.count[owner] = count;
        return true;
    }

    /// Takes numbers, because a structure would be stored to memory for it.
    [[nodiscard]] __noinline__ __device__ float searched(int column, int row, double p, double q) const {
        const Sample sample{column, row, p, q};
        double nearest = 1e30;
        int ownerI = 0;
        int ownerJ = 0;
        for (int j = -2; j <= 2; ++j) {
            for (int i = -2; i <= 2; ++i) {
                const double squared = away(sample, table_.at(sample.column + i, sample.row + j), i, j);
                if (squared >= nearest) continue;
                nearest = squared;
                ownerI = i;
                ownerJ = j;
            }
        }
        const Offset owner = table_.at(sample.column + ownerI, sample.row + ownerJ);
        const auto x = static_cast<float>(sample.p - ownerI);
        const auto y = static_cast<float>(sample.q - ownerJ);
        const auto own = static_cast<float>(sqrt(nearest));
        float distance = 1e30F;
        for (int j = -3; j <= 3; ++j) {
            for (int i = -3; i <= 3; ++i) {
                const Offset other = table_.at(sample.column + i, sample.row + j);
                // A border is at least half as far as one point is farther away than the other.
                const float squared = static_cast<float>(away(sample, other, i, j));
                if (0.5F * (sqrtf(squared) - own) > distance + slack) continue;
                const NarrowBorder border(Border(owner, other, i - ownerI, j - ownerJ));
                distance = fminf(distance, border.away(x, y));  // passes over NaN
            }
        }
        return fmaxf(distance, 0.0F);
    }

    const PointTable& table_;
    Lists& lists_;
    int owners_ = 0;
};

}  // namespace burin::gpu::points
