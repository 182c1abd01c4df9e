// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The distance from a sample to the border of its point's cell. Borders are computed in binary64, because
// they depend on the direction between two points that may nearly coincide; they are compared in binary32. A
// warp first lists the points that own one of its samples, and for each of these the borders that can be
// nearest to a sample. If it has no room for that, each sample is compared with all points around.

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

/// A Border in binary32, for comparisons. Places are at most some cells from the owner, so distances are off
/// by less than 1e-6 cells. They are the same in every tile.
struct alignas(16) NarrowBorder {
    float normalX;
    float normalY;
    float offset;

    __device__ explicit NarrowBorder(const Border& border)
        : normalX(static_cast<float>(border.normalX)),
          normalY(static_cast<float>(border.normalY)),
          offset(static_cast<float>(border.offset)) {}
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
    /// Points and borders are listed if no lane has to examine more cells than this.
    static constexpr int mostRounds = 4;
    /// Rows and columns of points around the cells of a warp.
    static constexpr int beside = 3;

    /// A point, prepared for comparing its squared distances to samples. x towardsX + y towardsY + constant
    /// is such a distance minus x^2 + y^2. Places are counted from the middle of the warp's part.
    struct alignas(16) NarrowPoint {
        float towardsX;
        float towardsY;
        float constant;
    };

    /// A point around the warp's part, from the corner of the table's first cell.
    struct NearPoint {
        int column;
        int row;
        double x;
        double y;
    };

    /// Shared memory of a warp.
    struct Lists {
        NarrowBorder borders[mostOwners][mostBorders];
        NarrowPoint narrow[mostOwners];
        NearPoint owners[mostOwners];
        int count[mostOwners];    ///< number of an owner's borders
        int points[mostBorders];  ///< the points whose borders are being listed
    };

    __device__ NearestBorders(const PointTable& table, Lists& lists) : table_(table), lists_(lists) {}

    /// Called by all lanes.
    __device__ void list(const Surroundings& around) {
        middleX_ = around.x;
        middleY_ = around.y;
        const int count = (around.columns + 2 * beside) * (around.rows + 2 * beside);
        if (count > mostRounds * lanes) return;
        NearPoint points[mostRounds];
#pragma unroll
        for (int i = 0; i < mostRounds; ++i) {
            const int k = static_cast<int>(threadIdx.x) % lanes + i * lanes;
            points[i] = {0, 0, 1e9, 1e9};
            if (k < count) points[i] = pointAt(around, k);
        }
        const int owners = listOwners(around, points);
        for (int owner = 0; owner < owners; ++owner) {
            if (!listBorders(owner, around, points)) return;
        }
        __syncwarp();
        int longest = 0;
        for (int owner = 0; owner < owners; ++owner)
            longest = max(longest, lists_.count[owner]);
        for (int owner = 0; owner < owners; ++owner)
            lengthen(owner, longest);
        __syncwarp();
        owners_ = owners;
    }

    /// The distances of several samples, in cells; not negative. If the samples of every lane have the same
    /// owner, each border is read once for all samples.
    template <int count>
    __device__ void of(const Sample (&samples)[count], float (&distances)[count]) const {
        if (owners_ == 0) {
#pragma unroll
            for (int s = 0; s < count; ++s)
                distances[s] = searched(samples[s].column, samples[s].row, samples[s].p, samples[s].q);
            return;
        }
        int owners[count];
        findOwners(samples, owners);
        float x[count];
        float y[count];
        bool together = true;
        int length = 0;
#pragma unroll
        for (int s = 0; s < count; ++s) {
            x[s] = static_cast<float>(samples[s].p - (lists_.owners[owners[s]].column - samples[s].column));
            y[s] = static_cast<float>(samples[s].q - (lists_.owners[owners[s]].row - samples[s].row));
            together = together && owners[s] == owners[0];
            length = max(length, lists_.count[owners[s]]);
            distances[s] = 1e30F;
        }
        // All lanes take the same branch, because executing both in turn would take longer. fminf() skips
        // NaN.
        if (__all_sync(__activemask(), together)) {
#pragma unroll 2
            for (int k = 0; k < length; ++k) {
                const NarrowBorder border = lists_.borders[owners[0]][k];
#pragma unroll
                for (int s = 0; s < count; ++s)
                    distances[s] = fminf(distances[s], border.away(x[s], y[s]));
            }
        } else {
#pragma unroll 1
            for (int k = 0; k < length; ++k) {
#pragma unroll
                for (int s = 0; s < count; ++s)
                    distances[s] = fminf(distances[s], lists_.borders[owners[s]][k].away(x[s], y[s]));
            }
        }
#pragma unroll
        for (int s = 0; s < count; ++s)
            distances[s] = fmaxf(distances[s], 0.0F);
    }

  private:
    /// Compares in binary32 unless two points are about equally near.
    template <int count>
    __device__ void findOwners(const Sample (&samples)[count], int (&owners)[count]) const {
        float x[count];
        float y[count];
        float least[count];
        float next[count];
#pragma unroll
        for (int s = 0; s < count; ++s) {
            x[s] = (static_cast<float>(samples[s].column) - middleX_) + static_cast<float>(samples[s].p);
            y[s] = (static_cast<float>(samples[s].row) - middleY_) + static_cast<float>(samples[s].q);
            least[s] = next[s] = 1e30F;
        }
        constexpr std::uint32_t last = mostOwners - 1;  // the bits of a distance that say whose it is
#pragma unroll 1
        for (int k = 0; k < owners_; ++k) {
            const NarrowPoint point = lists_.narrow[k];
#pragma unroll
            for (int s = 0; s < count; ++s) {
                const float squared =
                    __fmaf_rn(point.towardsX, x[s], __fmaf_rn(point.towardsY, y[s], point.constant));
                const float named =
                    __uint_as_float((__float_as_uint(squared) & ~last) | static_cast<std::uint32_t>(k));
                next[s] = fminf(next[s], fmaxf(least[s], named));
                least[s] = fminf(least[s], named);
            }
        }
#pragma unroll
        for (int s = 0; s < count; ++s) {
            owners[s] = static_cast<int>(__float_as_uint(least[s]) & last);
            constexpr float equal = 1e-4F;  // squared distances are off by less than 5e-5
            if (!(next[s] - least[s] > equal))
                owners[s] = exactOwner(samples[s].column, samples[s].row, samples[s].p, samples[s].q);
        }
    }
    /// The parameters are numbers, because the compiler would store a structure to memory for the call.
    [[nodiscard]] __noinline__ __device__ int exactOwner(int column, int row, double p, double q) const {
        const Sample sample{column, row, p, q};
        int owner = 0;
        double nearest = 1e30;
        for (int k = 0; k < owners_; ++k) {
            const int pointColumn = lists_.owners[k].column;
            const int pointRow = lists_.owners[k].row;
            const double squared =
                away(sample, table_.at(pointColumn, pointRow), pointColumn - column, pointRow - row);
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

    /// The k-th of the points around.
    [[nodiscard]] __device__ NearPoint pointAt(const Surroundings& around, int k) const {
        const int columns = around.columns + 2 * beside;
        const int line = k / columns;
        const int column = around.column - beside + (k - line * columns);
        const int row = around.row - beside + line;
        const Offset offset = table_.at(column, row);
        return {column, row, column + (0.5 + offset.x), row + (0.5 + offset.y)};
    }

    /// Lists the points that can be nearest to a sample. \return their number; 0 if they are too many
    __device__ int listOwners(const Surroundings& around, const NearPoint (&points)[mostRounds]) {
        const int lane = static_cast<int>(threadIdx.x) % lanes;
        const auto placeX = [&](const NearPoint& point) { return static_cast<float>(point.x - around.x); };
        const auto placeY = [&](const NearPoint& point) { return static_cast<float>(point.y - around.y); };
        float away[mostRounds];
        float least = 1e30F;
#pragma unroll
        for (int i = 0; i < mostRounds; ++i) {
            const float x = placeX(points[i]);
            const float y = placeY(points[i]);
            away[i] = sqrtf(x * x + y * y);
            least = fminf(least, away[i]);
        }
        const float most = leastOfWarp(least) + 2 * around.radius + slack;
        int count = 0;
#pragma unroll
        for (int i = 0; i < mostRounds; ++i) {
            const bool kept = away[i] <= most;
            const unsigned all = __ballot_sync(allLanes, kept);
            const int k = count + __popc(all & ((1U << lane) - 1));
            count += __popc(all);
            if (count > mostOwners) return 0;
            if (kept) {
                const float x = placeX(points[i]);
                const float y = placeY(points[i]);
                lists_.owners[k] = points[i];
                lists_.narrow[k] = {-2.0F * x, -2.0F * y, x * x + y * y};
            }
        }
        __syncwarp();
        return count;
    }

    /// Lists the borders that can be nearest to a sample of that owner. \return whether there was room
    __device__ bool listBorders(int owner, const Surroundings& around,
                                const NearPoint (&points)[mostRounds]) {
        const int lane = static_cast<int>(threadIdx.x) % lanes;
        const NearPoint of = lists_.owners[owner];
        const auto x = static_cast<float>(of.x - around.x);
        const auto y = static_cast<float>(of.y - around.y);
        float away[mostRounds];  // distance from the middle
        float least = 1e30F;
#pragma unroll
        for (int i = 0; i < mostRounds; ++i) {
            const auto dx = static_cast<float>(points[i].x - of.x);
            const auto dy = static_cast<float>(points[i].y - of.y);
            // NaN at the owner itself, which is skipped.
            away[i] = ((x + 0.5F * dx) * dx + (y + 0.5F * dy) * dy) * rsqrtf(dx * dx + dy * dy);
            least = fminf(least, away[i]);
        }
        const float most = leastOfWarp(least) + 2 * around.radius + slack;
        int count = 0;
#pragma unroll
        for (int i = 0; i < mostRounds; ++i) {
            const bool kept = away[i] <= most;
            const unsigned all = __ballot_sync(allLanes, kept);
            const int k = count + __popc(all & ((1U << lane) - 1));
            count += __popc(all);
            if (count > mostBorders) return false;
            if (kept) lists_.points[k] = lane + i * lanes;
        }
        __syncwarp();
        if (lane < count) {
            const NearPoint other = pointAt(around, lists_.points[lane]);
            lists_.borders[owner][lane] =
                NarrowBorder(Border(table_.at(of.column, of.row), table_.at(other.column, other.row),
                                    other.column - of.column, other.row - of.row));
        }
        __syncwarp();
        if (lane == 0) lists_.count[owner] = count;
        return true;
    }
    /// Adds borders that are too far away to be nearest.
    __device__ void lengthen(int owner, int count) {
        const int lane = static_cast<int>(threadIdx.x) % lanes;
        if (lane < lists_.count[owner] || lane >= count) return;
        NarrowBorder& border = lists_.borders[owner][lane];
        border.normalX = border.normalY = 0;
        border.offset = 1e30F;
    }

    /// The parameters are numbers, because the compiler would store a structure to memory for the call.
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
                // The distance to a border is at least half the difference of the distances to the two
                // points.
                const float squared = static_cast<float>(away(sample, other, i, j));
                if (0.5F * (sqrtf(squared) - own) > distance + slack) continue;
                const NarrowBorder border(Border(owner, other, i - ownerI, j - ownerJ));
                distance = fminf(distance, border.away(x, y));  // skips NaN
            }
        }
        return fmaxf(distance, 0.0F);
    }

    const PointTable& table_;
    Lists& lists_;
    int owners_ = 0;
    float middleX_ = 0;
    float middleY_ = 0;
};

}  // namespace burin::gpu::points
