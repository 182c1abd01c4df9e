// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/gpu/published.hpp"
#include "gpu/device/check.hpp"

namespace burin::bench::published {

namespace {

constexpr dim3 block(32, 8);

dim3 blocksOver(std::int64_t width, std::int64_t height) {
    return {static_cast<unsigned>((width + block.x - 1) / block.x),
            static_cast<unsigned>((height + block.y - 1) / block.y)};
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

__global__ void basicKernel(ConstImage pattern, Image out) {
    const auto [x, y] = ownSample();
    const int width = static_cast<int>(pattern.width);
    const int height = static_cast<int>(pattern.height);
    if (inside(out, x, y)) out.row(y)[x] = pattern.row(y % height)[x % width];
}

__global__ void indexedKernel(ConstImage pattern, const int* columns, const int* rows, Image out) {
    const auto [x, y] = ownSample();
    if (inside(out, x, y)) out.row(y)[x] = pattern.row(rows[y])[columns[x]];
}

__global__ void repeaterKernel(ConstImage pattern, Image out) {
    const int left = static_cast<int>(blockIdx.x * pattern.width);
    const int top = static_cast<int>(blockIdx.y * pattern.height);
    for (int y = static_cast<int>(threadIdx.y); y < pattern.height; y += static_cast<int>(blockDim.y)) {
        for (int x = static_cast<int>(threadIdx.x); x < pattern.width; x += static_cast<int>(blockDim.x)) {
            if (inside(out, left + x, top + y)) out.row(top + y)[left + x] = pattern.row(y)[x];
        }
    }
}

__global__ void sharedKernel(ConstImage pattern, Image out) {
    extern __shared__ float held[];
    const int width = static_cast<int>(pattern.width);
    const int height = static_cast<int>(pattern.height);
    for (int y = static_cast<int>(threadIdx.y); y < height; y += static_cast<int>(blockDim.y)) {
        for (int x = static_cast<int>(threadIdx.x); x < width; x += static_cast<int>(blockDim.x))
            held[y * width + x] = pattern.row(y)[x];
    }
    __syncthreads();
    const int left = static_cast<int>(blockIdx.x) * width;
    for (int top = static_cast<int>(blockIdx.y) * height; top < out.height;
         top += static_cast<int>(gridDim.y) * height) {
        for (int y = static_cast<int>(threadIdx.y); y < height; y += static_cast<int>(blockDim.y)) {
            for (int x = static_cast<int>(threadIdx.x); x < width; x += static_cast<int>(blockDim.x)) {
                if (inside(out, left + x, top + y)) out.row(top + y)[left + x] = held[y * width + x];
            }
        }
    }
}

/// floor(a / b). \pre b > 0
__device__ int below(int a, int b) {
    return a >= 0 ? a / b : -((b - 1 - a) / b);
}

__global__ void byTargetKernel(ConstImage pattern, Places places, Image out) {
    const auto [x, y] = ownSample();
    if (!inside(out, x, y)) return;
    const int width = static_cast<int>(pattern.width);
    const int height = static_cast<int>(pattern.height);
    float sum = 0;
    int count = 0;
    for (int j = below(y - height, places.stepY) + 1; j <= below(y, places.stepY); ++j) {
        const int fromRow = x - j * places.shift;
        for (int i = below(fromRow - width, places.stepX) + 1; i <= below(fromRow, places.stepX); ++i) {
            const float s = pattern.row(y - j * places.stepY)[fromRow - i * places.stepX];
            sum += s;
            count += s != 0 ? 1 : 0;
        }
    }
    out.row(y)[x] = count > 0 ? sum / static_cast<float>(count) : 0;
}

/// The position of this thread's sample of repeat (i, j). j counts from the first row of repeats that meets
/// the image, i from the first repeat of that row that does.
__device__ Sample placeOf(const ConstImage& pattern, const Places& places, int q) {
    const int width = static_cast<int>(pattern.width);
    const int height = static_cast<int>(pattern.height);
    const int j = below(-height, places.stepY) + 1 + static_cast<int>(blockIdx.z);
    const int i = below(-width - j * places.shift, places.stepX) + 1 + static_cast<int>(blockIdx.y);
    return {i * places.stepX + j * places.shift + q % width, j * places.stepY + q / width};
}

template <class Put>
__device__ void putRepeats(const ConstImage& pattern, const Places& places, const Image& out,
                           const Put& put) {
    const int q = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (q >= pattern.width * pattern.height) return;
    const auto [x, y] = placeOf(pattern, places, q);
    const int width = static_cast<int>(pattern.width);
    if (inside(out, x, y)) put(x, y, pattern.row(q / width)[q % width]);
}

__global__ void storeKernel(ConstImage pattern, Places places, Image out) {
    putRepeats(pattern, places, out, [&](int x, int y, float s) { out.row(y)[x] = s; });
}

__global__ void atomicsKernel(ConstImage pattern, Places places, Image counts, Image sums) {
    putRepeats(pattern, places, sums, [&](int x, int y, float s) {
        if (s == 0) return;
        atomicAdd(sums.row(y) + x, s);
        atomicAdd(counts.row(y) + x, 1.0F);
    });
}

__global__ void divideKernel(ConstImage counts, Image sums) {
    const auto [x, y] = ownSample();
    if (inside(sums, x, y) && counts.row(y)[x] > 0) sums.row(y)[x] /= counts.row(y)[x];
}

dim3 repeatsOver(const ConstImage& pattern, const Places& places, const Image& out, int threads) {
    return {static_cast<unsigned>((pattern.width * pattern.height + threads - 1) / threads),
            static_cast<unsigned>((out.width + pattern.width) / places.stepX + 2),
            static_cast<unsigned>((out.height + pattern.height) / places.stepY + 2)};
}

void clear(cudaStream_t cudaStream, const Image& image) {
    gpu::check(cudaMemset2DAsync(image.data, static_cast<std::size_t>(image.stride) * sizeof(float), 0,
                                 static_cast<std::size_t>(image.width) * sizeof(float),
                                 static_cast<std::size_t>(image.height), cudaStream));
}

}  // namespace

void stitchBasic(cudaStream_t cudaStream, ConstImage pattern, Image out) {
    basicKernel<<<blocksOver(out.width, out.height), block, 0, cudaStream>>>(pattern, out);
    gpu::check(cudaGetLastError());
}

void stitchIndexed(cudaStream_t cudaStream, ConstImage pattern, const int* columns, const int* rows,
                   Image out) {
    indexedKernel<<<blocksOver(out.width, out.height), block, 0, cudaStream>>>(pattern, columns, rows, out);
    gpu::check(cudaGetLastError());
}

void stitchByRepeater(cudaStream_t cudaStream, ConstImage pattern, Image out) {
    const dim3 repeats(static_cast<unsigned>((out.width + pattern.width - 1) / pattern.width),
                       static_cast<unsigned>((out.height + pattern.height - 1) / pattern.height));
    repeaterKernel<<<repeats, block, 0, cudaStream>>>(pattern, out);
    gpu::check(cudaGetLastError());
}

void stitchFromShared(cudaStream_t cudaStream, ConstImage pattern, Image out) {
    const dim3 repeats(static_cast<unsigned>((out.width + pattern.width - 1) / pattern.width), 8);
    const auto bytes = static_cast<std::size_t>(pattern.width * pattern.height) * sizeof(float);
    sharedKernel<<<repeats, block, bytes, cudaStream>>>(pattern, out);
    gpu::check(cudaGetLastError());
}

void stitchByCopies(cudaStream_t cudaStream, ConstImage pattern, Image out) {
    constexpr auto bytes = [](std::int64_t samples) {
        return static_cast<std::size_t>(samples) * sizeof(float);
    };
    for (std::int64_t y = 0; y < out.height; y += pattern.height) {
        for (std::int64_t x = 0; x < out.width; x += pattern.width) {
            const std::int64_t width = pattern.width < out.width - x ? pattern.width : out.width - x;
            const std::int64_t height = pattern.height < out.height - y ? pattern.height : out.height - y;
            gpu::check(cudaMemcpy2DAsync(
                out.row(y) + x, bytes(out.stride), pattern.data, bytes(pattern.stride), bytes(width),
                static_cast<std::size_t>(height), cudaMemcpyDeviceToDevice, cudaStream));
        }
    }
}

void latticeByTarget(cudaStream_t cudaStream, ConstImage pattern, Places places, Image out) {
    byTargetKernel<<<blocksOver(out.width, out.height), block, 0, cudaStream>>>(pattern, places, out);
    gpu::check(cudaGetLastError());
}

void latticeByStore(cudaStream_t cudaStream, ConstImage pattern, Places places, Image out) {
    storeKernel<<<repeatsOver(pattern, places, out, 256), 256, 0, cudaStream>>>(pattern, places, out);
    gpu::check(cudaGetLastError());
}

void latticeByAtomics(cudaStream_t cudaStream, ConstImage pattern, Places places, Image counts, Image out) {
    clear(cudaStream, counts);
    clear(cudaStream, out);
    atomicsKernel<<<repeatsOver(pattern, places, out, 256), 256, 0, cudaStream>>>(pattern, places, counts,
                                                                                  out);
    divideKernel<<<blocksOver(out.width, out.height), block, 0, cudaStream>>>(counts, out);
    gpu::check(cudaGetLastError());
}

}  // namespace burin::bench::published
