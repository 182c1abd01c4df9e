// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/repeats/margin.hpp"

#include "gpu/device/check.hpp"

#include <algorithm>
#include <utility>

namespace burin::gpu {

namespace {

constexpr int columns = 32;
constexpr int rows = 8;  // rows of a block; in a transposed pattern, they are one sector of each row

enum class MarginLayout { upright, transposed, pairs };

template <MarginLayout layout>
__global__ void surroundKernel(ConstDeviceSamples pattern, Point at, DeviceSamples out) {
    const std::int64_t x = std::int64_t{blockIdx.x} * columns + threadIdx.x;
    if (x >= out.width) return;
    const std::int64_t step = std::int64_t{gridDim.y} * rows;
    for (std::int64_t y = std::int64_t{blockIdx.y} * rows + threadIdx.y; y < out.height; y += step) {
        constexpr bool pairs = layout == MarginLayout::pairs;
        const std::int64_t across = pairs ? (x + 1) / 2 - 1 : x - strip::marginColumns;
        const std::int64_t down = y - (pairs ? 1 : strip::marginRows);
        const std::int64_t column = (layout == MarginLayout::transposed ? down : across) - at.x;
        const std::int64_t row = (layout == MarginLayout::transposed ? across : down) - at.y;
        const auto sampleAt = [&](std::int64_t at) {
            const bool inside = at >= 0 && at < pattern.width && row >= 0 && row < pattern.height;
            return inside ? pattern.row(row)[at] : 0.0F;
        };
        const float sample = sampleAt(column);
        // The second of a pair is at the place of the sample to the right.
        const bool isSecond = pairs && x % 2 != 0;
        out.row(y)[x] = isSecond ? sample - sampleAt(column - 1) : sample;
    }
}

template <MarginLayout layout>
void launch(cudaStream_t cudaStream, ConstDeviceSamples pattern, Point at, DeviceSamples out) {
    const dim3 blocks(static_cast<unsigned>((out.width + columns - 1) / columns),
                      static_cast<unsigned>(std::min<std::int64_t>((out.height + rows - 1) / rows, 65535)));
    surroundKernel<layout><<<blocks, dim3(columns, rows), 0, cudaStream>>>(pattern, at, out);
    check(cudaGetLastError());
}

}  // namespace

void surround(cudaStream_t cudaStream, ConstDeviceSamples pattern, Point at, DeviceSamples out) {
    launch<MarginLayout::upright>(cudaStream, pattern, at, out);
}

void surroundTransposed(cudaStream_t cudaStream, ConstDeviceSamples pattern, Point at, DeviceSamples out) {
    launch<MarginLayout::transposed>(cudaStream, pattern, at, out);
}

void surroundPairs(cudaStream_t cudaStream, ConstDeviceSamples pattern, Point at, DeviceSamples out) {
    launch<MarginLayout::pairs>(cudaStream, pattern, at, out);
}

}  // namespace burin::gpu
