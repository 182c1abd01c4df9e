// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/textures/pieces.hpp"

#include "gpu/device/current_device.hpp"
#include "gpu/device/residency.hpp"
#include "gpu/kinds/form/pointwise.cuh"
#include "gpu/kinds/textures/copied_pieces.cuh"
#include "gpu/kinds/textures/dealt_parts.cuh"
#include "gpu/kinds/textures/piece_tables.cuh"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <vector>

namespace burin::gpu::pieces {

namespace {

constexpr int pieceThreads = 768;
constexpr int blocksAtOnce = 2;  ///< blocks of a multiprocessor

/// The number of a sample's part of the range, from 0 to `last`. It never decreases as the sample grows, on
/// the host and on the device, because each step is a single operation in binary32.
BURIN_BOTH inline std::uint32_t partOf(float sample, float first, float scale, std::uint32_t last) {
    // Adding 2^23 leaves the nearest whole number in the low bits.
    const float place = fmaf(sample - first, scale, 0x1p23F);
    const std::uint32_t part = std::bit_cast<std::uint32_t>(place) - std::bit_cast<std::uint32_t>(0x1p23F);
    return part < last ? part : last;
}

/// The word of a bucket. If the number of a part of the bucket is added to it, the upper half of the sum is
/// the last piece that starts before the end of this part.
///
/// \param piece  the last one that starts before the end of the bucket
/// \param part   the part of the bucket with its start; 0 if it starts earlier
std::uint32_t bucketWord(std::uint32_t piece, std::uint32_t part) {
    return (piece << pieceBits) - part;
}

/// Copies a table of whole vectors to shared memory, by all threads of the block.
template <class T>
__device__ inline const T* copied(const T* from, int count, std::byte*& free) {
    const int vectors = count * static_cast<int>(sizeof(T)) / static_cast<int>(sizeof(float4));
    auto* const to = reinterpret_cast<float4*>(free);
#pragma unroll 4
    for (int i = static_cast<int>(threadIdx.x); i < vectors; i += pieceThreads)
        to[i] = __ldg(reinterpret_cast<const float4*>(from) + i);
    free += static_cast<std::size_t>(vectors) * sizeof(float4);
    return reinterpret_cast<const T*>(to);
}

/// The piece of a sample. \pre it lies before the piece `high`; usually it is the piece directly before that
__device__ inline int earlierPiece(const PieceTables& curve, float v, int high) {
    --high;
    if (v >= curve.starts[high].sample) return high;
    int low = 0;
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (v < curve.starts[middle].sample) {
            high = middle;
        } else {
            low = middle;
        }
    }
    return low;
}

template <bool curved>
__device__ inline float valueAt(const PieceTables& curve, float sample) {
    const float v = fminf(fmaxf(sample, curve.first), curve.final);
    const std::uint32_t part =
        partOf(v, curve.first, curve.scale, static_cast<std::uint32_t>(curve.bucketCount) * parts - 1);
    auto piece = static_cast<int>((curve.buckets[part >> partBits] + part % parts) >> pieceBits);
    float2 start = reinterpret_cast<const float2*>(curve.starts)[piece];
    if (__builtin_expect(v < start.x, 0)) {
        piece = earlierPiece(curve, v, piece);
        start = reinterpret_cast<const float2*>(curve.starts)[piece];
    }
    const float slope = curve.slopes[piece];
    const float t = v - start.x;
    if constexpr (curved) {
        const DevicePieces::Bend bend = curve.bends[piece];
        return swept(((bend.c3 * t + bend.c2) * t + slope) * t + start.y);
    }
    return swept(slope * t + start.y);
}

template <bool curved>
__device__ inline float4 mapped(const PieceTables& curve, float4 v) {
    return make_float4(valueAt<curved>(curve, v.x), valueAt<curved>(curve, v.y), valueAt<curved>(curve, v.z),
                       valueAt<curved>(curve, v.w));
}

/// Walks over the columns of all rows of an area. All threads together walk over everything.
struct ThreadWalk {
    int across;  ///< the number of columns; they may be vectors
    int height;
    int rowsOfStep;
    int restOfStep;
    int y;
    int column;

    __device__ ThreadWalk(std::int64_t columns, std::int64_t rows)
        : across(static_cast<int>(max(columns, std::int64_t{1}))),
          height(static_cast<int>(columns > 0 ? rows : 0)) {
        const auto start = static_cast<int>(blockIdx.x * pieceThreads + threadIdx.x);
        const auto step = static_cast<int>(gridDim.x * pieceThreads);
        rowsOfStep = step / across;
        restOfStep = step - rowsOfStep * across;
        y = start / across;
        column = start - y * across;
    }
    [[nodiscard]] __device__ bool inside() const { return y < height; }
    /// The index of the place. \param stride  in columns
    [[nodiscard]] __device__ std::int64_t at(int stride) const { return std::int64_t{y} * stride + column; }
    __device__ void advance() {
        y += rowsOfStep;
        column += restOfStep;
        if (column < across) return;
        column -= across;
        ++y;
    }
};

/// \param across  the vectors of a row; samples after them are computed one by one
template <bool curved>
__global__ void __launch_bounds__(pieceThreads, blocksThatFit(pieceThreads, blocksAtOnce))
    piecesKernel(PieceTables curve, ConstDeviceSamples in, DeviceSamples out, int across) {
    extern __shared__ float4 tables[];
    const auto* const from = reinterpret_cast<const float4*>(in.data);
    auto* const to = reinterpret_cast<float4*>(out.data);
    const int inStride = static_cast<int>(in.stride / samplesOfVector);
    const int outStride = static_cast<int>(out.stride / samplesOfVector);
    ThreadWalk walk(across, out.height);
    // Each vector is read before the previous one is used.
    float4 next{};
    if (walk.inside()) next = __ldg(from + walk.at(inStride));
    auto* free = reinterpret_cast<std::byte*>(tables);
    curve.starts = copied(curve.starts, curve.pieceCount, free);
    curve.slopes = copied(curve.slopes, curve.pieceCount, free);
    if (curved) curve.bends = copied(curve.bends, curve.pieceCount, free);
    curve.buckets = copied(curve.buckets, curve.bucketCount, free);
    __syncthreads();
    while (walk.inside()) {
        const float4 samples = next;
        const std::int64_t at = walk.at(outStride);
        walk.advance();
        if (walk.inside()) next = __ldg(from + walk.at(inStride));
        __stcs(to + at, mapped<curved>(curve, samples));
    }
    const std::int64_t first = std::int64_t{across} * samplesOfVector;
    for (ThreadWalk rest(out.width - first, out.height); rest.inside(); rest.advance())
        out.row(rest.y)[first + rest.column] = valueAt<curved>(curve, in.row(rest.y)[first + rest.column]);
}

template <bool curved>
void launch(cudaStream_t cudaStream, const PieceTables& curve, ConstDeviceSamples in, DeviceSamples out) {
    const std::size_t bytes = curve.bytes(curved);
    int resident = 0;
    check(cudaFuncSetAttribute(piecesKernel<curved>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(bytes)));
    check(
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, piecesKernel<curved>, pieceThreads, bytes));
    const std::int64_t wanted =
        ((out.width + samplesOfVector - 1) / samplesOfVector * out.height + pieceThreads - 1) / pieceThreads;
    const auto blocks = static_cast<unsigned>(
        std::min<std::int64_t>(wanted, std::int64_t{processors()} * std::max(resident, 1)));
    const bool vectors = in.aligned(sizeof(float4)) && out.aligned(sizeof(float4));
    const auto across = static_cast<int>(vectors ? out.width / samplesOfVector : 0);
    piecesKernel<curved><<<blocks, pieceThreads, bytes, cudaStream>>>(curve, in, out, across);
    check(cudaGetLastError());
}

constexpr int dealtThreads = 1024;
using Dealer = PartDealer<dealtThreads>;

/// For large areas and straight pieces. A multiprocessor has one block with all copies of the curve.
template <bool oneRow>
__global__ void __launch_bounds__(dealtThreads)
    dealtPiecesKernel(PieceTables curve, DealtArea area, StreamCounters::Words* counters) {
    extern __shared__ float4 tables[];
    __shared__ Dealer::Shared dealt;
    constexpr int vectors = DealtArea::vectorsOfPart / lanesOfWarp;
    const std::uint32_t lane = threadIdx.x % lanesOfWarp;
    Dealer dealer(dealt, counters);
    DealtArea::Place place{};
    float4 next[vectors]{};
    // Each part is read before the previous one is used.
    const auto load = [&](std::uint32_t part) {
        if (part >= area.count) return;
        place = area.placeOf<oneRow>(part);
#pragma unroll
        for (int k = 0; k < vectors; ++k) {
            const std::uint32_t i = place.vector + k * lanesOfWarp + lane;
            if (i < area.vectorsOfRow) next[k] = __ldg(area.in + (place.row * area.inStride + i));
        }
    };
    std::uint32_t part = dealer.draw();
    load(part);
    const CopiedPieces copied(curve, tables);
    copied.fill<dealtThreads>(curve);
    __syncthreads();
    while (part < area.count) {
        const DealtArea::Place present = place;
        float4 samples[vectors];
#pragma unroll
        for (int k = 0; k < vectors; ++k)
            samples[k] = next[k];
        part = dealer.draw();
        load(part);
#pragma unroll
        for (int k = 0; k < vectors; ++k) {
            const std::uint32_t i = present.vector + k * lanesOfWarp + lane;
            const float4 values = copied.mapped(samples[k]);
            if (i < area.vectorsOfRow) __stcs(area.out + (present.row * area.outStride + i), values);
        }
    }
    dealer.end();
}

template <bool oneRow>
void launchDealt(cudaStream_t cudaStream, const PieceTables& curve, const DealtArea& area,
                 const StreamCounters& counters) {
    check(cudaFuncSetAttribute(dealtPiecesKernel<oneRow>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(CopiedPieces::bytes)));
    const auto blocks = static_cast<unsigned>(
        std::min<std::int64_t>((area.count + Dealer::warps - 1) / Dealer::warps, processors()));
    dealtPiecesKernel<oneRow>
        <<<blocks, dealtThreads, CopiedPieces::bytes, cudaStream>>>(curve, area, counters.words());
    check(cudaGetLastError());
}

/// \return false if the area, the curve or the card does not suit this; in that case nothing was queued
bool mapDealt(cudaStream_t cudaStream, const PieceTables& curve, ConstDeviceSamples in, DeviceSamples out,
              const StreamCounters& counters) {
    if (out.width * out.height < DevicePieces::manySamples || !CopiedPieces::canCopy(curve)) return false;
    if (CopiedPieces::bytes + sizeof(Dealer::Shared) > mostSharedBytes()) return false;
    const std::optional<DealtArea> area = DealtArea::of(in, out);
    if (!area) return false;
    if (area->isOneRow()) {
        launchDealt<true>(cudaStream, curve, *area, counters);
    } else {
        launchDealt<false>(cudaStream, curve, *area, counters);
    }
    return true;
}

}  // namespace

}  // namespace burin::gpu::pieces

namespace burin::gpu {

DevicePieces::DevicePieces(const CurvePieces& curve) {
    using namespace pieces;
    first_ = curve.start[0];
    final_ = curve.start[curve.count - 1];
    // There are so many buckets that few of them contain the starts of several pieces.
    std::uint32_t count = 4;
    while (count < 8 * curve.count && count < mostBuckets)
        count *= 2;
    scale_ = static_cast<float>(count * parts) / (final_ - first_);
    if (!std::isfinite(scale_)) scale_ = 0;  // a single bucket contains everything
    std::vector<std::uint32_t> buckets(count);
    std::uint32_t next = 0;
    std::uint32_t part = 0;  // the part that contains the start of piece next - 1
    for (std::uint32_t bucket = 0; bucket < count; ++bucket) {
        const auto starts = [&] { return partOf(curve.start[next], first_, scale_, count * parts - 1); };
        for (; next < curve.count && starts() / parts == bucket; ++next)
            part = starts();
        buckets[bucket] = bucketWord(next - 1, part / parts == bucket ? part % parts : 0);
    }
    // Tables are copied in vectors of four numbers.
    const auto padded = static_cast<std::size_t>((curve.count + 3) / 4 * 4);
    std::vector<Start> starts(padded);
    std::vector<float> slopes(padded);
    std::vector<Bend> bends(padded);
    bool curved = false;
    for (std::size_t k = 0; k < static_cast<std::size_t>(curve.count); ++k) {
        starts[k] = {curve.start[k], curve.c0[k]};
        slopes[k] = curve.c1[k];
        bends[k] = {curve.c2[k], curve.c3[k]};
        curved = curved || curve.c2[k] != 0 || curve.c3[k] != 0;
    }
    starts_ = DeviceTable<Start>(std::span<const Start>(starts));
    slopes_ = DeviceTable<float>(std::span<const float>(slopes));
    if (curved) bends_ = DeviceTable<Bend>(std::span<const Bend>(bends));
    buckets_ = DeviceTable<std::uint32_t>(std::span<const std::uint32_t>(buckets));
}

void DevicePieces::map(cudaStream_t cudaStream, ConstDeviceSamples in, DeviceSamples out,
                       const StreamCounters& counters) const {
    using namespace pieces;
    if (out.width <= 0 || out.height <= 0) return;
    const PieceTables tables{starts_.data(),
                             slopes_.data(),
                             bends_.data(),
                             buckets_.data(),
                             static_cast<int>(slopes_.size()),
                             static_cast<int>(buckets_.size()),
                             first_,
                             final_,
                             scale_};
    if (bends_.size() > 0) return launch<true>(cudaStream, tables, in, out);
    if (!mapDealt(cudaStream, tables, in, out, counters)) launch<false>(cudaStream, tables, in, out);
}

std::size_t DevicePieces::residentBytes() const {
    return starts_.bytes() + slopes_.bytes() + bends_.bytes() + buckets_.bytes();
}

}  // namespace burin::gpu
