// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/dispatch.hpp"

#include <cstdint>

namespace burin {

// The exact Euclidean distance transform, cut off at a largest distance D, in two passes. The first goes down
// and up every column and finds the distance to the nearest white sample. The second goes along every row and
// finds the smallest (vertical distance)^2 + dx^2. See T. Saito and J.-I. Toriwaki, New algorithms for
// Euclidean distance transformation of an n-dimensional digitized picture with applications, Pattern
// Recognition 27, 1994. Both passes run along rows in memory, so the lanes of a register are neighbouring
// samples and nothing is transposed.
//
// Squares take 16 bits up to D = 255 and 32 bits above. Distances of D or more are stored as D.

/// Samples that the row pass computes together. It reads and writes as if the width were rounded up to this.
constexpr std::int64_t distanceBlock = 64;
/// Neighbours that the row pass checks or skips together.
constexpr std::int64_t distanceGroup = 8;
/// Columns beyond D that the row pass may read before the first and after the last column.
constexpr std::int64_t distanceReach = 64;
/// Width of the window whose smallest square `reachMinima` stores: the columns that a group of neighbours
/// covers.
constexpr std::int64_t distanceWindow = distanceBlock + distanceGroup;

/// The rule for which samples of a mask are white.
struct WhiteRule {
    float threshold = 0;
    bool invert = false;  ///< white is c <= threshold instead of c > threshold
};

/// A row of squares. `first` is column 0. There are D + distanceReach columns before it, and as many after
/// the width, which is rounded up to distanceBlock. Columns without a known distance hold D * D.
template <class Square>
struct SquaresRow {
    const Square* first = nullptr;
    /// For each column, the smallest square in the distanceWindow columns that begin with it; one entry for
    /// each square. Null if computing it does not save time.
    const Square* minima = nullptr;
    Square smallest = 0;  ///< the smallest square of the whole row, or any smaller number
    std::int64_t width = 0;
};

/// Arrays must not overlap.
template <class Square>
struct DistanceRowKernels {
    /// Steps `above` to the next row, whose white samples are where `below` is 0. Writes squares = min(above,
    /// below)^2. \return the smallest square
    Square (*square)(std::uint16_t* above, const std::uint16_t* below, std::uint16_t distanceMax,
                     Square* squares, std::int64_t count);
    /// minima[i] = the smallest of squares[i], ..., squares[i + distanceWindow - 1]; reads 64 squares more.
    void (*reachMinima)(const Square* squares, Square* minima, std::int64_t count);
    /// out = table[the smallest square + dx^2, at most D^2].
    void (*profile)(const SquaresRow<Square>& row, std::int32_t distanceMax, const float* table, float* out);
};

/// Arrays must not overlap.
struct DistanceKernels {
    /// next = white ? 0 : min(previous + 1, D): the vertical distances of the next row.
    void (*step)(const std::uint16_t* previous, const float* mask, WhiteRule rule, std::uint16_t distanceMax,
                 std::uint16_t* next, std::int64_t count);
    /// step() for a row without white samples.
    void (*stepEmpty)(const std::uint16_t* previous, std::uint16_t distanceMax, std::uint16_t* next,
                      std::int64_t count);
    DistanceRowKernels<std::uint16_t> narrow;  ///< D <= 255
    DistanceRowKernels<std::uint32_t> wide;    ///< D <= 32767
};

}  // namespace burin

BURIN_DECLARE_KERNELS(DistanceKernels, distanceKernels)
