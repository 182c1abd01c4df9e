// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/samples.hpp"
#include "core/kinds/methods/textures/whole_numbers.hpp"
#include "core/kinds/methods/variation.hpp"

#include <algorithm>
#include <cstdint>
#include <stop_token>
#include <vector>

namespace burin {

/// One axis of a lattice of cells with whole sides.
struct CutAxis {
    std::int64_t side = 16;   ///< side of the cells if they do not repeat
    std::int64_t length = 0;  ///< the length of a repeat; 0 if it does not repeat
    std::int64_t cells = 0;   ///< number of cells in a repeat

    [[nodiscard]] static constexpr CutAxis of(std::int64_t side, std::int64_t length) {
        if (length == 0) return {side, 0, 0};
        const std::int64_t cells = floorOf(static_cast<double>(length) / static_cast<double>(side) + 0.5);
        return {side, length, std::max<std::int64_t>(1, cells)};
    }
    [[nodiscard]] constexpr std::int64_t startOf(std::int64_t cell) const {
        return cells == 0 ? cell * side : floorQuotient(cell * length, cells);
    }
    /// The cell of a place inside the first repeat.
    [[nodiscard]] constexpr std::int64_t cellOf(std::int64_t place) const {
        if (cells == 0) return floorQuotient(place, side);
        std::int64_t cell = place * cells / length;
        while (startOf(cell + 1) <= place)
            ++cell;
        return cell;
    }
    [[nodiscard]] constexpr std::int64_t nameOf(std::int64_t cell) const {
        return cells == 0 ? cell : cell - floorQuotient(cell, cells) * cells;
    }
    [[nodiscard]] constexpr std::int64_t leastSide() const { return cells == 0 ? side : length / cells; }
    [[nodiscard]] constexpr std::int64_t largestSide() const {
        return cells == 0 ? side : (length + cells - 1) / cells;
    }
    /// How many different sides there are: 1 or 2.
    [[nodiscard]] constexpr int sides() const { return largestSide() > leastSide() ? 2 : 1; }
    friend bool operator==(const CutAxis&, const CutAxis&) = default;
};

/// Cells whose corners have colours, as plain numbers that cards share. Each colour is a window of an
/// example; the four windows of a cell meet in seams. After M. Cohen, J. Shade, S. Hiller and O. Deussen,
/// Wang Tiles for Image and Texture Generation, 2003, and A. Efros and W. Freeman, Image Quilting for Texture
/// Synthesis and Transfer, 2001.
struct CutGeometry {
    CutAxis x;
    CutAxis y;
    int colours = 8;
    std::uint32_t seed = 0;

    [[nodiscard]] static constexpr CutGeometry of(std::int64_t side, Size closes, int colours,
                                                  std::uint32_t seed) {
        return {CutAxis::of(side, closes.width), CutAxis::of(side, closes.height), colours, seed};
    }
    /// T: windows reach this far around their centres.
    [[nodiscard]] constexpr std::int64_t reach() const {
        return std::max({x.side, x.largestSide(), y.largestSide()});
    }
    [[nodiscard]] constexpr int colourOf(std::int64_t I, std::int64_t J) const {
        return static_cast<int>(floorOf(colours * hashOf(x.nameOf(I), y.nameOf(J), seed + 65536U * 2)));
    }
    /// The index in CutTables::upright of the seams of a pair of windows, for the cells of that side.
    [[nodiscard]] constexpr std::int64_t pairIndex(int whichSide, int k, int l) const {
        return ((static_cast<std::int64_t>(whichSide) * colours + k) * colours + l) * 2 * reach();
    }
    /// The index in CutTables::seams of the seam of a cell.
    [[nodiscard]] constexpr std::int64_t seamIndex(int sideX, int sideY, int c00, int c10, int c01,
                                                   int c11) const {
        const std::int64_t size = static_cast<std::int64_t>(sideY) * x.sides() + sideX;
        const std::int64_t four =
            ((static_cast<std::int64_t>(c00) * colours + c10) * colours + c01) * colours + c11;
        const std::int64_t all = static_cast<std::int64_t>(colours) * colours * colours * colours;
        return (size * all + four) * x.largestSide();
    }
    [[nodiscard]] constexpr std::int64_t pairEntries(const CutAxis& axis) const {
        return static_cast<std::int64_t>(axis.sides()) * colours * colours * 2 * reach();
    }
    [[nodiscard]] constexpr std::int64_t seamEntries() const { return seamIndex(0, y.sides(), 0, 0, 0, 0); }
    friend bool operator==(const CutGeometry&, const CutGeometry&) = default;
};

/// Windows and seams. Positions are below 65536, because seams take at most 2^30 steps.
struct CutTables {
    std::vector<Point> windows;          ///< centres of the windows
    std::vector<std::uint16_t> upright;  ///< table V, the upright seams
    std::vector<std::uint16_t> seams;    ///< table S, the seams of cells

    /// Takes some 3 ns for each of colours^4 side^2 places. \throws Cancelled
    [[nodiscard]] static CutTables of(const CutGeometry& geometry, const std::vector<float>& example,
                                      Size size, const std::stop_token& stop);
    /// Bytes of the tables, and of the memory for making them.
    [[nodiscard]] static std::size_t bytesFor(const CutGeometry& geometry, Size size);
};

}  // namespace burin
