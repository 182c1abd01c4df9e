// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/textures/rolling.cuh"

namespace burin::gpu::extremes {

void rolledSquare(cudaStream_t cudaStream, Extreme which, ConstDeviceSamples padded, DeviceSamples out,
                  int radius) {
    const RollingTask task{padded, out, signMask(which), 0, false};
    withRadius<mostRolledSquare>(
        radius, [&](auto r) { launchRolling(cudaStream, FlatShape<decltype(r)::value, false>{}, task); });
}

void rolledDisc(cudaStream_t cudaStream, Extreme which, ConstDeviceSamples padded, DeviceSamples out,
                int radius) {
    const RollingTask task{padded, out, signMask(which), 0, false};
    withRadius<mostRolled>(
        radius, [&](auto r) { launchRolling(cudaStream, FlatShape<decltype(r)::value, true>{}, task); });
}

}  // namespace burin::gpu::extremes
