// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/device/current_device.hpp"
#include "gpu/device/residency.hpp"
#include "gpu/kinds/methods/convolution_axis.cuh"
#include "gpu/kinds/methods/convolution_methods.hpp"
#include "gpu/kinds/methods/convolution_tile.cuh"

#include <algorithm>
#include <iterator>
#include <vector>

namespace burin::gpu {

namespace {

using namespace convolution;

// A block computes a tile of 256 x `outs` outputs. First it computes the sums along all columns that it
// needs, one column per thread, from global into shared memory; then the sums of these along the rows, one
// row per warp.
constexpr int outsOfRow = 8;
constexpr int tileWidth = 32 * outsOfRow;

/// One thread for each column, rounded up to whole warps.
constexpr int threadsFor(int columns) {
    return (columns + 31) / 32 * 32;
}
template <class RowAxis>
constexpr int mostThreads = threadsFor(tileWidth - outsOfRow + RowAxis::mostSamples);
/// Limits registers so that several small blocks fit a multiprocessor and hide each other's latency.
template <class RowAxis>
constexpr int leastBlocks = mostThreads<RowAxis> <= 288 ? 3 : 1;
template <int blocks>
constexpr int leastBlocks<FewWeights<blocks>> = blocksThatFit(mostThreads<FewWeights<blocks>>, 4);

/// The treatment of the sums of both axes.
struct Finish {
    float scale = 1;
    float limit = 0;
    bool accumulate = false;  ///< add to the existing values
    bool padded = true;       ///< the row's weights may end with zeros
};

/// The weights of both axes, the row's first, in memory that a block copies them from.
struct StoredWeights {
    const float* data;
};
/// The same, passed with the launch.
template <int count>
struct SentWeights {
    float data[count];
};
template <class RowAxis>
constexpr bool sends = false;
template <int blocks>
constexpr bool sends<FewWeights<blocks>> = true;

/// The sums along columns in shared memory. Neighbouring lanes read two quads apart. Even quads are stored
/// before odd ones, half the banks apart, so that neither reads of quads nor writes of single sums have bank
/// conflicts.
struct SumsOfColumns {
    float* data;
    int oddQuads;

    [[nodiscard]] static __host__ __device__ int oddQuadsFor(int columns) {
        const int least = (columns + 7) / 8;
        return (least + 3) / 8 * 8 + 4;
    }
    [[nodiscard]] __host__ __device__ int stride() const { return 8 * oddQuads; }
    [[nodiscard]] __device__ float* at(int row, int column) const {
        const int quad = column >> 2;
        return data + row * stride() + ((quad & 1) * oddQuads + (quad >> 1)) * 4 + (column & 3);
    }
};

/// Columns left free in shared memory, so that the data after the history start at a quad.
template <class Axis>
constexpr int indent = (4 - Axis::history % 4) % 4;

/// Reads down a column of samples; returns 0 below the last row, unless the column is `whole`.
template <bool whole>
struct ColumnReader {
    const float* column;
    std::ptrdiff_t stride;
    int count;  ///< number of rows

    template <int n>
    __device__ void operator()(int first, float (&v)[n]) const {
        const float* from = column + first * stride;
#pragma unroll
        for (int i = 0; i < n; ++i, from += stride)
            v[i] = whole || first + i < count ? __ldg(from) : 0.0F;
    }
};

/// Reads along a row of sums in shared memory, starting at a lane's first column.
template <class Axis>
struct RowReader {
    SumsOfColumns sums;
    int row;
    int column;

    template <int n>
    __device__ void operator()(int first, float (&v)[n]) const {
        if constexpr (n != 8) {
#pragma unroll
            for (int i = 0; i < n; ++i)
                v[i] = *sums.at(row, column + indent<Axis> + first + i);
        } else {
            const float* const from = sums.at(row, column + indent<Axis> + first);
            constexpr bool startsOdd = ((indent<Axis> + Axis::history) / 4) % 2 == 1;
            const int next = startsOdd ? 4 - 4 * sums.oddQuads : 4 * sums.oddQuads;
            const float4 a = *reinterpret_cast<const float4*>(from);
            const float4 b = *reinterpret_cast<const float4*>(from + next);
            v[0] = a.x, v[1] = a.y, v[2] = a.z, v[3] = a.w;
            v[4] = b.x, v[5] = b.y, v[6] = b.z, v[7] = b.w;
        }
    }
};

/// Prevents an overflow from becoming NaN when it is multiplied by a padding weight of 0.
__device__ inline float finite(float sum) {
    constexpr float largest = 3.40282346638528859812e+38F;
    return fminf(fmaxf(sum, -largest), largest);
}

template <int outs, class Axis, class NextAxis>
__device__ inline void sumColumns(ConstDeviceSamples source, std::int64_t left, std::int64_t top, int columns,
                                  const Axis& axis, const float* weights, bool padded, SumsOfColumns to) {
    const int column = static_cast<int>(threadIdx.x);
    if (column >= columns) return;
    const std::int64_t rows = source.height - top;
    const int count = left + column < source.width ? static_cast<int>(rows < 4096 ? rows : 4096) : 0;
    const float* const from = count > 0 ? source.row(top) + left + column : source.data;
    float sums[outs];
    const auto held = axis.hold(weights);
    if (count >= axis.samples(outs)) {
        axis.template sum<outs>(held, ColumnReader<true>{from, source.stride, count}, sums);
    } else {
        axis.template sum<outs>(held, ColumnReader<false>{from, source.stride, count}, sums);
    }
    if (NextAxis::fillsUp && padded) {
#pragma unroll
        for (int t = 0; t < outs; ++t)
            sums[t] = finite(sums[t]);
    }
#pragma unroll
    for (int t = 0; t < outs; ++t)
        *to.at(t, column + indent<NextAxis>) = sums[t];
}

template <int rows, class Axis>
__device__ inline void sumRows(SumsOfColumns from, const Axis& axis, const float* weights, DeviceSamples out,
                               std::int64_t left, std::int64_t top, const Finish& finish, bool vectors) {
    const int column = static_cast<int>(threadIdx.x) % 32 * outsOfRow;
    const auto held = axis.hold(weights);
    for (int row = static_cast<int>(threadIdx.x) / 32; row < rows; row += static_cast<int>(blockDim.x) / 32) {
        if (top + row >= out.height) return;
        float sums[outsOfRow];
        axis.template sum<outsOfRow>(held, RowReader<Axis>{from, row, column}, sums);
        if constexpr (Axis::unweighted) {
#pragma unroll
            for (int t = 0; t < outsOfRow; ++t)
                sums[t] *= finish.scale;
        }
        if (finish.accumulate) {
            for (int t = 0; t < outsOfRow && left + column + t < out.width; ++t)
                sums[t] += out.row(top + row)[left + column + t];
        }
        storeEights(out, left, top + row, vectors, sums, finish.limit);
    }
}

template <int outs, class RowAxis, class ColumnAxis, class Weights>
__global__ void __launch_bounds__(mostThreads<RowAxis>, leastBlocks<RowAxis>)
    axesKernel(ConstDeviceSamples source, DeviceSamples out, RowAxis rowAxis, ColumnAxis columnAxis,
               const __grid_constant__ Weights given, Finish finish, bool vectors) {
    extern __shared__ __align__(16) float sharedFloats[];
    const float* weights = given.data;
    int weightsInShared = 0;
    if constexpr (!sends<RowAxis>) {
        weightsInShared = rowAxis.weightCount() + columnAxis.weightCount();
        for (int i = static_cast<int>(threadIdx.x); i < weightsInShared; i += static_cast<int>(blockDim.x))
            sharedFloats[i] = weights[i];
        if (weightsInShared > 0) __syncthreads();
        weights = sharedFloats;
    }
    const std::int64_t left = std::int64_t{blockIdx.x} * tileWidth;
    const std::int64_t top = std::int64_t{blockIdx.y} * outs;
    const int columns = tileWidth - outsOfRow + rowAxis.samples(outsOfRow);
    const SumsOfColumns sums{sharedFloats + weightsInShared,
                             SumsOfColumns::oddQuadsFor(columns + indent<RowAxis>)};
    sumColumns<outs, ColumnAxis, RowAxis>(source, left, top, columns, columnAxis,
                                          weights + rowAxis.weightCount(), finish.padded, sums);
    __syncthreads();
    sumRows<outs>(sums, rowAxis, weights, out, left, top, finish, vectors);
}

template <int outs, class RowAxis, class ColumnAxis>
struct AxesLaunch {
    RowAxis rowAxis;
    ColumnAxis columnAxis;

    [[nodiscard]] int columns() const { return tileWidth - outsOfRow + rowAxis.samples(outsOfRow); }
    [[nodiscard]] std::size_t sharedBytes() const {
        const SumsOfColumns sums{nullptr, SumsOfColumns::oddQuadsFor(columns() + indent<RowAxis>)};
        const int weights = sends<RowAxis> ? 0 : rowAxis.weightCount() + columnAxis.weightCount();
        return sizeof(float) * static_cast<std::size_t>(weights + outs * sums.stride());
    }
    template <class Weights>
    void queue(cudaStream_t cudaStream, ConstDeviceSamples source, DeviceSamples out, const Weights& weights,
               const Finish& finish) const {
        const auto kernel = axesKernel<outs, RowAxis, ColumnAxis, Weights>;
        allowSharedMemory(kernel, sharedBytes());
        const dim3 blocks(blocksFor(out.width, tileWidth), blocksFor(out.height, outs));
        kernel<<<blocks, threadsFor(columns()), sharedBytes(), cudaStream>>>(
            source, out, rowAxis, columnAxis, weights, finish, out.aligned(16));
        check(cudaGetLastError());
    }
};

/// Boxes of up to 31 have separate kernels.
constexpr int mostFixedEights = 3;

template <int rest>
void launchBox(cudaStream_t cudaStream, ConstDeviceSamples source, DeviceSamples out, int eights,
               const Finish& finish) {
    const auto queue = [&](auto axes) {
        axes.queue(cudaStream, source, out, StoredWeights{nullptr}, finish);
    };
    const auto fixed = [&]<int number>(Ones<rest, number> axis) {
        queue(AxesLaunch<32, Ones<rest, number>, Ones<rest, number>>{axis, axis});
    };
    if (eights == 1) return fixed(Ones<rest, 1>{});
    if (eights == 2) return fixed(Ones<rest, 2>{});
    if (eights == mostFixedEights) return fixed(Ones<rest, mostFixedEights>{});
    const Ones<rest> axis{eights};
    const AxesLaunch<32, Ones<rest>, Ones<rest>> high{axis, axis};
    if (high.sharedBytes() <= mostSharedBytes()) return queue(high);
    queue(AxesLaunch<16, Ones<rest>, Ones<rest>>{axis, axis});
}

constexpr int mostFewBlocks = 5;
/// With more columns, computing the sums along columns again for neighbouring tiles takes longer than storing
/// them.
constexpr int mostColumnsOfOnePass = 81;

int blocksOfEight(int weights) {
    return (weights + 7 + 7) / 8;
}

/// The axes of a term and their weights: first along the row, then along the column.
struct WeightLayout {
    ManyWeights row;
    ManyWeights column;

    WeightLayout(int rows, int columns) : row{blocksOfEight(columns)}, column{blocksOfEight(rows)} {}
    /// The number of blocks that suffices for both axes; 0 if there are too many.
    [[nodiscard]] int fewBlocks() const {
        const int blocks = std::max({row.blocks, column.blocks, 2});
        return blocks <= mostFewBlocks ? blocks : 0;
    }
    [[nodiscard]] int weightsOfRow() const { return fewBlocks() > 0 ? tapsOfFew() : row.weightCount(); }
    [[nodiscard]] int weightsOfTerm() const {
        return fewBlocks() > 0 ? 2 * tapsOfFew() : row.weightCount() + column.weightCount();
    }

  private:
    [[nodiscard]] int tapsOfFew() const { return 8 * fewBlocks() - 7; }
};

template <int blocks>
void launchFew(cudaStream_t cudaStream, ConstDeviceSamples source, DeviceSamples out, const float* weights,
               const Finish& finish) {
    SentWeights<2 * FewWeights<blocks>::taps> sent;
    std::copy_n(weights, std::size(sent.data), sent.data);
    AxesLaunch<32, FewWeights<blocks>, FewWeights<blocks>>{}.queue(cudaStream, source, out, sent, finish);
}

void convolveFew(cudaStream_t cudaStream, ConstDeviceSamples source, DeviceSamples out, int blocks,
                 const float* weights, const Finish& finish) {
    if (blocks == 2) return launchFew<2>(cudaStream, source, out, weights, finish);
    if (blocks == 3) return launchFew<3>(cudaStream, source, out, weights, finish);
    if (blocks == 4) return launchFew<4>(cudaStream, source, out, weights, finish);
    launchFew<5>(cudaStream, source, out, weights, finish);
}

std::vector<float> weightsOf(const std::vector<SeparableTerm>& terms, const WeightLayout& layout) {
    std::vector<float> weights(terms.size() * static_cast<std::size_t>(layout.weightsOfTerm()));
    auto to = weights.begin();
    for (const SeparableTerm& term : terms) {
        std::copy(term.row.begin(), term.row.end(), to);
        std::copy(term.column.begin(), term.column.end(), to + layout.weightsOfRow());
        to += layout.weightsOfTerm();
    }
    return weights;
}

}  // namespace

void DeviceBoxConvolution::apply(cudaStream_t cudaStream, ConstDeviceSamples source, DeviceSamples out,
                                 float limit, DeviceScratch&) const {
    if (out.width <= 0 || out.height <= 0) return;
    const Finish finish{weight_, limit, false};
    if (side_ % 8 == 1) return launchBox<1>(cudaStream, source, out, side_ / 8, finish);
    if (side_ % 8 == 3) return launchBox<3>(cudaStream, source, out, side_ / 8, finish);
    if (side_ % 8 == 5) return launchBox<5>(cudaStream, source, out, side_ / 8, finish);
    launchBox<7>(cudaStream, source, out, side_ / 8, finish);
}

DeviceSeparableConvolution::DeviceSeparableConvolution(const std::vector<SeparableTerm>& terms)
    : rows_(static_cast<int>(terms.front().column.size())),
      columns_(static_cast<int>(terms.front().row.size())),
      terms_(terms.size()),
      weights_(weightsOf(terms, WeightLayout(rows_, columns_))) {
    if (WeightLayout(rows_, columns_).fewBlocks() == 0) stored_ = DeviceTable<float>(weights_);
}

double DeviceSeparableConvolution::costOfTerm(int rows, int columns) {
    constexpr double reading = 40;  // cost of reading the samples, and the sums between the axes
    return 1.25 * (rows + columns) + reading;
}

bool DeviceSeparableConvolution::twoPasses() const {
    return columns_ > mostColumnsOfOnePass;
}

std::size_t DeviceSeparableConvolution::scratchBytes(std::int64_t width, std::int64_t height) const {
    return twoPasses() ? DeviceScratch::padded(alignedBytes<float>(width + columns_ - 1, height)) : 0;
}

void DeviceSeparableConvolution::apply(cudaStream_t cudaStream, ConstDeviceSamples source, DeviceSamples out,
                                       float limit, DeviceScratch& scratch) const {
    if (out.width <= 0 || out.height <= 0) return;
    const WeightLayout layout(rows_, columns_);
    const DeviceSamples between =
        twoPasses() ? scratch.samples<float>(out.width + columns_ - 1, out.height) : DeviceSamples{};
    for (std::size_t i = 0; i < terms_; ++i) {
        const std::size_t offset = i * static_cast<std::size_t>(layout.weightsOfTerm());
        const Finish finish{1, i + 1 == terms_ ? limit : 0, i > 0, columns_ < layout.weightsOfRow()};
        if (layout.fewBlocks() > 0) {
            convolveFew(cudaStream, source, out, layout.fewBlocks(), weights_.data() + offset, finish);
        } else if (!twoPasses()) {
            const AxesLaunch<16, ManyWeights, ManyWeights> axes{layout.row, layout.column};
            axes.queue(cudaStream, source, out, StoredWeights{stored_.data() + offset}, finish);
        } else {
            const AxesLaunch<16, Identity, ManyWeights> columns{{}, layout.column};
            const AxesLaunch<16, ManyWeights, Identity> rows{layout.row, {}};
            const float* const weights = stored_.data() + offset;
            columns.queue(cudaStream, source, between, StoredWeights{weights + layout.weightsOfRow()},
                          Finish{});
            rows.queue(cudaStream, between, out, StoredWeights{weights}, finish);
        }
    }
}

}  // namespace burin::gpu
