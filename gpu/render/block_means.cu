// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/render/block_means.hpp"

#include "gpu/kinds/methods/packing.cuh"

#include <algorithm>

namespace burin::gpu {

namespace {

constexpr int threads = 128;
/// Rows that a thread walks down.
constexpr int rows = 32;
constexpr unsigned everyLane = 0xFFFFFFFFU;

/// A half-open rectangle for kernels.
struct Box {
    std::int64_t left, top, right, bottom;
    explicit Box(const Rect& r) : left(r.x), top(r.y), right(r.right()), bottom(r.bottom()) {}
};

/// A written sample divided by its number of steps, or a clamped sample. \see Look
template <int depth>
__device__ float looked(const Packing& packing, std::int64_t x, std::int64_t y, float sample) {
    float v[1] = {sample};
    if constexpr (depth > 0) shape(packing, v);
    const float value = clamped(v[0]);
    if constexpr (depth == 1) {
        float threshold[1] = {0.5F};
        if (packing.dither.side > 0) readThresholds(packing.dither, x, y, threshold);
        return value + threshold[0] >= 1.0F ? 1.0F : 0.0F;
    } else if constexpr (depth > 1) {
        constexpr float steps = depth == 16 ? 65535.0F : 255.0F;
        return floorf(value * steps + 0.5F) / steps;
    } else {
        return value;
    }
}

/// A thread sums a column of up to `rows` samples; lanes of a warp whose columns belong to one block combine
/// their sums. Columns and rows begin at multiples relative to the surface, so that blocks and warps line up.
template <int depth>
__global__ void sumKernel(const BlockSums to, const Packing packing, Point first, const Box area,
                          ConstDeviceSamples samples) {
    const std::int64_t x = first.x + std::int64_t{blockIdx.x} * threads + threadIdx.x;
    const bool inside = x >= area.left && x < area.right;
    const float scale = ldexpf(1.0F, to.places());
    const std::int64_t side = std::int64_t{1} << to.level;
    const int lanes = static_cast<int>(min(side, std::int64_t{32}));
    for (std::int64_t top = first.y + std::int64_t{blockIdx.y} * rows; top < area.bottom;
         top += std::int64_t{gridDim.y} * rows) {
        const std::int64_t bottom = min(top + rows, area.bottom);
        unsigned long long sum = 0;
        for (std::int64_t y = max(top, area.top); y < bottom; ++y) {
            if (inside) {
                const float sample = samples.row(y - area.top)[x - area.left];
                sum += __float2ull_rn(looked<depth>(packing, x, y, sample) * scale);
            }
            if (y + 1 < bottom && ((y + 1) & (side - 1)) != 0) continue;
            for (int lane = 1; lane < lanes; lane *= 2)
                sum += __shfl_xor_sync(everyLane, sum, lane);
            // A lane without a column may hold the sum of other lanes.
            const std::int64_t block = (x >> to.level) - to.blocks.x;
            if (threadIdx.x % lanes == 0 && sum != 0)
                atomicAdd(to.sums + ((y >> to.level) - to.blocks.y) * to.blocks.width + block, sum);
            sum = 0;
        }
    }
}

__global__ void meanKernel(const BlockSums from, const Box area, float* out) {
    const std::int64_t x = std::int64_t{blockIdx.x} * threads + threadIdx.x;
    if (x >= from.blocks.width) return;
    const double step = ldexp(1.0, -from.places());
    for (std::int64_t y = blockIdx.y; y < from.blocks.height; y += gridDim.y) {
        const std::int64_t left = (from.blocks.x + x) << from.level;
        const std::int64_t top = (from.blocks.y + y) << from.level;
        const std::int64_t side = std::int64_t{1} << from.level;
        const std::int64_t wide = min(left + side, area.right) - max(left, area.left);
        const std::int64_t high = min(top + side, area.bottom) - max(top, area.top);
        const std::int64_t k = y * from.blocks.width + x;
        const double sum = static_cast<double>(from.sums[k]) * step;
        const bool any = wide > 0 && high > 0;
        out[k] =
            any ? static_cast<float>(sum / (static_cast<double>(wide) * static_cast<double>(high))) : 0.0F;
    }
}

unsigned gridRows(std::int64_t number) {
    return static_cast<unsigned>(std::min<std::int64_t>(number, 65535));
}

}  // namespace

void addToSums(cudaStream_t cudaStream, const BlockSums& to, const std::optional<Packing>& packing,
               const Rect& area, ConstDeviceSamples samples) {
    if (area.empty()) return;
    const Point first{floorDiv(area.x, threads) * threads, floorDiv(area.y, rows) * rows};
    const dim3 blocks(static_cast<unsigned>((area.right() - first.x + threads - 1) / threads),
                      gridRows((area.bottom() - first.y + rows - 1) / rows));
    const int depth = packing ? packing->depth : 0;
    const auto kernel = depth == 0   ? &sumKernel<0>
                        : depth == 1 ? &sumKernel<1>
                        : depth == 8 ? &sumKernel<8>
                                     : &sumKernel<16>;
    kernel<<<blocks, threads, 0, cudaStream>>>(to, packing.value_or(Packing()), first, Box(area), samples);
    check(cudaGetLastError());
}

void writeMeans(cudaStream_t cudaStream, const BlockSums& from, const Rect& area, float* out) {
    if (from.blocks.empty()) return;
    const dim3 blocks(static_cast<unsigned>((from.blocks.width + threads - 1) / threads),
                      gridRows(from.blocks.height));
    meanKernel<<<blocks, threads, 0, cudaStream>>>(from, Box(area), out);
    check(cudaGetLastError());
}

}  // namespace burin::gpu
