// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Paints the repeats of a table. A warp lists those over its strip, and walks down the strip band by band,
// with a band of a column in each thread's registers.

#include "gpu/device/check.hpp"
#include "gpu/kinds/repeats/paint.hpp"
#include "gpu/kinds/repeats/takes.cuh"

namespace burin::gpu {

/// A repeat in a warp's list. \see PaintedCopy
struct alignas(16) ListedCopy {
    int top, bottom;
    int from;
    int columnStep, rowStep;
    float gain;
    float id;
};

/// A repeat that is interpolated. \see PaintedTurn
struct ListedTurn {
    int top, bottom;
    int place;  ///< place in the table
};

/// Looks up the repeats over the rectangle at (x, y). \see RepeatWalk::list
struct TableLookup {
    const RepeatTable& table;
    int x, y, rows;

    __device__ bool operator()(double i, double j, ListedCopy& listed) const {
        const PaintedCopy* const copy = at(i, j);
        if (copy == nullptr) return false;
        listed = {copy->top, copy->bottom, copy->from, copy->columnStep, copy->rowStep, copy->gain, copy->id};
        return true;
    }
    __device__ bool operator()(double i, double j, ListedTurn& listed) const {
        const PaintedCopy* const copy = at(i, j);
        if (copy == nullptr) return false;
        listed = {copy->top, copy->bottom, copy->from};
        return true;
    }

  private:
    /// \return nullptr if it shows nothing there
    [[nodiscard]] __device__ const PaintedCopy* at(double i, double j) const {
        const auto row = static_cast<std::int64_t>(j - table.shape.firstRow);
        if (row < 0 || row >= table.shape.rows) return nullptr;
        const auto column = static_cast<std::int64_t>(i - __ldg(table.firstOfRow + row));
        if (column < 0 || column >= table.shape.columns) return nullptr;
        const PaintedCopy* const copy = table.copies + (row * table.shape.columns + column);
        const int4 sides = __ldg(reinterpret_cast<const int4*>(copy));
        const bool meets = sides.x < x + strip::columns && sides.z > x && sides.y < y + rows && sides.w > y;
        return meets && sides.z > sides.x ? copy : nullptr;
    }
};

/// Combines a copy over the band of rows from y on.
struct TakeExactCopy {
    static constexpr int blocksAtOnce = 6;

    /// Stores the results of the first `rows` rows of a band.
    template <class Take>
    static __device__ void store(const Take (&takes)[strip::bandRows], const DeviceSamples& out, int x, int y,
                                 int rows, int lane, float dust) {
        if (x + lane >= out.width) return;
        float* to = out.row(y) + x + lane;
        const int stride = static_cast<int>(out.stride);
        const bool whole = rows >= strip::bandRows;
#pragma unroll
        for (int r = 0; r < strip::bandRows; ++r) {
            if (whole || r < rows) __stcs(to, swept(takes[r].result(true), dust));
            to += stride;
        }
    }

    template <class Take>
    static __device__ void take(Take (&takes)[strip::bandRows], const ListedCopy& copy, const RepeatTable&,
                                const float* arena, int x, int y, int lane) {
        const auto place = static_cast<int>(static_cast<unsigned>(copy.from) +
                                            static_cast<unsigned>(y) * static_cast<unsigned>(copy.rowStep) +
                                            static_cast<unsigned>((x + lane) * copy.columnStep));
        const float* from = arena + place;
        float s[strip::bandRows];
#pragma unroll
        for (int r = 0; r < strip::bandRows; ++r) {
            s[r] = __ldg(from);
            from += copy.rowStep;
        }
        if (copy.gain != 1.0F) {
#pragma unroll
            for (int r = 0; r < strip::bandRows; ++r)
                s[r] = amplified(s[r], copy.gain);
        }
#pragma unroll
        for (int r = 0; r < strip::bandRows; ++r)
            takes[r].take(s[r], copy.id);
    }
};

/// If all repeats over a strip fit into one list, they are listed once; otherwise each band needs list after
/// list.
template <class Take, class TakeCopy>
__global__ void __launch_bounds__(strip::warps * 32, TakeCopy::blocksAtOnce)
    paintKernel(const __grid_constant__ Search tall, const __grid_constant__ Search flat,
                const __grid_constant__ RepeatTable table, const float* arena, DeviceSamples out, int rows,
                float dust) {
    constexpr int capacity = 96;
    __shared__ ListedCopy lists[strip::warps][capacity];
    const int lane = static_cast<int>(threadIdx.x) % 32;
    const int warp = static_cast<int>(threadIdx.x) / 32;
    const int x = (static_cast<int>(blockIdx.x) * strip::warps + warp) * strip::columns;
    if (x >= out.width) return;
    const int top = static_cast<int>(blockIdx.y) * rows;
    const int bottom = min(top + rows, static_cast<int>(out.height));
    RepeatWalk walk(tall, x, top, lane);
    int count = walk.list(lists[warp], TableLookup{table, x, top, rows});
    const bool once = walk.done();
    for (int y = top; y < bottom; y += strip::bandRows) {
        Take takes[strip::bandRows];
        if (!once) {
            walk = RepeatWalk(flat, x, y, lane);
            count = walk.list(lists[warp], TableLookup{table, x, y, strip::bandRows});
        }
        while (true) {
            for (int k = 0; k < count; ++k) {
                const ListedCopy copy = lists[warp][k];
                if (copy.top >= y + strip::bandRows || copy.bottom <= y) continue;
                TakeCopy::take(takes, copy, table, arena, x, y, lane);
            }
            if (once || walk.done()) break;
            count = walk.list(lists[warp], TableLookup{table, x, y, strip::bandRows});
        }
        TakeCopy::store(takes, out, x, y, bottom - y, lane, dust);
    }
}

template <class TakeCopy>
void paintCopies(cudaStream_t cudaStream, const RepeatMixing& mixing, const Repeats& around,
                 const RepeatTable& table, const float* arena, DeviceSamples out) {
    constexpr int width = strip::warps * strip::columns;
    const int rows = stripRowsFor({out.width, out.height});
    const dim3 blocks(static_cast<unsigned>((out.width + width - 1) / width),
                      static_cast<unsigned>((out.height + rows - 1) / rows));
    const Search tall(around, {strip::columns, rows});
    const Search flat(around, {strip::columns, strip::bandRows});
    withTake(mixing.blend, mixing.ids, [&](auto take) {
        paintKernel<decltype(take), TakeCopy>
            <<<blocks, strip::warps * 32, 0, cudaStream>>>(tall, flat, table, arena, out, rows, mixing.dust);
    });
    check(cudaGetLastError());
}

}  // namespace burin::gpu
