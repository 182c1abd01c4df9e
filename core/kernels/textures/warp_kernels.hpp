// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/dispatch.hpp"

#include <cstddef>
#include <cstdint>

namespace burin {

/// The most samples that a kernel of this file takes in one call. Between two calls, the caller prefetches
/// the samples of the next row. If it prefetched more at once, the core would wait for memory.
inline constexpr std::int64_t warpBlock = 128;

/// How the samples of a map become displacements in pixels.
struct WarpScale {
    double amplitude = 1;
    double center = 0.5;   ///< the sample of no displacement
    double fullSlope = 1;  ///< the slope, in samples a pixel, of the full displacement
    double cosine = 1;     ///< cosine of the direction
    double sine = 0;
};

/// Rows of displacements, in binary64 so that places are exact, and the samples at the displaced places.
struct WarpKernels {
    /// d[i] = amplitude * clamp(2 (m[i] - center), -1, 1)
    void (*displace)(const WarpScale& scale, const float* m, double* d, std::int64_t count);
    /// The same, turned into a direction.
    void (*displaceAlong)(const WarpScale& scale, const float* m, double* dx, double* dy, std::int64_t count);
    /// Along the slope of a map. \param around  the neighbours of the samples: above, left, right and below
    void (*displaceBySlope)(const WarpScale& scale, const float* const* around, double* dx, double* dy,
                            std::int64_t count);

    /// out[i] = the picture at (i + dx[i], dy[i]). \param at  the sample of (0, 0); the samples that are
    /// read belong to a picture of fewer than 2^31 samples
    using Sample = void (*)(const float* at, std::ptrdiff_t stride, const double* dx, const double* dy,
                            float* out, std::int64_t count);
    Sample nearest;
    Sample linear;
    Sample cubic;
    /// Like Sample, but with samples that were read separately for each place. \param patches for each place
    /// its 2 x 2 or 4 x 4 samples, row by row; those of floor(d) come first, or are the second of the second
    /// row
    using Patched = void (*)(const float* patches, const double* dx, const double* dy, float* out,
                             std::int64_t count);
    Patched linearPatches;
    Patched cubicPatches;
};

}  // namespace burin

BURIN_DECLARE_KERNELS(WarpKernels, warpKernels)
