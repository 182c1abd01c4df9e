// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/convolution_axis.cuh"
#include "gpu/kinds/convolution_methods.hpp"
#include "gpu/kinds/convolution_tile.cuh"

#include <algorithm>

namespace burin::gpu {

namespace {

using namespace convolution;

// A block makes a tile of 32 * lanes x 128 outputs: first the sums along the rows that it needs, into shared
// memory, then those of them along the columns.
constexpr int threads = 256;
constexpr int tileHeight = 128;

/// What is done with the sums of both axes.
struct Finish {
    float scale = 1;
    float limit = 0;
    bool accumulate = false;  ///< on top of what is there
};

/// Reads one row of samples; 0 to the right of it.
template <int alignment>
struct RowReader {
    const float* row;
    std::int64_t count;
    bool vectors;  ///< aligned, and nothing is read beyond the end

    template <int n>
    __device__ void operator()(int first, float (&v)[n][1]) const {
        static_assert(n % alignment == 0);
        if (!vectors) {
#pragma unroll
            for (int i = 0; i < n; ++i)
                v[i][0] = first + i < count ? row[first + i] : 0.0F;
        } else if constexpr (alignment == 4) {
#pragma unroll
            for (int i = 0; i < n; i += 4) {
                const float4 quad = __ldg(reinterpret_cast<const float4*>(row + first + i));
                v[i][0] = quad.x, v[i + 1][0] = quad.y, v[i + 2][0] = quad.z, v[i + 3][0] = quad.w;
            }
        } else {
#pragma unroll
            for (int i = 0; i < n; i += 2) {
                const float2 pair = __ldg(reinterpret_cast<const float2*>(row + first + i));
                v[i][0] = pair.x, v[i + 1][0] = pair.y;
            }
        }
    }
};

/// Reads `lanes` columns of the sums in shared memory.
template <int lanes>
struct ColumnReader {
    static constexpr int stride = 32 * lanes;
    const float* column;

    template <int n>
    __device__ void operator()(int first, float (&v)[n][lanes]) const {
#pragma unroll
        for (int i = 0; i < n; ++i) {
            const float* const from = column + (first + i) * stride;
            if constexpr (lanes == 2) {
                const float2 pair = *reinterpret_cast<const float2*>(from);
                v[i][0] = pair.x, v[i][1] = pair.y;
            } else {
                v[i][0] = *from;
            }
        }
    }
};

/// An overflow must not become NaN where it is multiplied by a weight of 0 that only fills up a block.
__device__ inline float finite(float sum) {
    constexpr float largest = 3.40282346638528859812e+38F;
    return fminf(fmaxf(sum, -largest), largest);
}

template <int width, class Axis>
__device__ inline void sumRows(ConstDeviceSamples source, std::int64_t left, std::int64_t top, int rows,
                               const Axis& axis, const float* weights, bool vectors, float* sumsOfRows) {
    constexpr int groups = width / 8;
    for (int i = static_cast<int>(threadIdx.x); i < rows * groups; i += threads) {
        const int row = i / groups;
        const std::int64_t x = left + i % groups * 8;
        const std::int64_t count = source.width - x;
        float sums[8][1] = {};
        if (top + row < source.height) {
            axis.template sum<1>(weights,
                                 RowReader<Axis::alignment>{source.row(top + row) + x, count,
                                                            vectors && axis.samples() <= count},
                                 sums);
        }
        auto* const to = reinterpret_cast<float4*>(sumsOfRows + 8 * i);
        to[0] = make_float4(finite(sums[0][0]), finite(sums[1][0]), finite(sums[2][0]), finite(sums[3][0]));
        to[1] = make_float4(finite(sums[4][0]), finite(sums[5][0]), finite(sums[6][0]), finite(sums[7][0]));
    }
}

template <int lanes>
__device__ inline void storeSums(DeviceSamples out, std::int64_t x, std::int64_t y,
                                 const float (&sums)[lanes], const Finish& finish, bool vectors) {
    float* const to = out.row(y) + x;
    float v[lanes];
#pragma unroll
    for (int n = 0; n < lanes; ++n) {
        if (x + n >= out.width) return;
        const float sum = sums[n] * finish.scale;
        v[n] = swept(finish.accumulate ? to[n] + sum : sum, finish.limit);
        if (lanes == 1 || !vectors || x + lanes > out.width) to[n] = v[n];
    }
    if constexpr (lanes == 2) {
        if (vectors && x + lanes <= out.width) __stcs(reinterpret_cast<float2*>(to), make_float2(v[0], v[1]));
    }
}

template <int lanes, class RowAxis, class ColumnAxis>
__global__ void __launch_bounds__(threads)
    axesKernel(ConstDeviceSamples source, DeviceSamples out, RowAxis rowAxis, ColumnAxis columnAxis,
               const float* __restrict__ weights, Finish finish, bool vectorsIn, bool vectorsOut) {
    constexpr int width = 32 * lanes;
    extern __shared__ __align__(16) float shared[];
    const int weightCount = rowAxis.weightCount() + columnAxis.weightCount();
    float* const sumsOfRows = shared + weightCount;
    for (int i = static_cast<int>(threadIdx.x); i < weightCount; i += threads)
        shared[i] = weights[i];
    __syncthreads();
    const std::int64_t left = std::int64_t{blockIdx.x} * width;
    const std::int64_t top = std::int64_t{blockIdx.y} * tileHeight;
    sumRows<width>(source, left, top, tileHeight - 8 + columnAxis.samples(), rowAxis, shared, vectorsIn,
                   sumsOfRows);
    __syncthreads();
    const int column = static_cast<int>(threadIdx.x) % 32 * lanes;
    for (int y = static_cast<int>(threadIdx.x) / 32 * 8; y < tileHeight; y += threads / 32 * 8) {
        if (top + y >= out.height) return;
        float sums[8][lanes] = {};
        columnAxis.template sum<lanes>(shared + rowAxis.weightCount(),
                                       ColumnReader<lanes>{sumsOfRows + y * width + column}, sums);
#pragma unroll
        for (int t = 0; t < 8; ++t) {
            if (top + y + t < out.height)
                storeSums<lanes>(out, left + column, top + y + t, sums[t], finish, vectorsOut);
        }
    }
}

template <int lanes, class RowAxis, class ColumnAxis>
void launchAxes(cudaStream_t stream, ConstDeviceSamples source, DeviceSamples out, RowAxis rowAxis,
                ColumnAxis columnAxis, const float* weights, const Finish& finish) {
    const int count = rowAxis.weightCount() + columnAxis.weightCount() +
                      (tileHeight - 8 + columnAxis.samples()) * 32 * lanes;
    const std::size_t bytes = sizeof(float) * static_cast<std::size_t>(count);
    const auto kernel = axesKernel<lanes, RowAxis, ColumnAxis>;
    allowSharedMemory(kernel, bytes);
    const dim3 blocks(blocksFor(out.width, 32 * lanes), blocksFor(out.height, tileHeight));
    kernel<<<blocks, threads, bytes, stream>>>(source, out, rowAxis, columnAxis, weights, finish,
                                               source.aligned(16), out.aligned(sizeof(float) * lanes));
    check(cudaGetLastError());
}

// Wide tiles while several of them fit into a multiprocessor.
constexpr int largestWideSide = 81;

template <int rest>
void launchBox(cudaStream_t stream, ConstDeviceSamples source, DeviceSamples out, int side,
               const Finish& finish) {
    const Ones<rest> axis{side / 8};
    if (side <= largestWideSide) {
        launchAxes<2>(stream, source, out, axis, axis, nullptr, finish);
    } else {
        launchAxes<1>(stream, source, out, axis, axis, nullptr, finish);
    }
}

constexpr int mostFewBlocks = 5;
/// Beyond that many rows it takes longer to make the sums along rows for every tile again than to keep them.
constexpr int mostRowsOfOnePass = 81;

int blocksOfEight(int weights) {
    return (weights + 7 + 7) / 8;
}

/// Blocks of eight weights along a term's row and column.
struct Blocks {
    int row;
    int column;

    Blocks(int rows, int columns) : row(blocksOfEight(columns)), column(blocksOfEight(rows)) {
        if (std::max(row, column) <= mostFewBlocks) row = column = std::max({row, column, 2});
    }
    [[nodiscard]] bool few() const { return row <= mostFewBlocks && column <= mostFewBlocks; }
    [[nodiscard]] std::size_t weights() const { return 8 * static_cast<std::size_t>(row + column); }
};

template <int blocks>
void launchFew(cudaStream_t stream, ConstDeviceSamples source, DeviceSamples out, const float* weights,
               const Finish& finish) {
    launchAxes<2>(stream, source, out, FewWeights<blocks>{}, FewWeights<blocks>{}, weights, finish);
}

void convolveFew(cudaStream_t stream, ConstDeviceSamples source, DeviceSamples out, int blocks,
                 const float* weights, const Finish& finish) {
    if (blocks == 2) return launchFew<2>(stream, source, out, weights, finish);
    if (blocks == 3) return launchFew<3>(stream, source, out, weights, finish);
    if (blocks == 4) return launchFew<4>(stream, source, out, weights, finish);
    launchFew<5>(stream, source, out, weights, finish);
}

std::vector<float> weightsOf(const std::vector<SeparableTerm>& terms, const Blocks& blocks) {
    std::vector<float> weights;
    for (const SeparableTerm& term : terms) {
        const std::size_t start = weights.size();
        weights.resize(start + blocks.weights());
        std::copy(term.row.begin(), term.row.end(), weights.begin() + static_cast<std::ptrdiff_t>(start));
        std::copy(term.column.begin(), term.column.end(),
                  weights.begin() + static_cast<std::ptrdiff_t>(start) + 8 * blocks.row);
    }
    return weights;
}

}  // namespace

void BoxConvolution::apply(cudaStream_t stream, ConstDeviceSamples source, DeviceSamples out, float limit,
                           DeviceScratch&) const {
    if (out.width <= 0 || out.height <= 0) return;
    const Finish finish{weight_, limit, false};
    if (side_ % 8 == 1) return launchBox<1>(stream, source, out, side_, finish);
    if (side_ % 8 == 3) return launchBox<3>(stream, source, out, side_, finish);
    if (side_ % 8 == 5) return launchBox<5>(stream, source, out, side_, finish);
    launchBox<7>(stream, source, out, side_, finish);
}

SeparableConvolution::SeparableConvolution(const std::vector<SeparableTerm>& terms)
    : rows_(static_cast<int>(terms.front().column.size())),
      columns_(static_cast<int>(terms.front().row.size())),
      terms_(terms.size()),
      weights_(weightsOf(terms, Blocks(rows_, columns_))) {}

double SeparableConvolution::costOfTerm(int rows, int columns) {
    constexpr double reading = 60;  // of samples and of sums between the axes
    return 1.25 * (rows + columns) + reading;
}

bool SeparableConvolution::twoPasses() const {
    return rows_ > mostRowsOfOnePass;
}

std::size_t SeparableConvolution::scratchBytes(std::int64_t width, std::int64_t height) const {
    return twoPasses() ? DeviceScratch::padded(alignedBytes<float>(width, height + rows_ - 1)) : 0;
}

void SeparableConvolution::apply(cudaStream_t stream, ConstDeviceSamples source, DeviceSamples out,
                                 float limit, DeviceScratch& scratch) const {
    if (out.width <= 0 || out.height <= 0) return;
    const Blocks blocks(rows_, columns_);
    const DeviceSamples between =
        twoPasses() ? scratch.samples<float>(out.width, out.height + rows_ - 1) : DeviceSamples{};
    for (std::size_t i = 0; i < terms_; ++i) {
        const float* const weights = weights_.data() + i * blocks.weights();
        const Finish finish{1, i + 1 == terms_ ? limit : 0, i > 0};
        const ManyWeights row{blocks.row};
        const ManyWeights column{blocks.column};
        if (blocks.few()) {
            convolveFew(stream, source, out, blocks.row, weights, finish);
        } else if (!twoPasses()) {
            launchAxes<1>(stream, source, out, row, column, weights, finish);
        } else {
            launchAxes<1>(stream, source, between, row, Identity{}, weights, Finish{});
            launchAxes<1>(stream, between, out, Identity{}, column, weights + row.weightCount(), finish);
        }
    }
}

}  // namespace burin::gpu
