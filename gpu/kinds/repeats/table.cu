// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/repeats/table.hpp"

#include "gpu/device/check.hpp"
#include "gpu/kinds/repeats/copies.cuh"

#include <cmath>

namespace burin::gpu {

namespace {

constexpr int tableThreads = 128;

/// The row and the column of a thread's cell.
struct TableCell {
    std::int64_t row, column;

    __device__ explicit TableCell(const TableShape& shape) {
        const std::int64_t place = std::int64_t{blockIdx.x} * tableThreads + threadIdx.x;
        row = place / shape.columns;
        column = place % shape.columns;
    }
    [[nodiscard]] __device__ bool inside(const TableShape& shape) const { return row < shape.rows; }
    [[nodiscard]] __device__ Point index(const TableShape& shape, double first) const {
        return {static_cast<std::int64_t>(first) + column, static_cast<std::int64_t>(shape.firstRow) + row};
    }
};

unsigned blocksOver(const TableShape& shape) {
    return static_cast<unsigned>((shape.rows * shape.columns + tableThreads - 1) / tableThreads);
}

template <class Rule>
__global__ void fillKernel(const __grid_constant__ Rule rule, const __grid_constant__ Patterns patterns,
                           const __grid_constant__ Search whole, const __grid_constant__ Rect area,
                           RepeatTable table) {
    const TableCell cell(table.shape);
    if (!cell.inside(table.shape)) return;
    const double j = table.shape.firstRow + static_cast<double>(cell.row);
    const double first = ceil(whole.range(j, 0, 0).x) - 1;
    if (cell.column == 0) table.firstOfRow[cell.row] = first;
    const int place = static_cast<int>(cell.row * table.shape.columns + cell.column);
    table.copies[place] =
        CopyMaker(rule, patterns, area)
            .make(cell.index(table.shape, first), place, table.turns, table.nearbySamples > 0);
}

__global__ void thinOutKernel(const __grid_constant__ ScatterRule rule, const __grid_constant__ Rect homes,
                              ConstDeviceSamples densities, RepeatTable table) {
    const TableCell cell(table.shape);
    if (!cell.inside(table.shape)) return;
    PaintedCopy& copy = table.copies[cell.row * table.shape.columns + cell.column];
    if (copy.right <= copy.left) return;
    const Point index = cell.index(table.shape, table.firstOfRow[cell.row]);
    const Point of = rule.points.at(index).cell;
    const Point home = rule.points.home(of);
    const std::int64_t x = home.x - homes.x;
    const std::int64_t y = home.y - homes.y;
    if (x < 0 || y < 0 || x >= homes.width || y >= homes.height) return;
    if (!rule.points.remains(of, densities.row(y)[x])) copy.right = copy.left;
}

}  // namespace

template <class Rule>
void fillTable(cudaStream_t cudaStream, const Rule& rule, const Patterns& patterns, const Search& whole,
               const Rect& area, const RepeatTable& table) {
    fillKernel<<<blocksOver(table.shape), tableThreads, 0, cudaStream>>>(rule, patterns, whole, area, table);
    check(cudaGetLastError());
}

template void fillTable(cudaStream_t, const LatticeRule&, const Patterns&, const Search&, const Rect&,
                        const RepeatTable&);
template void fillTable(cudaStream_t, const ScatterRule&, const Patterns&, const Search&, const Rect&,
                        const RepeatTable&);

void thinOut(cudaStream_t cudaStream, const ScatterRule& rule, const Rect& homes,
             ConstDeviceSamples densities, const RepeatTable& table) {
    thinOutKernel<<<blocksOver(table.shape), tableThreads, 0, cudaStream>>>(rule, homes, densities, table);
    check(cudaGetLastError());
}

}  // namespace burin::gpu
