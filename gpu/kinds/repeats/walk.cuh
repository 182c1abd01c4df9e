// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How a warp finds the repeats of a lattice that may overlap its part of an area.

#include "core/kinds/methods/repeats.hpp"
#include "gpu/device/view.hpp"

#include <algorithm>
#include <cmath>

namespace burin::gpu {

namespace strip {
inline constexpr int columns = 32;   ///< columns of a warp, one for each thread
inline constexpr int rows = 128;     ///< rows for which a warp lists the repeats together
inline constexpr int bandRows = 16;  ///< held in a thread's registers
inline constexpr int warps = 4;      ///< warps of a block, side by side
/// Zeros around a pattern, so that all threads can read wherever a column or band overlaps it.
inline constexpr int marginColumns = columns - 1;
inline constexpr int marginRows = bandRows - 1;
}  // namespace strip

/// The repeats in the form that a kernel searches: those that may overlap a rectangle of a given size
/// anywhere. The class Repeats describes them for one area. Places are relative to the first sample of the
/// area.
struct Search {
    Vector v;
    Vector middle;      ///< middle of all i * u + j * v whose repeats overlap the rectangle at (0, 0)
    Vector rowOf;       ///< scalar product with a place gives j
    double rowReach;    ///< largest distance of j from the j of the middle
    Vector reciprocal;  ///< 1 / u, or 0
    Vector reach;       ///< how far i may be from byX and byY of range(); may be infinite
    /// 2^together lanes share one j. If all 32 lanes share it, there may be more repeats than lanes.
    int together = 0;

    Search(const Repeats& r, Size rectangle)
        : v(r.v),
          middle{(static_cast<double>(rectangle.width) - static_cast<double>(r.pattern.width)) / 2.0 -
                     static_cast<double>(r.pattern.x - r.area.x) - static_cast<double>(r.at.x) - r.origin.x,
                 (static_cast<double>(rectangle.height) - static_cast<double>(r.pattern.height)) / 2.0 -
                     static_cast<double>(r.pattern.y - r.area.y) - static_cast<double>(r.at.y) - r.origin.y},
          rowOf{-r.u.y / determinant(r.u, r.v), r.u.x / determinant(r.u, r.v)},
          reciprocal{r.u.x == 0 ? 0 : 1 / r.u.x, r.u.y == 0 ? 0 : 1 / r.u.y} {
        // One pixel wider than necessary, because of rounding; an exact test follows.
        const Vector halves{static_cast<double>(rectangle.width + r.pattern.width) / 2.0 + 1,
                            static_cast<double>(rectangle.height + r.pattern.height) / 2.0 + 1};
        const double farthest = std::abs(rowOf.x) * (std::abs(middle.x) + static_cast<double>(r.area.width)) +
                                std::abs(rowOf.y) * (std::abs(middle.y) + static_cast<double>(r.area.height));
        rowReach = std::abs(rowOf.x) * halves.x + std::abs(rowOf.y) * halves.y + 1e-6 + 1e-9 * farthest;
        reach = {halves.x / std::abs(r.u.x) + 0.25, halves.y / std::abs(r.u.y) + 0.25};
        while (together < 5 && (1 << together) < mostOfRow())
            ++together;
    }

    /// The largest number of repeats of one j that must be checked.
    [[nodiscard]] double mostOfRow() const { return 2 * std::min(reach.x, reach.y) + 1; }
    /// Upper limit of the repeats that overlap a rectangle.
    [[nodiscard]] double most() const { return (2 * rowReach + 1) * mostOfRow(); }

    /// The middle of the real numbers j of the repeats that overlap the rectangle at (x, y).
    [[nodiscard]] BURIN_BOTH double middleRow(double x, double y) const {
        return rowOf.x * (middle.x + x) + rowOf.y * (middle.y + y);
    }
    /// The range of i for one j of the rectangle at (x, y).
    [[nodiscard]] BURIN_BOTH Vector range(double j, double x, double y) const {
        const double byX = (middle.x + x - j * v.x) * reciprocal.x;
        const double byY = (middle.y + y - j * v.y) * reciprocal.y;
        const auto larger = [](double a, double b) { return a > b ? a : b; };
        return {larger(byX - reach.x, byY - reach.y), -larger(-byX - reach.x, -byY - reach.y)};
    }
};

#ifdef __CUDACC__

/// Iterates over the repeats that may overlap the rectangle at (x, y), in ascending (j, i). All lanes of a
/// warp take part: each checks one repeat, and 2^together lanes share a j.
class RepeatWalk {
  public:
    __device__ RepeatWalk(const Search& search, int x, int y, int lane)
        : s_(&search), x_(x), y_(y), lane_(lane) {
        const double row = s_->middleRow(x_, y_);
        row_ = ceil(row - s_->rowReach);
        lastRow_ = floor(row + s_->rowReach);
    }

    [[nodiscard]] __device__ bool done() const { return row_ > lastRow_; }

    /// Lists the next repeats until the list is full: those for which find(i, j, entry) sets the entry and
    /// returns true. \return the number of entries
    template <int capacity, class Entry, class Find>
    __device__ int list(Entry (&entries)[capacity], const Find& find) {
        const int together = 1 << s_->together;
        int count = 0;
        __syncwarp();  // waits until the previous list has been read
        while (!done() && count + 32 <= capacity) {
            const double j = row_ + (lane_ >> s_->together);
            const Vector range = s_->range(j, x_, y_);
            const double i = ceil(range.x) + skipped_ + (lane_ & (together - 1));
            Entry entry;
            const bool meets = j <= lastRow_ && i <= range.y && find(i, j, entry);
            const unsigned all = __ballot_sync(~0U, meets);
            if (meets) entries[count + __popc(all & ((1U << lane_) - 1))] = entry;
            count += __popc(all);
            const bool more = __any_sync(~0U, j <= lastRow_ && i + together <= range.y);
            skipped_ = more ? skipped_ + together : 0;
            if (!more) row_ += 32 >> s_->together;
        }
        __syncwarp();
        return count;
    }

  private:
    const Search* s_;
    double x_, y_;
    int lane_;
    double row_, lastRow_;
    double skipped_ = 0;  ///< repeats of row_ that are done
};

#endif

}  // namespace burin::gpu
