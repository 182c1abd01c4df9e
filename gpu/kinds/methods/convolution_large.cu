// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/methods/convolution_methods.hpp"
#include "gpu/kinds/methods/convolution_tile.cuh"

#include <algorithm>
#include <utility>

namespace burin::gpu {

namespace {

using namespace convolution;

// A block of 4 warps computes a tile of 256 x 16 outputs. A lane has 8 columns, a warp 4 rows.
constexpr int largeThreads = 128;
constexpr int columnsOfThread = 8;
constexpr int rowsOfThread = 4;
constexpr int tileWidth = 32 * columnsOfThread;
constexpr int tileHeight = largeThreads / 32 * rowsOfThread;
/// Rows of the matrix whose samples are in shared memory at a time, and the limit of parts in a plain sum.
constexpr int rowsOfBand = 32;
/// Columns of the matrix that stay in registers; also the length of the longest chain.
constexpr int largestChunk = 32;

/// The weights, one chunk of columns after the other, row by row. Each row starts 16-byte aligned.
struct WeightChunks {
    const float* data;
    int rows;
    int chunks;
};

template <int columns>
struct Shape {
    static constexpr int weightStride = (columns + 3) / 4 * 4;
    static constexpr int windowQuads = (columnsOfThread + columns - 1 + 3) / 4;
    static constexpr int tileQuads = 62 + windowQuads;
    /// Neighbouring lanes start two quads apart. Even quads are stored before odd ones, so that the lanes of
    /// a warp read from neighbouring banks.
    static constexpr int oddQuads = (tileQuads + 1) / 2;
    static constexpr int tileStride = 2 * oddQuads * 4;

    static constexpr std::size_t sharedBytes(int rows) {
        const int band = rows < rowsOfBand ? rows : rowsOfBand;
        return sizeof(float) *
               static_cast<std::size_t>((tileHeight + band - 1) * tileStride + band * weightStride);
    }
    static __device__ int place(int row, int quad) {
        return row * tileStride + ((quad & 1) * oddQuads + (quad >> 1)) * 4;
    }
};

/// The running sums of a thread's outputs; if `careful`, with their rounding errors.
template <bool careful>
struct Totals {
    float sum[rowsOfThread][columnsOfThread] = {};
    float lost[careful ? rowsOfThread : 1][columnsOfThread] = {};

    __device__ void add(int r, int t, float part) {
        if constexpr (careful) {
            const float wanted = part - lost[r][t];
            const float next = sum[r][t] + wanted;
            lost[r][t] = (next - sum[r][t]) - wanted;
            sum[r][t] = next;
        } else {
            sum[r][t] += part;
        }
    }
};

/// Reads four floats from 16-byte aligned shared memory.
///
/// The compiler splits some plain reads of four floats, but not the same ones in each build, so two builds of
/// one source would differ.
__device__ inline void readQuad(const float* from, float* to) {
    const auto address = static_cast<unsigned>(__cvta_generic_to_shared(from));
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(to[0]), "=f"(to[1]), "=f"(to[2]), "=f"(to[3])
                 : "r"(address)
                 : "memory");
}

/// Adds one row of the matrix to the totals of all rows of the thread.
template <int columns, bool careful>
__device__ inline void addMatrixRow(Totals<careful>& totals, const float* weights, const float* samples) {
    using S = Shape<columns>;
    float w[S::weightStride];
#pragma unroll
    for (int q = 0; q < S::weightStride / 4; ++q)
        readQuad(weights + 4 * q, w + 4 * q);
#pragma unroll
    for (int r = 0; r < rowsOfThread; ++r) {
        float v[4 * S::windowQuads];
#pragma unroll
        for (int q = 0; q < S::windowQuads; ++q)
            readQuad(samples + S::place(r, q), v + 4 * q);
        float part[columnsOfThread] = {};
#pragma unroll
        for (int c = 0; c < columns; ++c) {
#pragma unroll
            for (int t = 0; t < columnsOfThread; ++t)
                part[t] = __fmaf_rn(w[c], v[c + t], part[t]);
        }
#pragma unroll
        for (int t = 0; t < columnsOfThread; ++t)
            totals.add(r, t, part[t]);
    }
}

template <int columns, bool careful>
__global__ void __launch_bounds__(largeThreads)
    largeKernel(ConstDeviceSamples source, DeviceSamples out, WeightChunks weights, float limit,
                bool vectorsIn, bool vectorsOut) {
    using S = Shape<columns>;
    extern __shared__ __align__(16) float shared[];
    const int band = min(weights.rows, rowsOfBand);
    float* const tile = shared;
    float* const bandWeights = shared + (tileHeight + band - 1) * S::tileStride;
    const std::int64_t left = std::int64_t{blockIdx.x} * tileWidth;
    const std::int64_t top = std::int64_t{blockIdx.y} * tileHeight;
    const int firstRow = static_cast<int>(threadIdx.x) / 32 * rowsOfThread;
    const int lane = static_cast<int>(threadIdx.x) % 32;

    Totals<careful> totals;
    for (int chunk = 0; chunk < weights.chunks; ++chunk) {
        for (int first = 0; first < weights.rows; first += band) {
            const int count = min(band, weights.rows - first);
            __syncthreads();
            startTile(source, left + chunk * columns, top + first, tileHeight + count - 1, S::tileQuads,
                      vectorsIn, [tile](int row, int quad) { return tile + S::place(row, quad); });
            const float* const from = weights.data + (chunk * weights.rows + first) * S::weightStride;
            for (int i = static_cast<int>(threadIdx.x); i < count * S::weightStride; i += largeThreads)
                bandWeights[i] = from[i];
            waitForTile();
#pragma unroll 1
            for (int j = 0; j < count; ++j) {
                addMatrixRow<columns>(totals, bandWeights + j * S::weightStride,
                                      tile + S::place(firstRow + j, 2 * lane));
            }
        }
    }
#pragma unroll
    for (int r = 0; r < rowsOfThread; ++r)
        storeEights(out, left, top + firstRow + r, vectorsOut, totals.sum[r], limit);
}

using Launch = void (*)(cudaStream_t, ConstDeviceSamples, DeviceSamples, WeightChunks, float);

template <int columns, bool careful>
void launchLarge(cudaStream_t cudaStream, ConstDeviceSamples source, DeviceSamples out, WeightChunks weights,
                 float limit) {
    const std::size_t bytes = Shape<columns>::sharedBytes(weights.rows);
    const auto kernel = largeKernel<columns, careful>;
    allowSharedMemory(kernel, bytes);
    const dim3 blocks(blocksFor(out.width, tileWidth), blocksFor(out.height, tileHeight));
    kernel<<<blocks, largeThreads, bytes, cudaStream>>>(source, out, weights, limit, source.aligned(16),
                                                        out.aligned(16));
    check(cudaGetLastError());
}

// Odd widths from 9 to 31 are not split: their sums are short enough to be plain.
constexpr int smallestPlain = 9;
template <int... i>
Launch plainLaunch(int columns, std::integer_sequence<int, i...>) {
    constexpr Launch launches[] = {&launchLarge<smallestPlain + 2 * i, false>...};
    return launches[(columns - smallestPlain) / 2];
}

// All other widths are split into chunks of 4, 8, ... 32 columns.
template <int... i>
Launch carefulLaunch(int columns, std::integer_sequence<int, i...>) {
    constexpr Launch launches[] = {&launchLarge<4 * (i + 1), true>...};
    return launches[columns / 4 - 1];
}

bool isPlain(int rows, int columns) {
    return rows <= rowsOfBand && columns >= smallestPlain && columns < largestChunk;
}

/// Columns of a chunk, chosen for the fewest columns in total, including zeros at the end.
int chunkColumns(int rows, int columns) {
    if (isPlain(rows, columns)) return columns;
    const auto all = [columns](int chunk) { return (columns + chunk - 1) / chunk * chunk; };
    int best = largestChunk;
    for (int chunk = largestChunk; chunk >= 4; chunk -= 4) {
        if (all(chunk) < all(best)) best = chunk;
    }
    return best;
}

std::vector<float> inChunks(const KernelMatrix& matrix, int columns) {
    const int stride = (columns + 3) / 4 * 4;
    std::vector<float> weights;
    for (int start = 0; start < matrix.columns; start += columns) {
        for (int r = 0; r < matrix.rows; ++r) {
            for (int c = 0; c < stride; ++c) {
                const bool inside = c < columns && start + c < matrix.columns;
                weights.push_back(inside ? static_cast<float>(matrix.at(r, start + c)) : 0);
            }
        }
    }
    return weights;
}

}  // namespace

LargeConvolution::LargeConvolution(const KernelMatrix& matrix)
    : rows_(matrix.rows),
      columns_(chunkColumns(matrix.rows, matrix.columns)),
      chunks_((matrix.columns + columns_ - 1) / columns_),
      weights_(inChunks(matrix, columns_)) {}

void LargeConvolution::apply(cudaStream_t cudaStream, ConstDeviceSamples source, DeviceSamples out,
                             float limit, DeviceScratch&) const {
    if (out.width <= 0 || out.height <= 0) return;
    const bool plain = columns_ % 2 == 1;  // other widths have even chunks
    const Launch launch =
        plain
            ? plainLaunch(columns_, std::make_integer_sequence<int, (largestChunk - smallestPlain + 1) / 2>())
            : carefulLaunch(columns_, std::make_integer_sequence<int, largestChunk / 4>());
    launch(cudaStream, source, out, {weights_.data(), rows_, chunks_}, limit);
}

}  // namespace burin::gpu
