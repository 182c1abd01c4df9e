// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/gpu/published.hpp"
#include "gpu/device/check.hpp"

namespace burin::bench::published {

namespace {

constexpr int blockWidth = 32;
constexpr int blockHeight = 8;
constexpr dim3 block(blockWidth, blockHeight);

template <class View>
dim3 blocksOver(const View& view) {
    return {static_cast<unsigned>((view.width + blockWidth - 1) / blockWidth),
            static_cast<unsigned>((view.height + blockHeight - 1) / blockHeight)};
}

struct Sample {
    int x, y;
};
__device__ Sample ownSample() {
    return {static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x),
            static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y)};
}
template <class View>
__device__ bool inside(const View& view, int x, int y) {
    return x >= 0 && y >= 0 && x < view.width && y < view.height;
}

// Distances

__device__ bool white(const ConstBytes& mask, int x, int y) {
    return mask.row(y)[x] > 127;
}

__global__ void startKernel(gpu::DeviceView<int> squares, int most) {
    const auto [x, y] = ownSample();
    if (inside(squares, x, y)) squares.row(y)[x] = most;
}

/// Whether all four neighbours are white, so that this sample is never the nearest white one of a black
/// sample.
__device__ bool amongWhite(const ConstBytes& mask, int x, int y) {
    const auto isWhite = [&](int nx, int ny) { return !inside(mask, nx, ny) || white(mask, nx, ny); };
    return isWhite(x - 1, y) && isWhite(x + 1, y) && isWhite(x, y - 1) && isWhite(x, y + 1);
}

__global__ void fromWhiteKernel(ConstBytes mask, Saving saving, int reach, gpu::DeviceView<int> squares) {
    const auto [x, y] = ownSample();
    if (!inside(mask, x, y) || !white(mask, x, y)) return;
    if (saving.neighbours && amongWhite(mask, x, y)) {
        squares.row(y)[x] = 0;
        return;
    }
    for (int dy = -reach; dy <= reach; ++dy) {
        for (int dx = -reach; dx <= reach; ++dx) {
            if (!inside(squares, x + dx, y + dy)) continue;
            int* const square = squares.row(y + dy) + x + dx;
            const int own = dx * dx + dy * dy;
            if (!saving.check || *square > own) atomicMin(square, own);
        }
    }
}

__global__ void lookUpKernel(gpu::DeviceView<const int> squares, const float* table, Image out) {
    const auto [x, y] = ownSample();
    if (inside(out, x, y)) out.row(y)[x] = table[squares.row(y)[x]];
}

__global__ void fromBlackKernel(ConstBytes mask, int reach, const float* table, Image out) {
    const auto [x, y] = ownSample();
    if (!inside(out, x, y)) return;
    int least = white(mask, x, y) ? 0 : reach * reach;
    for (int dy = -reach; least > 0 && dy <= reach; ++dy) {
        for (int dx = -reach; dx <= reach; ++dx) {
            const bool found = inside(mask, x + dx, y + dy) && white(mask, x + dx, y + dy);
            if (found) least = min(least, dx * dx + dy * dy);
        }
    }
    out.row(y)[x] = table[least];
}

// Medians

__device__ void order(std::uint8_t& a, std::uint8_t& b) {
    const std::uint8_t smaller = min(a, b);
    b = max(a, b);
    a = smaller;
}

/// Sorts the whole window.
template <int count>
__device__ std::uint8_t middleBySorting(std::uint8_t (&window)[count]) {
    for (int end = count - 1; end > 0; --end) {
        for (int i = 0; i < end; ++i)
            order(window[i], window[i + 1]);
    }
    return window[count / 2];
}

/// Sorts only the smaller half, up to the median.
template <int count>
__device__ std::uint8_t middleBySelection(std::uint8_t (&window)[count]) {
#pragma unroll
    for (int i = 0; i <= count / 2; ++i) {
#pragma unroll
        for (int k = i + 1; k < count; ++k)
            order(window[i], window[k]);
    }
    return window[count / 2];
}

template <int radius, bool sortAll>
__global__ void medianKernel(ConstBytes padded, gpu::DeviceView<std::uint8_t> out) {
    constexpr int side = 2 * radius + 1;
    const auto [x, y] = ownSample();
    if (!inside(out, x, y)) return;
    std::uint8_t window[side * side];
    for (int i = 0; i < side * side; ++i)
        window[i] = padded.row(y + i / side)[x + i % side];
    out.row(y)[x] = sortAll ? middleBySorting(window) : middleBySelection(window);
}

template <int radius>
__global__ void sharedMedianKernel(ConstBytes padded, gpu::DeviceView<std::uint8_t> out) {
    constexpr int side = 2 * radius + 1;
    constexpr int tileWidth = blockWidth + 2 * radius;
    constexpr int tileHeight = blockHeight + 2 * radius;
    __shared__ std::uint8_t tile[tileHeight][tileWidth];
    const int left = static_cast<int>(blockIdx.x) * blockWidth;
    const int top = static_cast<int>(blockIdx.y) * blockHeight;
    const int column = static_cast<int>(threadIdx.x);
    const int row = static_cast<int>(threadIdx.y);
    for (int y = row; y < tileHeight; y += blockHeight) {
        for (int x = column; x < tileWidth; x += blockWidth)
            tile[y][x] = inside(padded, left + x, top + y) ? padded.row(top + y)[left + x] : 0;
    }
    __syncthreads();
    if (!inside(out, left + column, top + row)) return;
    std::uint8_t window[side * side];
#pragma unroll
    for (int i = 0; i < side * side; ++i)
        window[i] = tile[row + i / side][column + i % side];
    out.row(top + row)[left + column] = middleBySelection(window);
}

template <int radius>
void launchMedian(cudaStream_t cudaStream, MedianVersion version, ConstBytes padded,
                  gpu::DeviceView<std::uint8_t> out) {
    const dim3 blocks = blocksOver(out);
    switch (version) {
        case MedianVersion::bubbleSort:
            medianKernel<radius, true><<<blocks, block, 0, cudaStream>>>(padded, out);
            break;
        case MedianVersion::partialSelection:
            medianKernel<radius, false><<<blocks, block, 0, cudaStream>>>(padded, out);
            break;
        case MedianVersion::sharedMemory:
            sharedMedianKernel<radius><<<blocks, block, 0, cudaStream>>>(padded, out);
            break;
    }
    gpu::check(cudaGetLastError());
}

// Convolutions

constexpr int largestSide = 25;
__constant__ float constantWeights[largestSide * largestSide];

__global__ void naiveKernel(ConstImage padded, Weights weights, Image out) {
    const auto [x, y] = ownSample();
    if (!inside(out, x, y)) return;
    float sum = 0;
    for (int r = 0; r < weights.side; ++r) {
        for (int c = 0; c < weights.side; ++c)
            sum += weights.values[r * weights.side + c] * padded.row(y + r)[x + c];
    }
    out.row(y)[x] = sum;
}

__global__ void constantKernel(ConstImage padded, int side, Image out) {
    const auto [x, y] = ownSample();
    if (!inside(out, x, y)) return;
    float sum = 0;
    for (int r = 0; r < side; ++r) {
        for (int c = 0; c < side; ++c)
            sum += constantWeights[r * side + c] * padded.row(y + r)[x + c];
    }
    out.row(y)[x] = sum;
}

__global__ void sharedKernel(ConstImage padded, int side, Image out) {
    extern __shared__ float tile[];
    const int tileWidth = blockWidth + side - 1;
    const int tileHeight = blockHeight + side - 1;
    const int left = static_cast<int>(blockIdx.x) * blockWidth;
    const int top = static_cast<int>(blockIdx.y) * blockHeight;
    const int column = static_cast<int>(threadIdx.x);
    const int row = static_cast<int>(threadIdx.y);
    for (int y = row; y < tileHeight; y += blockHeight) {
        for (int x = column; x < tileWidth; x += blockWidth)
            tile[y * tileWidth + x] = inside(padded, left + x, top + y) ? padded.row(top + y)[left + x] : 0;
    }
    __syncthreads();
    if (!inside(out, left + column, top + row)) return;
    float sum = 0;
    for (int r = 0; r < side; ++r) {
        for (int c = 0; c < side; ++c)
            sum += constantWeights[r * side + c] * tile[(row + r) * tileWidth + column + c];
    }
    out.row(top + row)[left + column] = sum;
}

}  // namespace

void distanceFromWhite(cudaStream_t cudaStream, ConstBytes mask, Saving saving, const Distances& distances,
                       Image out) {
    const int most = distances.distanceMaxPx;
    startKernel<<<blocksOver(out), block, 0, cudaStream>>>(distances.squares, most * most);
    fromWhiteKernel<<<blocksOver(mask), block, 0, cudaStream>>>(mask, saving, most, distances.squares);
    lookUpKernel<<<blocksOver(out), block, 0, cudaStream>>>(distances.squares, distances.table, out);
    gpu::check(cudaGetLastError());
}

void distanceFromBlack(cudaStream_t cudaStream, ConstBytes mask, const Distances& distances, Image out) {
    fromBlackKernel<<<blocksOver(out), block, 0, cudaStream>>>(mask, distances.distanceMaxPx, distances.table,
                                                               out);
    gpu::check(cudaGetLastError());
}

void median(cudaStream_t cudaStream, MedianVersion version, ConstBytes padded,
            gpu::DeviceView<std::uint8_t> out, int radius) {
    if (radius == 1) return launchMedian<1>(cudaStream, version, padded, out);
    launchMedian<2>(cudaStream, version, padded, out);
}

void useConstantWeights(cudaStream_t cudaStream, Weights weights) {
    const auto bytes = static_cast<std::size_t>(weights.side * weights.side) * sizeof(float);
    gpu::check(cudaMemcpyToSymbolAsync(constantWeights, weights.values, bytes, 0, cudaMemcpyDeviceToDevice,
                                       cudaStream));
}

void convolveNaive(cudaStream_t cudaStream, ConstImage padded, Weights weights, Image out) {
    naiveKernel<<<blocksOver(out), block, 0, cudaStream>>>(padded, weights, out);
    gpu::check(cudaGetLastError());
}

void convolveConstant(cudaStream_t cudaStream, ConstImage padded, int side, Image out) {
    constantKernel<<<blocksOver(out), block, 0, cudaStream>>>(padded, side, out);
    gpu::check(cudaGetLastError());
}

void convolveShared(cudaStream_t cudaStream, ConstImage padded, int side, Image out) {
    const auto bytes =
        static_cast<std::size_t>((blockWidth + side - 1) * (blockHeight + side - 1)) * sizeof(float);
    sharedKernel<<<blocksOver(out), block, bytes, cudaStream>>>(padded, side, out);
    gpu::check(cudaGetLastError());
}

}  // namespace burin::bench::published
