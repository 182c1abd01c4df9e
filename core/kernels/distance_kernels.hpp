// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/dispatch.hpp"

#include <cstdint>

namespace burin {

// The exact Euclidean distance transform, cut off at a largest distance D, in two passes: down and up every
// column the distance to the nearest white sample, then along every row the smallest (vertical distance)^2 +
// dx^2. See T. Saito and J.-I. Toriwaki, New algorithms for Euclidean distance transformation of an
// n-dimensional digitized picture with applications, Pattern Recognition 27, 1994. Both passes run along rows
// in memory, so the registers' lanes are neighbouring samples and nothing is transposed.
//
// Squares take 16 bits up to D = 255 and 32 bits above. Everything at D or farther counts as D.

/// Samples that the row pass computes together: it reads and writes as if the width were rounded up to it.
constexpr std::int64_t distanceBlock = 64;
/// Neighbours that the row pass looks at, or leaves out, together.
constexpr std::int64_t distanceGroup = 8;
/// Columns that the row pass may read to the left of the first and to the right of the last, beyond D.
constexpr std::int64_t distanceReach = 64;
/// The window whose smallest square `reachMinima` stores: what a group of neighbours of a block takes.
constexpr std::int64_t distanceWindow = distanceBlock + distanceGroup;

/// What is white in a mask.
struct WhiteRule {
    float threshold = 0;
    bool invert = false;  ///< white is c <= threshold instead of c > threshold
};

/// A row of squares: `first` is column 0, with D + distanceReach columns before it and as many after the
/// width rounded up to distanceBlock; columns where nothing is known hold D * D.
template <class Square>
struct SquaresRow {
    const Square* first = nullptr;
    /// For each column the smallest square in the distanceWindow columns from it on, or null where that is
    /// not worth the time; reaches as far as the squares.
    const Square* minima = nullptr;
    Square smallest = 0;  ///< of the whole row, or anything less
    std::int64_t width = 0;
};

/// Arrays must not overlap.
template <class Square>
struct DistanceRowKernels {
    /// Steps `above` to the next row, whose white samples are where `below` is 0, and writes
    /// squares = min(above, below)^2. \return the smallest one
    Square (*square)(std::uint16_t* above, const std::uint16_t* below, std::uint16_t distanceMax,
                     Square* squares, std::int64_t count);
    /// minima[i] = the smallest of squares[i], ..., squares[i + distanceWindow - 1]; reads 64 further ones.
    void (*reachMinima)(const Square* squares, Square* minima, std::int64_t count);
    /// out = table[the smallest square + dx^2], D^2 at most.
    void (*profile)(const SquaresRow<Square>& row, std::int32_t distanceMax, const float* table, float* out);
};

/// Arrays must not overlap.
struct DistanceKernels {
    /// next = white ? 0 : min(previous + 1, D): the vertical distances of the next row.
    void (*step)(const std::uint16_t* previous, const float* mask, WhiteRule rule, std::uint16_t distanceMax,
                 std::uint16_t* next, std::int64_t count);
    /// The same for a row without white.
    void (*stepEmpty)(const std::uint16_t* previous, std::uint16_t distanceMax, std::uint16_t* next,
                      std::int64_t count);
    DistanceRowKernels<std::uint16_t> narrow;  ///< D <= 255
    DistanceRowKernels<std::uint32_t> wide;    ///< D <= 32767
};

}  // namespace burin

BURIN_DECLARE_KERNELS(DistanceKernels, distanceKernels)
