// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/methods/edges.hpp"

#include "gpu/device/check.hpp"

#include <algorithm>

namespace burin::gpu {

namespace {

/// One axis of an edge rule, which maps all positions into [low, high).
struct EdgeAxis {
    std::int64_t first;  ///< the position of the fetch's first sample
    std::int64_t low;
    std::int64_t high;
    std::int64_t piece;  ///< start of the piece
    std::int64_t length;
    Edge edge;

    /// The index inside the piece of the i-th sample of the fetch, or -1. \see EdgePieces::mapped
    __device__ std::int64_t place(std::int64_t i) const {
        std::int64_t p = first + i;
        const std::int64_t size = high - low;
        if (p < low || p >= high) {
            if (edge == Edge::extend) {
                p = p < low ? low : high - 1;
            } else {
                const std::int64_t span = edge == Edge::mirror ? 2 * size : size;
                std::int64_t phase = (p - low) % span;
                if (phase < 0) phase += span;
                p = low + (phase < size ? phase : 2 * size - 1 - phase);
            }
        }
        p -= piece;
        return p < length ? p : -1;
    }
};

__global__ void spreadKernel(EdgeAxis columns, EdgeAxis rows, ConstDeviceSamples source, DeviceSamples out) {
    const std::int64_t x = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (x >= out.width) return;
    const std::int64_t column = columns.place(x);
    if (column < 0) return;
    for (std::int64_t y = blockIdx.y; y < out.height; y += gridDim.y) {
        const std::int64_t row = rows.place(y);
        if (row >= 0) out.row(y)[x] = source.row(row)[column];
    }
}

}  // namespace

void spreadEdge(cudaStream_t cudaStream, const Fetch& fetch, const Rect& extent, const Rect& piece,
                ConstDeviceSamples source, DeviceSamples out) {
    const EdgeAxis columns{fetch.area.x, extent.x, extent.right(), piece.x, piece.width, fetch.edge};
    const EdgeAxis rows{fetch.area.y, extent.y, extent.bottom(), piece.y, piece.height, fetch.edge};
    constexpr unsigned threads = 128;
    const dim3 blocks(static_cast<unsigned>((out.width + threads - 1) / threads),
                      static_cast<unsigned>(std::min<std::int64_t>(out.height, 65535)));
    spreadKernel<<<blocks, threads, 0, cudaStream>>>(columns, rows, source, out);
    check(cudaGetLastError());
}

}  // namespace burin::gpu
