// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/methods/convolution_methods.hpp"
#include "gpu/kinds/methods/convolution_tile.cuh"

#include <algorithm>
#include <vector>

namespace burin::gpu {

namespace {

using namespace convolution;

// A block of 4 warps computes a tile of 128 x 32 outputs. A lane has 4 columns, a warp 8 rows.
constexpr int smallThreads = 128;
constexpr int tileWidth = 128;
constexpr int columnsOfThread = 4;
constexpr int rowsOfThread = 8;
constexpr int tileHeight = smallThreads / 32 * rowsOfThread;

/// A matrix as a kernel parameter: its weights stay in uniform registers, which the threads of a warp share.
template <int side>
struct Weights {
    float at[side * side];
};

/// Reads each row of samples once and adds it to all rows of outputs that it contributes to.
template <int side>
__global__ void __launch_bounds__(smallThreads)
    smallKernel(ConstDeviceSamples source, DeviceSamples out, const __grid_constant__ Weights<side> weights,
                float limit, bool vectorsIn, bool vectorsOut) {
    constexpr int tileQuads = (tileWidth + side - 1 + 3) / 4;
    constexpr int windowQuads = (columnsOfThread + side - 1 + 3) / 4;
    constexpr int tileRows = tileHeight + side - 1;
    __shared__ __align__(16) float tile[tileRows][4 * tileQuads];

    const std::int64_t left = std::int64_t{blockIdx.x} * tileWidth;
    const std::int64_t top = std::int64_t{blockIdx.y} * tileHeight;
    if (vectorsIn && left + 4 * tileQuads <= source.width && top + tileRows <= source.height) {
        startWholeTile<smallThreads, tileRows, tileQuads>(source.row(top) + left, source.stride, tile);
    } else {
        startTile(source, left, top, tileRows, tileQuads, vectorsIn,
                  [](int row, int quad) { return &tile[row][4 * quad]; });
    }
    const int firstRow = static_cast<int>(threadIdx.x) / 32 * rowsOfThread;
    const int firstColumn = static_cast<int>(threadIdx.x) % 32 * columnsOfThread;
    float sum[rowsOfThread][columnsOfThread] = {};
    waitForTile();
#pragma unroll
    for (int q = 0; q < rowsOfThread + side - 1; ++q) {
        float v[4 * windowQuads];
        loadQuads<windowQuads>(&tile[firstRow + q][firstColumn], v);
#pragma unroll
        for (int r = 0; r < rowsOfThread; ++r) {
            if (q - r < 0 || q - r >= side) continue;
#pragma unroll
            for (int c = 0; c < side; ++c) {
#pragma unroll
                for (int t = 0; t < columnsOfThread; ++t)
                    sum[r][t] = __fmaf_rn(weights.at[(q - r) * side + c], v[c + t], sum[r][t]);
            }
        }
    }
#pragma unroll
    for (int r = 0; r < rowsOfThread; ++r)
        storeQuad(out, left + firstColumn, top + firstRow + r, vectorsOut, sum[r], limit);
}

template <int side>
void launchSmall(cudaStream_t cudaStream, ConstDeviceSamples source, DeviceSamples out,
                 const std::vector<float>& values, float limit) {
    Weights<side> weights;
    std::copy(values.begin(), values.end(), weights.at);
    const dim3 blocks(blocksFor(out.width, tileWidth), blocksFor(out.height, tileHeight));
    smallKernel<side><<<blocks, smallThreads, 0, cudaStream>>>(source, out, weights, limit,
                                                               source.aligned(16), out.aligned(16));
    check(cudaGetLastError());
}

int paddedSide(const KernelMatrix& matrix) {
    return std::max({matrix.rows, matrix.columns, 3});
}

std::vector<float> paddedWeights(const KernelMatrix& matrix) {
    const int side = paddedSide(matrix);
    std::vector<float> weights(static_cast<std::size_t>(side * side));
    for (int r = 0; r < matrix.rows; ++r) {
        for (int c = 0; c < matrix.columns; ++c)
            weights[static_cast<std::size_t>(r * side + c)] = static_cast<float>(matrix.at(r, c));
    }
    return weights;
}

}  // namespace

SmallConvolution::SmallConvolution(const KernelMatrix& matrix)
    : side_(paddedSide(matrix)), weights_(paddedWeights(matrix)) {}

void SmallConvolution::apply(cudaStream_t cudaStream, ConstDeviceSamples source, DeviceSamples out,
                             float limit, DeviceScratch&) const {
    if (out.width <= 0 || out.height <= 0) return;
    if (side_ == 3) return launchSmall<3>(cudaStream, source, out, weights_, limit);
    if (side_ == 5) return launchSmall<5>(cudaStream, source, out, weights_, limit);
    launchSmall<7>(cudaStream, source, out, weights_, limit);
}

}  // namespace burin::gpu
