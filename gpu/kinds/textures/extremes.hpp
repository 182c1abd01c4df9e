// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The greatest and the least sample over a shape around each pixel; they equal the processor's, bit by bit.
//
// The least sample is computed as the greatest of the samples with changed signs, which is exact, so there is
// one kernel for both.
//
// All functions queue work on `cudaStream`. `padded` is the neighbourhood of `out`: larger by 2 * radius
// samples on each axis. Samples must be finite.

#include "core/kinds/methods/extremes.hpp"
#include "gpu/kinds/form/device_kind.hpp"

#include <cstddef>

namespace burin::gpu::extremes {

/// Up to this radius discs and balls are computed by a kernel of their own.
inline constexpr int mostRolled = 15;
/// Up to this radius squares are computed by that kernel too.
inline constexpr int mostRolledSquare = 7;
/// Up to this radius squares are computed in tiles; larger ones first along one axis of the picture, then
/// along the other.
inline constexpr int mostTiledSquare = 15;

void square(cudaStream_t cudaStream, Extreme which, ConstDeviceSamples padded, DeviceSamples out, int radius,
            DeviceScratch& scratch);
[[nodiscard]] std::size_t squareScratchBytes(const Size& out, int radius);

void disc(cudaStream_t cudaStream, Extreme which, ConstDeviceSamples padded, DeviceSamples out, int radius);

/// The weights of BallExtremes, at dy (radius + 1) + dx.
struct BallWeights {
    const float* onHost;
    const float* onDevice;
};

/// \param sweeps   whether dust is removed
void ball(cudaStream_t cudaStream, Extreme which, ConstDeviceSamples padded, DeviceSamples out, int radius,
          const BallWeights& weights, bool sweeps);

/// The kernels behind these functions.
void rolledSquare(cudaStream_t cudaStream, Extreme which, ConstDeviceSamples padded, DeviceSamples out,
                  int radius);
void tiledSquare(cudaStream_t cudaStream, Extreme which, ConstDeviceSamples padded, DeviceSamples out,
                 int radius);
void rolledDisc(cudaStream_t cudaStream, Extreme which, ConstDeviceSamples padded, DeviceSamples out,
                int radius);
void rolledBall(cudaStream_t cudaStream, Extreme which, ConstDeviceSamples padded, DeviceSamples out,
                int radius, const BallWeights& weights, bool sweeps);
/// A disc, or a square if it is not round, of any radius.
void wideShape(cudaStream_t cudaStream, Extreme which, ConstDeviceSamples padded, DeviceSamples out,
               int radius, bool round);

}  // namespace burin::gpu::extremes
