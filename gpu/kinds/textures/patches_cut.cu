// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/textures/patches.cuh"
#include "gpu/kinds/textures/patches.hpp"

#include <algorithm>

// A thread walks down a part of a column. When it enters a cell, it works out what the cell contributes to
// the column.

namespace burin::gpu {

namespace {

constexpr int cutThreads = 128;
constexpr int rowsOfThread = 32;

/// The data of a cell that a column needs.
struct CellColumn {
    int windows[4];  ///< indices of the samples in row 0 of the cell: (0, 0), (1, 0), (0, 1), (1, 1)
    int above;       ///< the table index of the upright seam above the level seam
    int below;
    int seam;  ///< the row of the level seam
};

__device__ inline CellColumn columnIn(const CutPatches& patches, Point cell, int x, Size side) {
    const CutGeometry& g = patches.geometry;
    const int c00 = g.colourOf(cell.x, cell.y);
    const int c10 = g.colourOf(cell.x + 1, cell.y);
    const int c01 = g.colourOf(cell.x, cell.y + 1);
    const int c11 = g.colourOf(cell.x + 1, cell.y + 1);
    const int sideX = static_cast<int>(side.width - g.x.leastSide());
    const int sideY = static_cast<int>(side.height - g.y.leastSide());
    const int width = static_cast<int>(side.width);
    const int height = static_cast<int>(side.height);
    const int reach = static_cast<int>(g.reach());
    const auto window = [&](int colour, int left, int top) {
        return patches.windows.centres[colour] - top * patches.width + x - left;
    };
    CellColumn column;
    column.windows[0] = window(c00, 0, 0);
    column.windows[1] = window(c10, width, 0);
    column.windows[2] = window(c01, 0, height);
    column.windows[3] = window(c11, width, height);
    column.above = static_cast<int>(g.pairIndex(sideX, c00, c10)) + reach;
    column.below = static_cast<int>(g.pairIndex(sideX, c01, c11)) + reach - height;
    column.seam = __ldg(patches.seams + g.seamIndex(sideX, sideY, c00, c10, c01, c11) + x);
    return column;
}

/// A place inside the first repeat.
__device__ inline std::int64_t foldedPlace(std::int64_t place, std::int64_t repeat) {
    return repeat == 0 ? place : place % repeat;
}

/// \param at  the place of the area's first sample, folded
template <bool plain>
__global__ void __launch_bounds__(cutThreads)
    cutKernel(const __grid_constant__ CutPatches patches, Point at, DeviceSamples value) {
    const std::int64_t column = std::int64_t{blockIdx.x} * cutThreads + threadIdx.x;
    if (column >= value.width) return;
    const CutGeometry& g = patches.geometry;
    const std::int64_t placeX = foldedPlace(at.x + column, g.x.length);
    const std::int64_t i = g.x.cellOf(placeX);
    const std::int64_t left = g.x.startOf(i);
    const std::int64_t width = g.x.startOf(i + 1) - left;
    const auto x = static_cast<int>(placeX - left);
    const std::int64_t first = std::int64_t{blockIdx.y} * rowsOfThread;
    int rest = static_cast<int>(std::min<std::int64_t>(rowsOfThread, value.height - first));
    float* to = value.row(first) + column;
    std::int64_t placeY = foldedPlace(at.y + first, g.y.length);
    while (rest > 0) {
        const std::int64_t j = g.y.cellOf(placeY);
        const std::int64_t top = g.y.startOf(j);
        const std::int64_t height = g.y.startOf(j + 1) - top;
        const CellColumn cell = columnIn(patches, {i, j}, x, {width, height});
        const int start = static_cast<int>(placeY - top);
        const int end = static_cast<int>(std::min<std::int64_t>(height, start + rest));
        int row = start * patches.width;
#pragma unroll 4
        for (int y = start; y < end; ++y) {
            const bool above = y < cell.seam;
            const int upright = __ldg(patches.upright + ((above ? cell.above : cell.below) + y));
            const int fromLeft = above ? cell.windows[0] : cell.windows[2];
            const int fromRight = above ? cell.windows[1] : cell.windows[3];
            const float sample = __ldg(patches.example + ((x < upright ? fromLeft : fromRight) + row));
            __stcs(to, toned<plain>(patches.tone, sample));
            to += value.stride;
            row += patches.width;
        }
        rest -= end - start;
        placeY = foldedPlace(placeY + (end - start), g.y.length);
    }
}

}  // namespace

void cutPatches(cudaStream_t cudaStream, const CutPatches& patches, const Rect& area, DeviceSamples value) {
    const CutGeometry& g = patches.geometry;
    const auto folded = [](std::int64_t place, std::int64_t repeat) {
        return repeat == 0 ? place : place - floorQuotient(place, repeat) * repeat;
    };
    const Point at{folded(area.x, g.x.length), folded(area.y, g.y.length)};
    const dim3 blocks(static_cast<unsigned>((value.width + cutThreads - 1) / cutThreads),
                      static_cast<unsigned>((value.height + rowsOfThread - 1) / rowsOfThread));
    if (patches.tone.plain) {
        cutKernel<true><<<blocks, cutThreads, 0, cudaStream>>>(patches, at, value);
    } else {
        cutKernel<false><<<blocks, cutThreads, 0, cudaStream>>>(patches, at, value);
    }
    check(cudaGetLastError());
}

}  // namespace burin::gpu
