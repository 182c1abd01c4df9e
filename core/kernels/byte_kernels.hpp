// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/dispatch.hpp"

#include <cstdint>

namespace burin {

/// Kernels for rows of samples held as bytes, see BytesView.
struct ByteKernels {
    /// The median of each 3 x 3 bytes. \param rows  three rows of count + 2 bytes
    void (*median3)(const std::uint8_t* const* rows, std::uint8_t* out, std::int64_t count);
    /// sums += row. \pre no sum exceeds 65535; this holds for the next functions too
    void (*addRow)(std::uint16_t* sums, const std::uint8_t* row, std::int64_t count);
    /// sums += entering - leaving
    void (*slideRows)(std::uint16_t* sums, const std::uint8_t* entering, const std::uint8_t* leaving,
                      std::int64_t count);
    /// The sum of `columns` neighbours times `weight`, rounded to the nearest integer.
    /// \param sums  count + columns - 1 of them, each at most 255 * rows
    /// \pre rows and columns are at most 31; weight is 1 / (rows * columns) with both odd. Then no mean is so
    ///         close to halfway between two levels that the rounding of the product matters.
    void (*boxMeans)(const std::uint16_t* sums, int rows, int columns, float weight, std::uint8_t* out,
                     std::int64_t count);
    /// value = c if c is not 0
    void (*over)(std::uint8_t* value, const std::uint8_t* c, std::int64_t count);
    /// k / 255, rounded once
    void (*toSamples)(const std::uint8_t* levels, float* samples, std::int64_t count);
};

}  // namespace burin

BURIN_DECLARE_KERNELS(ByteKernels, byteKernels)
