// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The nearest of random points, and the next one. A warp first lists, for each of its cells, the points that
// can be nearest to one of its samples. If its cells are too many, each sample is compared with all points
// around.

#include "gpu/kinds/textures/cell_points.cuh"

namespace burin::gpu::points {

/// Squared distances, in cells, equal to those of the processor.
struct Nearest {
    float first = 1e30F;
    float second = 1e30F;
    float id = 0;  ///< id of the nearest point

    template <bool next, bool ids>
    __device__ void compare(float p, float q, float x, float y, float pointId) {
        const float dx = p - x;
        const float dy = q - y;
        const float squared = dx * dx + dy * dy;
        if constexpr (next) second = fminf(second, fmaxf(first, squared));
        if constexpr (ids) id = squared < first ? pointId : id;
        first = fminf(first, squared);
    }
};

/// The points that matter to the samples of a warp.
///
/// \tparam next  whether the second distance is wanted
/// \tparam ids whether the nearest point's number is wanted
template <bool next, bool ids>
class NearestPoints {
  public:
    static constexpr int mostCells = 16;
    static constexpr int around = 25;

    /// Shared memory of a warp.
    struct Lists {
        float2 at[mostCells][around];
        float id[ids ? mostCells : 1][ids ? around : 1];
        int count[mostCells];
    };

    __device__ NearestPoints(const PointTable& table, std::uint32_t idSeed, Lists& lists)
        : table_(table), idSeed_(idSeed), lists_(lists) {}

    /// Called by all lanes.
    __device__ void list(const Surroundings& around) {
        column_ = around.column;
        row_ = around.row;
        columns_ = around.columns;
        rows_ = around.rows;
        if (columns_ * rows_ > mostCells) {
            columns_ = rows_ = 0;
            return;
        }
        int longest = 0;
        for (int cell = 0; cell < columns_ * rows_; ++cell)
            longest = max(longest, listFor(cell, around));
        __syncwarp();
        for (int cell = 0; cell < columns_ * rows_; ++cell)
            lengthen(cell, longest);
        __syncwarp();
    }

    /// The nearest points of several samples. If the samples of every lane lie in one cell, each point is
    /// read once for all samples.
    template <int count>
    __device__ void of(const Sample (&samples)[count], Nearest (&nearest)[count]) const {
        int cells[count];
        float p[count];
        float q[count];
        bool listed = true;
        bool together = true;
#pragma unroll
        for (int s = 0; s < count; ++s) {
            const int column = samples[s].column - column_;
            const int row = samples[s].row - row_;
            listed = listed && static_cast<unsigned>(column) < static_cast<unsigned>(columns_) &&
                     static_cast<unsigned>(row) < static_cast<unsigned>(rows_);
            cells[s] = row * columns_ + column;
            together = together && cells[s] == cells[0];
            p[s] = static_cast<float>(samples[s].p);
            q[s] = static_cast<float>(samples[s].q);
        }
        if (!listed) {
#pragma unroll
            for (int s = 0; s < count; ++s)
                nearest[s] = searched(samples[s].column, samples[s].row, samples[s].p, samples[s].q);
            return;
        }
        // All lanes take the same branch, because executing both in turn would take longer.
        if (__all_sync(__activemask(), together)) {
            const int length = lists_.count[cells[0]];
            for (int k = 0; k < length; ++k) {
                const float2 at = lists_.at[cells[0]][k];
                const float id = idAt(cells[0], k);
#pragma unroll
                for (int s = 0; s < count; ++s)
                    nearest[s].compare<next, ids>(p[s], q[s], at.x, at.y, id);
            }
            return;
        }
        int length = 0;
#pragma unroll
        for (int s = 0; s < count; ++s)
            length = max(length, lists_.count[cells[s]]);
        for (int k = 0; k < length; ++k) {
#pragma unroll
            for (int s = 0; s < count; ++s) {
                const float2 at = lists_.at[cells[s]][k];
                nearest[s].compare<next, ids>(p[s], q[s], at.x, at.y, idAt(cells[s], k));
            }
        }
    }

  private:
    [[nodiscard]] __device__ float idAt(int cell, int k) const {
        return ids ? lists_.id[ids ? cell : 0][ids ? k : 0] : 0.0F;
    }

    struct Neighbour {
        int column;
        int row;
        float x;
        float y;
    };

    /// The k-th of the points around a cell, in the order that decides ties.
    [[nodiscard]] __device__ Neighbour neighbour(int column, int row, int k) const {
        const int i = k % 5 - 2;
        const int j = k / 5 - 2;
        const Offset offset = table_.at(column + i, row + j);
        return {column + i, row + j, static_cast<float>((i + 0.5) + offset.x),
                static_cast<float>((j + 0.5) + offset.y)};
    }
    [[nodiscard]] __device__ float idOf(int column, int row) const {
        const std::uint32_t bits = table_.tile.bits(table_.points.cells, column, row);
        return static_cast<float>(RandomPoints::unit(hashBits(bits, idSeed_)));
    }

    /// \return the number of points
    __device__ int listFor(int cell, const Surroundings& around) {
        const int lane = static_cast<int>(threadIdx.x) % lanes;
        const int column = column_ + cell % columns_;
        const int row = row_ + cell / columns_;
        const Neighbour point = neighbour(column, row, min(lane, NearestPoints::around - 1));
        const float away = lane < NearestPoints::around
                               ? hypotf(point.x + static_cast<float>(column) - around.x,
                                        point.y + static_cast<float>(row) - around.y)
                               : 1e30F;
        float least = leastOfWarp(away);
        if constexpr (next) {
            const unsigned nearest = __ballot_sync(allLanes, away == least);
            least = leastOfWarp(lane == __ffs(static_cast<int>(nearest)) - 1 ? 1e30F : away);
        }
        const bool kept = away <= least + 2 * around.radius + slack && lane < NearestPoints::around;
        const unsigned all = __ballot_sync(allLanes, kept);
        if (kept) {
            const int k = __popc(all & ((1U << lane) - 1));
            lists_.at[cell][k] = make_float2(point.x, point.y);
            if constexpr (ids) lists_.id[cell][k] = idOf(point.column, point.row);
        }
        if (lane == 0) lists_.count[cell] = __popc(all);
        return __popc(all);
    }
    /// Adds points that are too far away to be nearest.
    __device__ void lengthen(int cell, int count) {
        const int lane = static_cast<int>(threadIdx.x) % lanes;
        if (lane >= lists_.count[cell] && lane < count) lists_.at[cell][lane] = make_float2(1e16F, 1e16F);
    }

    /// Takes numbers, because a structure would be stored to memory for it.
    [[nodiscard]] __noinline__ __device__ Nearest searched(int column, int row, double placeX,
                                                           double placeY) const {
        const auto p = static_cast<float>(placeX);
        const auto q = static_cast<float>(placeY);
        Nearest nearest;
        int found = 0;
        for (int k = 0; k < around; ++k) {
            const Neighbour point = neighbour(column, row, k);
            const float before = nearest.first;
            nearest.compare<next, false>(p, q, point.x, point.y, 0);
            if (nearest.first < before) found = k;
        }
        if constexpr (ids) nearest.id = idOf(column + found % 5 - 2, row + found / 5 - 2);
        return nearest;
    }

    const PointTable& table_;
    std::uint32_t idSeed_;
    Lists& lists_;
    int column_ = 0;
    int row_ = 0;
    int columns_ = 0;
    int rows_ = 0;
};

}  // namespace burin::gpu::points
