// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/methods/median_methods.hpp"
#include "gpu/kinds/methods/median_three.cuh"
#include "gpu/kinds/methods/median_tiles.cuh"

namespace burin::gpu::median {

template <>
void networkMedian<1>(cudaStream_t cudaStream, DeviceView<const float> padded, DeviceView<float> out) {
    medianOfThree<4, 2, 12>(cudaStream, padded, out);
}
template <>
void networkMedian<1>(cudaStream_t cudaStream, DeviceView<const std::uint8_t> padded,
                      DeviceView<std::uint8_t> out) {
    constexpr unsigned enough = 256;  // blocks: two for each multiprocessor of a large device
    const dim3 blocks = blocksOver(out, 0, Packing<std::uint8_t, 8>::samples, 8);
    if (blocks.x * blocks.y < enough) return medianOfThree<4, 2, 8>(cudaStream, padded, out);
    medianOfThree<8, 8, 4>(cudaStream, padded, out);
}

template <>
void networkMedian<2>(cudaStream_t cudaStream, DeviceView<const float> padded, DeviceView<float> out) {
    tiledMedian<2, 4, 5>(cudaStream, padded, out);
}
template <>
void networkMedian<2>(cudaStream_t cudaStream, DeviceView<const std::uint8_t> padded,
                      DeviceView<std::uint8_t> out) {
    tiledMedian<2, 2, 8>(cudaStream, padded, out);
}

template <>
void networkMedian<3>(cudaStream_t cudaStream, DeviceView<const float> padded, DeviceView<float> out) {
    tiledMedian<3, 4, 3>(cudaStream, padded, out);
}
template <>
void networkMedian<3>(cudaStream_t cudaStream, DeviceView<const std::uint8_t> padded,
                      DeviceView<std::uint8_t> out) {
    tiledMedian<3, 4, 3>(cudaStream, padded, out);
}

}  // namespace burin::gpu::median
