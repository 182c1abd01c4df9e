// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/dispatch.hpp"

#include <cstdint>

namespace burin {

/// How many lattice points along each axis make a sample of a rough surface.
inline constexpr int roughTaps = 8;
/// The most samples that a kernel computes in one call.
inline constexpr std::int64_t roughBlock = 256;

/// How heights become samples: base + span * f(z), clamped to 0..1, with f(z) = (sinh((asinh(z) + shift) *
/// tail) - mean) / deviation, or z.
struct RoughScale {
    bool plain = true;
    double shift = 0;
    double tail = 1;
    double mean = 0;
    double inverseDeviation = 1;
    double base = 0.5;
    double span = 0;
};

/// Heights in binary32. A height is the sum over 8 x 8 lattice points of a weight and a lobe along each axis:
/// first over the points across, in their order, then over those along, as a tree. Both ways give the same
/// bytes.
struct RoughKernels {
    /// weights[i] = 510 minus the sum of the four bytes of a hash: `products` are those of the points along,
    /// `product` is the xor of those of the point across and of the seed.
    void (*weights)(const std::uint32_t* products, std::uint32_t product, float* weights, std::int64_t count);
    /// The lobes of the points -3, ..., 4 at `count` places between points 0 and 1: lobes[tap * roughBlock +
    /// i] belongs to places[i].
    void (*lobes)(const double* places, float* lobes, std::int64_t count);
    /// sums[i] = the sum over 8 rows of lobes[j * roughBlock] * rows[j][i]
    void (*sumAcross)(const float* const* rows, const float* lobes, float* sums, std::int64_t count);
    /// value[i] += scale * the sum over 8 taps of lobes[tap * roughBlock + i] * sums[first[i] + tap]
    void (*addAlong)(const float* sums, const std::int32_t* first, const float* lobes, float scale,
                     float* value, std::int64_t count);
    /// Adds the heights of `count` samples inside one cell, at (p, q) from its corner. weights[j * 8 + i]
    /// belongs to point (i - 3, j - 3).
    void (*addInCell)(const float* weights, const double* p, const double* q, float scale, float* value,
                      std::int64_t count);
    void (*finish)(const RoughScale& scale, float* value, std::int64_t count);
};

}  // namespace burin

BURIN_DECLARE_KERNELS(RoughKernels, roughKernels)
