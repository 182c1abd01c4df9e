// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Lattices of cells for kernels of textures. A block computes a tile of samples. It first makes a table of
// the lattice points around the tile, so that each point is hashed once for all samples.
//
// Coordinates are folded: in a plane that repeats, a place is replaced by the corresponding place of the
// first repeat, and all arithmetic on it is the same in every repeat. The table is not folded. It continues
// from the cells of the tile's first sample, so the place of a sample in a later repeat is moved by the
// number of cells between the two repeats.

#include "core/kinds/methods/cell_lattice.hpp"
#include "core/kinds/methods/hash_bits.hpp"
#include "gpu/device/view.hpp"

#include <cmath>
#include <cstdint>

namespace burin::gpu {

/// A lattice of cells as a parameter of kernels.
struct DeviceCells {
    CellMap map;      ///< map from folded places to cell coordinates
    Size closes;      ///< the period of the plane in pixels; 0 x 0 if it never repeats
    CellNames names;  ///< names of lattice points
    Point right;      ///< cells from one repeat to the next along x
    Point down;       ///< cells from one repeat to the next along y

    /// \param map  the map of the lattice, which may be shifted
    DeviceCells(const CellShape& shape, const CellLattice& lattice, const CellMap& cellMap)
        : map(cellMap), closes(shape.closes), names(lattice.names()) {
        const auto cells = [](double perPixel, std::int64_t pixels) {
            return static_cast<std::int64_t>(std::llround(perPixel * static_cast<double>(pixels)));
        };
        right = {cells(map.ux, closes.width), cells(map.vx, closes.width)};
        down = {cells(map.uy, closes.height), cells(map.vy, closes.height)};
    }
    DeviceCells() = default;

    /// The most entries of a table for a tile. \see CellTile
    [[nodiscard]] std::int64_t mostEntries(int width, int height, int before, int after) const {
        const auto most = [&](double alongX, double alongY) {
            const double span = std::abs(alongX) * (width - 1) + std::abs(alongY) * (height - 1);
            return static_cast<std::int64_t>(std::floor(span + 1e-6)) + 2 + before + after;
        };
        return most(map.ux, map.uy) * most(map.vx, map.vy);
    }
};

/// The samples of a tile along one axis.
struct FoldedAxis {
    std::int64_t first = 0;   ///< the folded place of the tile's first sample
    std::int64_t repeat = 0;  ///< 0: the plane does not repeat

    /// \param start  the place of the area's first sample, folded if the plane repeats
    /// \param skip   samples from there to the tile
    __device__ FoldedAxis(std::int64_t start, std::int64_t skip, std::int64_t closes)
        : first(start + skip), repeat(closes) {
        if (repeat > 0 && first >= repeat) first %= repeat;
    }

    struct Place {
        std::int64_t at;     ///< the folded place
        std::int64_t times;  ///< how many repeats lie between the tile's first sample and this one
    };
    [[nodiscard]] __device__ Place place(int i) const {
        const std::int64_t at = first + i;
        if (repeat == 0 || at < repeat) return {at, 0};
        // Both are below 2^32: repeats are shorter than 2^31, and tiles are small.
        const std::int64_t times = static_cast<std::uint32_t>(at) / static_cast<std::uint32_t>(repeat);
        return {at - times * repeat, times};
    }
};

/// The places of a tile's samples. \param at  the place of the area's first sample, folded
struct FoldedTile {
    FoldedAxis x;
    FoldedAxis y;
    __device__ FoldedTile(Point at, int width, int height, const DeviceCells& cells)
        : x(at.x, std::int64_t{blockIdx.x} * width, cells.closes.width),
          y(at.y, std::int64_t{blockIdx.y} * height, cells.closes.height) {}
};

/// The lattice points around a tile's samples: `rows` rows of `columns`.
struct CellTile {
    Point first;
    int columns;
    int rows;

    /// \param before, after  rows and columns of points around the cells of the samples, at least 1
    __device__ CellTile(const FoldedTile& tile, const CellMap& map, int width, int height, int before,
                        int after) {
        const auto x = static_cast<double>(tile.x.first);
        const auto y = static_cast<double>(tile.y.first);
        const auto axis = [&](double alongX, double alongY, double shift, std::int64_t& from) {
            const double corner = (alongX * x + alongY * y) + shift;
            const double wide = alongX * (width - 1);
            const double high = alongY * (height - 1);
            const double low = floor(corner + fmin(wide, 0.0) + fmin(high, 0.0));
            const double top = floor(corner + fmax(wide, 0.0) + fmax(high, 0.0));
            from = static_cast<std::int64_t>(low) - before;
            return static_cast<int>(top - low) + 1 + before + after;
        };
        columns = axis(map.ux, map.uy, map.u0, first.x);
        rows = axis(map.vx, map.vy, map.v0, first.y);
    }

    /// The place bits of an entry, as in placeBits().
    [[nodiscard]] __device__ std::uint32_t bits(const DeviceCells& cells, int column, int row) const {
        const Point name = cells.names.of({first.x + column, first.y + row});
        return placeBits(name.x, name.y);
    }
    /// Calls make(entry, place bits) for every entry, by all threads of the block.
    template <class Make>
    __device__ void fill(const DeviceCells& cells, Make make) const {
        for (int e = static_cast<int>(threadIdx.x); e < columns * rows; e += static_cast<int>(blockDim.x)) {
            const int row = e / columns;
            make(e, bits(cells, e - row * columns, row));
        }
    }
};

/// Cell coordinates in fixed point: 16 bits of whole cells, modulo 2^16, and 48 of a fraction. They depend
/// only on the folded place, take two integer additions to step, and are good to 2^-28 cells up to 2,000,000
/// px.
struct FixedCells {
    static constexpr int fractionBits = 48;

    std::uint64_t ux, uy, u0, vx, vy, v0;

    FixedCells() = default;
    explicit FixedCells(const CellMap& map)
        : ux(fixed(map.ux)),
          uy(fixed(map.uy)),
          u0(fixed(map.u0)),
          vx(fixed(map.vx)),
          vy(fixed(map.vy)),
          v0(fixed(map.v0)) {}

    /// The contribution of the column to u and v, counted from the table's first column.
    struct Part {
        std::uint64_t u;
        std::uint64_t v;
    };
    [[nodiscard]] __device__ Part ofColumn(FoldedAxis::Place x, Point right) const {
        const auto at = static_cast<std::uint64_t>(x.at);
        Part part{at * ux, at * vx};
        if (x.times != 0) {
            part.u += whole(x.times * right.x);
            part.v += whole(x.times * right.y);
        }
        return part;
    }
    [[nodiscard]] __device__ Part ofRow(FoldedAxis::Place y, Point down, Point firstCell) const {
        const auto at = static_cast<std::uint64_t>(y.at);
        return {at * uy + u0 + whole(y.times * down.x - firstCell.x),
                at * vy + v0 + whole(y.times * down.y - firstCell.y)};
    }

    /// The cell, counted from the table's first.
    [[nodiscard]] static __device__ int cell(std::uint64_t at) {
        return static_cast<int>(at >> fractionBits);
    }
    /// The place inside the cell, rounded down.
    template <class Real>
    [[nodiscard]] static __device__ Real inside(std::uint64_t at) {
        if constexpr (sizeof(Real) == sizeof(double)) {
            const std::uint64_t one = std::uint64_t{1023} << 52U;
            return __longlong_as_double(static_cast<long long>((at << 16U >> 12U) | one)) - 1.0;
        } else {
            const auto bits = static_cast<std::uint32_t>(at >> 25U) & 0x7FFFFFU;
            return __uint_as_float(bits | 0x3F800000U) - 1.0F;
        }
    }

  private:
    [[nodiscard]] static std::uint64_t fixed(double cells) {
        return static_cast<std::uint64_t>(std::llround(std::ldexp(cells, fractionBits)));
    }
    [[nodiscard]] static __device__ std::uint64_t whole(std::int64_t cells) {
        return static_cast<std::uint64_t>(cells) << fractionBits;
    }
};

}  // namespace burin::gpu
