// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Extremes over small shapes. A warp walks down 64 columns. Each lane keeps in registers, for two columns,
// the extremes of all rows of the result that are not finished yet. A row of the source updates each of them
// with the extreme of one of the shape's rows. When the rows advance by one, each extreme is stored one
// register farther, which takes no additional instruction.

#include "gpu/kinds/form/pointwise.cuh"
#include "gpu/kinds/textures/extremes.hpp"

#include <cuda_pipeline.h>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace burin::gpu::extremes {

inline constexpr int lanes = 32;
inline constexpr int warpsOfBlock = 4;
inline constexpr int columnsOfLane = 2;
inline constexpr int columnsOfWarp = lanes * columnsOfLane;
inline constexpr int loadsOfLane = columnsOfLane + 1;
/// Rows of the source that are on their way while one is used.
inline constexpr int rowsAhead = 4;
/// Samples of a row that a warp keeps. Runs at the end of a row may read beyond the loaded samples.
inline constexpr int rowSamples = loadsOfLane * lanes + 16;

/// The bits of a sample that are changed before and after the greatest one is found.
[[nodiscard]] inline std::uint32_t signMask(Extreme which) {
    return which == Extreme::least ? 0x80000000U : 0U;
}
__device__ inline float turned(float sample, std::uint32_t mask) {
    return __uint_as_float(__float_as_uint(sample) ^ mask);
}

/// Calls function(0), ..., function(count - 1) with constants.
template <int count, class Function>
__device__ inline void unrolled(Function function) {
    [&]<int... i>(std::integer_sequence<int, i...>) {
        (function(std::integral_constant<int, i>{}), ...);
    }
    (std::make_integer_sequence<int, count>{});
}

/// The task of a launch of the kernel.
struct RollingTask {
    ConstDeviceSamples padded;
    DeviceSamples out;
    std::uint32_t mask;
    int rowsOfWarp;
    bool sweeps;
};

/// The greatest samples of the rows of a disc or a square. Each row is covered by two runs whose lengths are
/// powers of two.
template <int r, bool round>
struct FlatShape {
    static constexpr int radius = r;

    static constexpr int halfWidth(int row) { return round ? discHalfWidth(r, row) : r; }
    /// Two runs of 2^level samples cover the row.
    static constexpr int level(int row) {
        int level = 0;
        while (2 << level <= 2 * halfWidth(row) + 1)
            ++level;
        return level;
    }
    static constexpr int levels = level(0);
    using Rows = float[levels + 1][rowSamples];

    /// Finds the greatest samples of runs. \param mine  the samples of this lane, which are in rows[0]
    __device__ void prepare(Rows& rows, float (&mine)[loadsOfLane]) const {
        const int lane = static_cast<int>(threadIdx.x) % lanes;
        unrolled<levels>([&](auto level) {
            __syncwarp();
#pragma unroll
            for (int i = 0; i < loadsOfLane; ++i) {
                const int at = lane + i * lanes;
                mine[i] = fmaxf(mine[i], rows[level][at + (1 << level)]);
                rows[level + 1][at] = mine[i];
            }
        });
    }
    /// The greatest samples of the shape's rows 0, ..., radius around column x + radius.
    __device__ void greatest(const Rows& rows, int x, float (&of)[r + 1]) const {
        unrolled<r + 1>([&](auto row) {
            constexpr int half = halfWidth(row);
            constexpr int run = level(row);
            if constexpr (row > 0 && half == halfWidth(row > 0 ? row - 1 : 0)) {
                of[row] = of[row - 1];
            } else {
                const float* const from = rows[run] + x + r - half;
                of[row] = fmaxf(from[0], from[2 * half + 1 - (1 << run)]);
            }
        });
    }
};

/// The greatest samples of the rows of a ball.
template <int r>
struct BallShape {
    static constexpr int radius = r;
    using Rows = float[1][rowSamples];

    float weights[(r + 1) * (r + 1)];

    __device__ void prepare(Rows&, float (&)[loadsOfLane]) const {}
    __device__ void greatest(const Rows& rows, int x, float (&of)[r + 1]) const {
        const float* const middle = rows[0] + x + r;
        float sides[r + 1];
        unrolled<r + 1>([&](auto dx) { sides[dx] = fmaxf(middle[-dx], middle[dx]); });
        unrolled<r + 1>([&](auto row) {
            of[row] = sides[0] + weights[row * (r + 1)];
            unrolled<discHalfWidth(r, row)>([&](auto i) {
                constexpr int dx = i + 1;
                of[row] = fmaxf(of[row], sides[dx] + weights[row * (r + 1) + dx]);
            });
        });
    }
};

template <class Shape>
__global__ void __launch_bounds__(lanes* warpsOfBlock)
    rollingKernel(const __grid_constant__ Shape shape, RollingTask task) {
    constexpr int r = Shape::radius;
    __shared__ typename Shape::Rows shared[warpsOfBlock];
    const int lane = static_cast<int>(threadIdx.x) % lanes;
    const int warp = static_cast<int>(threadIdx.x) / lanes;
    typename Shape::Rows& rows = shared[warp];
    const std::int64_t x = (std::int64_t{blockIdx.x} * warpsOfBlock + warp) * columnsOfWarp;
    const std::int64_t y = std::int64_t{blockIdx.y} * task.rowsOfWarp;
    if (x >= task.out.width) return;
    const auto rowsLeft =
        static_cast<int>(task.out.height - y < task.rowsOfWarp ? task.out.height - y : task.rowsOfWarp);

    const float* from = task.padded.row(y) + x + lane;
    const std::int64_t samplesLeft = task.padded.width - x - lane;
    const int rowsRead = rowsLeft + 2 * r;
    __shared__ float ring[warpsOfBlock][rowsAhead][loadsOfLane * lanes];
    const auto start = [&](int row) {
#pragma unroll
        for (int i = 0; i < loadsOfLane; ++i) {
            if (row < rowsRead && i * lanes < samplesLeft)
                __pipeline_memcpy_async(&ring[warp][row % rowsAhead][lane + i * lanes], from + i * lanes, 4);
        }
        __pipeline_commit();
        from += task.padded.stride;
    };
    float* to = task.out.row(y) + x + lane;
    const std::int64_t columnsLeft = task.out.width - x - lane;

    for (int row = 0; row < rowsAhead; ++row)
        start(row);
    float unfinished[columnsOfLane][2 * r + 1];
#pragma unroll
    for (int c = 0; c < columnsOfLane; ++c) {
        unrolled<2 * r + 1>([&](auto d) { unfinished[c][d] = -INFINITY; });
    }
    for (int row = 0; row < rowsRead; ++row) {
        __pipeline_wait_prior(rowsAhead - 1);
        __syncwarp();  // all lanes have read the previous row
        float mine[loadsOfLane];
#pragma unroll
        for (int i = 0; i < loadsOfLane; ++i) {
            mine[i] = turned(ring[warp][row % rowsAhead][lane + i * lanes], task.mask);
            rows[0][lane + i * lanes] = mine[i];
        }
        start(row + rowsAhead);
        shape.prepare(rows, mine);
        __syncwarp();
#pragma unroll
        for (int c = 0; c < columnsOfLane; ++c) {
            float of[r + 1];
            shape.greatest(rows, lane + c * lanes, of);
            unrolled<2 * r>([&](auto d) {
                constexpr int away = d < r ? r - d : d - r;
                unfinished[c][d] = fmaxf(unfinished[c][d + 1], of[away]);
            });
            unfinished[c][2 * r] = of[r];
        }
        if (row < 2 * r) continue;
#pragma unroll
        for (int c = 0; c < columnsOfLane; ++c) {
            const float sample = turned(unfinished[c][0], task.mask);
            if (c * lanes < columnsLeft) __stcs(to + c * lanes, task.sweeps ? swept(sample) : sample);
        }
        to += task.out.stride;
    }
}

template <class Shape>
void launchRolling(cudaStream_t cudaStream, const Shape& shape, RollingTask task) {
    if (task.out.width <= 0 || task.out.height <= 0) return;
    constexpr std::int64_t columnsOfBlock = warpsOfBlock * columnsOfWarp;
    const std::int64_t across = (task.out.width + columnsOfBlock - 1) / columnsOfBlock;
    // Each warp reads 2 r rows before its first result. Long walks waste fewer reads, but only many short
    // walks keep the whole card busy.
    constexpr std::int64_t blocksOfCard = 1500;
    task.rowsOfWarp =
        static_cast<int>(std::clamp<std::int64_t>(task.out.height * across / blocksOfCard, 32,
                                                  std::max<std::int64_t>(256, task.out.height / 65535 + 1)));
    const dim3 blocks(static_cast<unsigned>(across),
                      static_cast<unsigned>((task.out.height + task.rowsOfWarp - 1) / task.rowsOfWarp));
    rollingKernel<<<blocks, lanes * warpsOfBlock, 0, cudaStream>>>(shape, task);
    check(cudaGetLastError());
}

/// Calls launch(radius) with a constant. \pre 1 <= radius <= most
template <int most, class Launch>
void withRadius(int radius, Launch launch) {
    [&]<int... i>(std::integer_sequence<int, i...>) {
        (void)((radius == i + 1 && (launch(std::integral_constant<int, i + 1>{}), true)) || ...);
    }
    (std::make_integer_sequence<int, most>{});
}

}  // namespace burin::gpu::extremes
