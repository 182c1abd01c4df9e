// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/dispatch.hpp"

#include <cstdint>

namespace burin {

/// Maps a place (x, y), in pixels, to cell coordinates: u = ux x + uy y + u0, v likewise.
struct CellMap {
    double ux = 1;
    double uy = 0;
    double u0 = 0;
    double vx = 0;
    double vy = 1;
    double v0 = 0;
};

/// The most samples that a kernel computes in one call.
inline constexpr std::int64_t noiseBlock = 256;

/// The cells of some samples, and the places of the samples inside them.
struct NoiseCells {
    alignas(64) double column[noiseBlock];  ///< I, a whole number
    alignas(64) double row[noiseBlock];     ///< J, a whole number
    alignas(64) double p[noiseBlock];       ///< the place inside the cell, 0 to 1
    alignas(64) double q[noiseBlock];
    /// The contributions of the names of the corners (0, 0), (1, 0), (0, 1) and (1, 1) to a hash.
    alignas(64) std::uint32_t corners[4][noiseBlock];
};

enum class NoiseType { gradient, value };
enum class NoiseShape { plain, ridged, billow };

/// How a sum of octaves becomes a sample: low + span * clamp(0.5 + steepness * sum, 0, 1).
struct NoiseScale {
    double steepness = 0.5;
    double low = 0;
    double span = 1;
};

struct NoiseKernels {
    /// Fills in everything except the corners.
    void (*locate)(const CellMap& map, const double* x, const double* y, NoiseCells& cells,
                   std::int64_t count);
    /// Fills in the corners of a lattice whose names are the cells themselves.
    void (*nameCorners)(NoiseCells& cells, std::int64_t count);
    /// The contribution of the name (i, j) to a hash.
    std::uint32_t (*name)(std::int64_t i, std::int64_t j);
    /// Adds `weight` times an octave to `sum`; selected by its type and shape.
    void (*add[2][3])(const NoiseCells& cells, std::uint32_t seed, double weight, double* sum,
                      std::int64_t count);
    void (*finish)(const double* sum, const NoiseScale& scale, float* value, std::int64_t count);
};

}  // namespace burin

BURIN_DECLARE_KERNELS(NoiseKernels, noiseKernels)
