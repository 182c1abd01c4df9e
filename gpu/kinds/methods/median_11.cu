// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/methods/median_methods.hpp"
#include "gpu/kinds/methods/median_tiles.cuh"

namespace burin::gpu::median {

template <>
void networkMedian<5>(cudaStream_t cudaStream, DeviceView<const float> padded, DeviceView<float> out) {
    tiledMedian<5, 4, 1, warpsInStep>(cudaStream, padded, out);
}
template <>
void networkMedian<5>(cudaStream_t cudaStream, DeviceView<const std::uint8_t> padded,
                      DeviceView<std::uint8_t> out) {
    tiledMedian<5, 4, 1, warpsInStep>(cudaStream, padded, out);
}

}  // namespace burin::gpu::median
