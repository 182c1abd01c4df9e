// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/textures/rolling.cuh"

namespace burin::gpu::extremes {

void rolledBall(cudaStream_t cudaStream, Extreme which, ConstDeviceSamples padded, DeviceSamples out,
                int radius, const BallWeights& weights, bool sweeps) {
    const RollingTask task{padded, out, signMask(which), 0, sweeps};
    withRadius<mostRolled>(radius, [&](auto r) {
        BallShape<decltype(r)::value> shape;
        std::copy_n(weights.onHost, std::size(shape.weights), shape.weights);
        launchRolling(cudaStream, shape, task);
    });
}

}  // namespace burin::gpu::extremes
