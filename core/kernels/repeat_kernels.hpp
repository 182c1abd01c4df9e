// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/dispatch.hpp"

#include <cstddef>
#include <cstdint>

namespace burin {

/// How a sample c of a repeat is combined with a value. Some operations keep a number beside each value.
enum class RepeatOperation {
    over,     ///< value = c if c is not 0
    mean,     ///< value += c; beside += 1 if c is not 0
    add,      ///< value += c
    max,      ///< if c is not 0: value = c if the value is 0, otherwise the larger of the two
    min,      ///< if c is not 0: value = c if the value is 0, otherwise the smaller of the two
    idOver,   ///< value = id if c is not 0
    idMost,   ///< if c is not 0, and beside is 0 or c is at least as large: value = id and beside = c
    idLeast,  ///< if c is not 0, and beside is 0 or c is at most as large: value = id and beside = c
};
inline constexpr std::size_t repeatOperations = 8;

/// A part of a repeat, and the values with which it is combined.
struct RepeatRows {
    std::int64_t width = 0;
    std::int64_t height = 0;
    float* value = nullptr;
    std::ptrdiff_t valueStride = 0;
    float* beside = nullptr;  ///< null if the operation keeps no number
    std::ptrdiff_t besideStride = 0;

    /// The sample at (x, y) of the part is samples[y * stride + x], times `gain`. If `backwards`, it is
    /// samples[y * stride - x]. If `turned`, x and y are exchanged in both.
    const float* samples = nullptr;
    std::ptrdiff_t stride = 0;  ///< may be negative
    bool backwards = false;
    bool turned = false;
    float gain = 1;
    float dust = 0;  ///< smaller products become 0; more than 0 if the gain is not 1
    float id = 0;    ///< the number of the repeat
};

/// A row of places between the samples of a pattern.
struct InterpolatedRow {
    const float* samples = nullptr;  ///< the first sample that may be read; the samples around those are
                                     ///< zeros
    std::ptrdiff_t stride = 0;
    std::int32_t width = 0;   ///< width of the part that may be read, at least 2
    std::int32_t height = 0;  ///< at least 2
    /// The position of the first place, in units of 2^-43 px from the centre of the first sample, and the
    /// steps to the next place.
    std::int64_t x = 0, y = 0;
    std::int64_t stepX = 0, stepY = 0;
    std::int64_t count = 0;
    float dust = 0;  ///< smaller results become 0, and so do infinite ones
};

struct RepeatKernels {
    /// One for each RepeatOperation. Arrays may be unaligned and must not overlap.
    void (*combine[repeatOperations])(const RepeatRows& rows);
    /// Interpolates linearly, in binary32, by fractions of 23 bits.
    void (*interpolate)(const InterpolatedRow& row, float* out);
};

}  // namespace burin

BURIN_DECLARE_KERNELS(RepeatKernels, repeatKernels)
