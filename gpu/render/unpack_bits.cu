// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/render/unpack_bits.hpp"

#include <algorithm>

namespace burin::gpu {

namespace {

constexpr int unpackThreads = 256;

__global__ void unpackKernel(const std::uint8_t* bits, std::size_t strideBytes,
                             DeviceView<std::uint8_t> out) {
    const std::int64_t x = std::int64_t{blockIdx.x} * unpackThreads + threadIdx.x;
    if (x >= out.width) return;
    for (std::int64_t y = blockIdx.y; y < out.height; y += gridDim.y)
        out.row(y)[x] = bits[static_cast<std::size_t>(y) * strideBytes + x / 8] >> (7 - x % 8) & 1;
}

}  // namespace

void unpackBits(cudaStream_t cudaStream, const std::uint8_t* bits, std::size_t strideBytes,
                DeviceView<std::uint8_t> out) {
    if (out.width <= 0 || out.height <= 0) return;
    const dim3 blocks(static_cast<unsigned>((out.width + unpackThreads - 1) / unpackThreads),
                      static_cast<unsigned>(std::min<std::int64_t>(out.height, 65535)));
    unpackKernel<<<blocks, unpackThreads, 0, cudaStream>>>(bits, strideBytes, out);
    check(cudaGetLastError());
}

}  // namespace burin::gpu
