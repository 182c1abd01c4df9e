// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/dispatch.hpp"

#include <cstdint>

namespace burin {

/// Medians of (2 * radius + 1)^2 samples for `tileRows` rows of outputs at a time, by a sorting network.
///
/// Samples must be finite, and 0 has no sign. Rows may be unaligned but must not overlap.
struct MedianKernel {
    std::int64_t radius;
    std::int64_t tileRows;
    /// \param rows      2 * radius + tileRows rows of count + 2 * radius samples
    /// \param workspace workspaceRows() times as many samples as a row
    /// \param out       tileRows rows of `count` samples
    /// \pre count >= fewestSamples
    void (*medians)(const float* const* rows, float* workspace, float* const* out, std::int64_t count);

    static constexpr std::int64_t fewestSamples = 16;
    [[nodiscard]] std::int64_t workspaceRows() const { return 2 * radius + 2 - tileRows; }
};

/// Kernels for radius 1 to 3, and for 4 and 5.
struct MedianKernels {
    MedianKernel byRadius[3];
};
struct WideMedianKernels {
    MedianKernel byRadius[2];
};

}  // namespace burin

BURIN_DECLARE_KERNELS(MedianKernels, medianKernels)
BURIN_DECLARE_KERNELS(WideMedianKernels, wideMedianKernels)
