// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/textures/pieces.hpp"

#include "gpu/kinds/form/pointwise.cuh"

#include <algorithm>
#include <cmath>

namespace burin::gpu {

namespace {

constexpr int threads = 512;
constexpr int samplesOfThread = 4;
constexpr int mostBuckets = 8192;
/// The starts in a bucket that are compared one by one.
constexpr int fewStarts = 2;

/// The number of a sample's bucket. It never decreases with the sample, on the host as on the device, because
/// each operation is a single one of binary32.
BURIN_BOTH inline int bucketOf(float sample, float first, float scale, int count) {
    const float place = (sample - first) * scale;
    const int bucket = place < static_cast<float>(count) ? static_cast<int>(place) : count - 1;
    return bucket < count ? bucket : count - 1;
}

struct PieceTables {
    const DevicePieces::Line* lines;
    const DevicePieces::Bend* bends;
    const DevicePieces::Bucket* buckets;
    int lineCount;
    int bucketCount;
    float first;
    float final;
    float scale;

    [[nodiscard]] std::size_t bytes(bool curved) const {
        return static_cast<std::size_t>(lineCount) *
                   (sizeof(DevicePieces::Line) + (curved ? sizeof(DevicePieces::Bend) : 0)) +
               static_cast<std::size_t>(bucketCount) * sizeof(DevicePieces::Bucket);
    }
};

template <class T>
__device__ inline const T* copied(const T* from, int count, std::byte*& free) {
    auto* const to = reinterpret_cast<T*>(free);
    for (int i = static_cast<int>(threadIdx.x); i < count; i += threads)
        to[i] = from[i];
    free += static_cast<std::size_t>(count) * sizeof(T);
    return to;
}

/// The piece of a sample, by bisection. \pre low < the piece < high
__device__ inline int found(const PieceTables& curve, float v, int low, int high) {
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (v < curve.lines[middle].start) {
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
    const DevicePieces::Bucket bucket =
        curve.buckets[bucketOf(v, curve.first, curve.scale, curve.bucketCount)];
    int piece = bucket.last;
    if (bucket.count > fewStarts) piece = found(curve, v, piece - bucket.count, piece + 1);
    DevicePieces::Line line = curve.lines[piece];
    while (v < line.start)
        line = curve.lines[--piece];
    const float t = v - line.start;
    if constexpr (curved) {
        const DevicePieces::Bend bend = curve.bends[piece];
        return swept(((bend.c3 * t + bend.c2) * t + line.slope) * t + line.value);
    }
    return swept(line.slope * t + line.value);
}

template <bool curved>
__device__ inline float4 mapped(const PieceTables& curve, float4 v) {
    return make_float4(valueAt<curved>(curve, v.x), valueAt<curved>(curve, v.y), valueAt<curved>(curve, v.z),
                       valueAt<curved>(curve, v.w));
}

template <bool curved>
__global__ void __launch_bounds__(threads)
    piecesKernel(PieceTables curve, ConstDeviceSamples in, DeviceSamples out, bool vectors) {
    extern __shared__ float4 tables[];
    auto* free = reinterpret_cast<std::byte*>(tables);
    curve.lines = copied(curve.lines, curve.lineCount, free);
    if (curved) curve.bends = copied(curve.bends, curve.lineCount, free);
    curve.buckets = copied(curve.buckets, curve.bucketCount, free);
    __syncthreads();
    const std::int64_t across = (out.width + samplesOfThread - 1) / samplesOfThread;
    const std::int64_t start = std::int64_t{blockIdx.x} * threads + threadIdx.x;
    const std::int64_t step = std::int64_t{gridDim.x} * threads;
    const std::int64_t rowsOfStep = step / across;
    const std::int64_t restOfStep = step - rowsOfStep * across;
    std::int64_t y = start / across;
    std::int64_t group = start - y * across;
    const auto advance = [&] {
        y += rowsOfStep;
        group += restOfStep;
        if (group >= across) {
            group -= across;
            ++y;
        }
    };
    const auto whole = [&] { return vectors && (group + 1) * samplesOfThread <= out.width; };
    while (y < out.height) {
        // Two vectors are read before the first is used.
        const float* const from = in.row(y) + group * samplesOfThread;
        float* const to = out.row(y) + group * samplesOfThread;
        if (!whole()) {
            for (int k = 0; k < samplesOfThread && group * samplesOfThread + k < out.width; ++k)
                to[k] = valueAt<curved>(curve, from[k]);
            advance();
            continue;
        }
        const float4 first = __ldcs(reinterpret_cast<const float4*>(from));
        advance();
        const bool two = y < out.height && whole();
        float4 second{};
        float* next = to;
        if (two) {
            second = __ldcs(reinterpret_cast<const float4*>(in.row(y) + group * samplesOfThread));
            next = out.row(y) + group * samplesOfThread;
            advance();
        }
        __stcs(reinterpret_cast<float4*>(to), mapped<curved>(curve, first));
        if (two) __stcs(reinterpret_cast<float4*>(next), mapped<curved>(curve, second));
    }
}

template <bool curved>
void launch(cudaStream_t cudaStream, const PieceTables& curve, ConstDeviceSamples in, DeviceSamples out) {
    const std::size_t bytes = curve.bytes(curved);
    int device = 0;
    int processors = 0;
    int resident = 0;
    check(cudaGetDevice(&device));
    check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
    check(cudaFuncSetAttribute(piecesKernel<curved>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(bytes)));
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, piecesKernel<curved>, threads, bytes));
    const std::int64_t wanted =
        ((out.width + samplesOfThread - 1) / samplesOfThread * out.height + threads - 1) / threads;
    const auto blocks = static_cast<unsigned>(
        std::min<std::int64_t>(wanted, std::int64_t{processors} * std::max(resident, 1)));
    piecesKernel<curved>
        <<<blocks, threads, bytes, cudaStream>>>(curve, in, out, in.aligned(16) && out.aligned(16));
    check(cudaGetLastError());
}

}  // namespace

DevicePieces::DevicePieces(const CurvePieces& curve) {
    std::vector<Line> lines;
    std::vector<Bend> bends;
    bool curved = false;
    for (std::int64_t k = 0; k < curve.count; ++k) {
        lines.push_back({curve.start[k], curve.c0[k], curve.c1[k], 0});
        bends.push_back({curve.c2[k], curve.c3[k]});
        curved = curved || curve.c2[k] != 0 || curve.c3[k] != 0;
    }
    // So many that hardly any bucket has the starts of several pieces.
    int count = 1;
    while (count < 8 * static_cast<int>(lines.size()) && count < mostBuckets)
        count *= 2;
    first_ = lines.front().start;
    final_ = lines.back().start;
    scale_ = static_cast<float>(count) / (final_ - first_);
    if (!std::isfinite(scale_) || scale_ == 0) scale_ = 0;  // one bucket holds everything
    std::vector<Bucket> buckets(static_cast<std::size_t>(count));
    for (const Line& line : lines)
        ++buckets[static_cast<std::size_t>(bucketOf(line.start, first_, scale_, count))].count;
    std::uint16_t started = 0;
    for (Bucket& bucket : buckets) {
        started = static_cast<std::uint16_t>(started + bucket.count);
        bucket.last = static_cast<std::uint16_t>(started - 1);
    }
    lines_ = DeviceTable<Line>(std::span<const Line>(lines));
    if (curved) bends_ = DeviceTable<Bend>(std::span<const Bend>(bends));
    buckets_ = DeviceTable<Bucket>(std::span<const Bucket>(buckets));
}

void DevicePieces::map(cudaStream_t cudaStream, ConstDeviceSamples in, DeviceSamples out) const {
    if (out.width <= 0 || out.height <= 0) return;
    const PieceTables tables{lines_.data(),
                             bends_.data(),
                             buckets_.data(),
                             static_cast<int>(lines_.size()),
                             static_cast<int>(buckets_.size()),
                             first_,
                             final_,
                             scale_};
    if (bends_.size() > 0) return launch<true>(cudaStream, tables, in, out);
    launch<false>(cudaStream, tables, in, out);
}

std::size_t DevicePieces::residentBytes() const {
    return lines_.bytes() + bends_.bytes() + buckets_.bytes();
}

}  // namespace burin::gpu
