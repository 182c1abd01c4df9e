// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/textures/rolling.cuh"

// Large discs and balls, of any radius, and the squares that are too large for a card's shared memory.

namespace burin::gpu::extremes {

namespace {

constexpr int wideThreads = 128;
/// Rows of the result that a thread keeps in registers.
constexpr int rowsOfThread = 32;
constexpr int mostRadius = 255;

constexpr int levelsOf(int radius) {
    int level = 0;
    while (2 << level <= 2 * radius + 1)
        ++level;
    return level;
}

/// A block goes through all rows of the source that its rows need. In each row, it finds the greatest samples
/// of runs of 1, 2, 4, ... samples. Two runs cover a row of the shape.
__global__ void __launch_bounds__(wideThreads)
    wideFlat(ConstDeviceSamples padded, DeviceSamples out, int radius, bool round, std::uint32_t mask) {
    /// The starts of the two runs of a row of the shape, from the thread's column on.
    struct Chord {
        int left;
        int right;
    };
    extern __shared__ float4 memory[];
    const int thread = static_cast<int>(threadIdx.x);
    const int samples = wideThreads + 2 * radius;
    const int levels = levelsOf(radius);
    auto* const chords = reinterpret_cast<Chord*>(memory);
    float* const runs = reinterpret_cast<float*>(chords + radius + 1);
    for (int row = thread; row <= radius; row += wideThreads) {
        const int half = round ? discHalfWidth(radius, row) : radius;
        const int level = levelsOf(half);
        const int first = level * samples + radius;
        chords[row] = {first - half, first + half + 1 - (1 << level)};
    }
    const std::int64_t x = std::int64_t{blockIdx.x} * wideThreads;
    const std::int64_t y = std::int64_t{blockIdx.y} * rowsOfThread;
    const std::int64_t columnsLeft = padded.width - x;
    float greatest[rowsOfThread];
#pragma unroll
    for (int j = 0; j < rowsOfThread; ++j)
        greatest[j] = -INFINITY;
    for (int row = 0; row < rowsOfThread + 2 * radius && y + row < padded.height; ++row) {
        const float* const from = padded.row(y + row) + x;
        __syncthreads();  // all threads have read the previous row
        for (int i = thread; i < samples; i += wideThreads)
            runs[i] = i < columnsLeft ? turned(from[i], mask) : 0.0F;
        for (int level = 0; level < levels; ++level) {
            __syncthreads();
            const float* const shorter = runs + level * samples;
            float* const longer = runs + (level + 1) * samples;
            for (int i = thread; i + (2 << level) <= samples; i += wideThreads)
                longer[i] = fmaxf(shorter[i], shorter[i + (1 << level)]);
        }
        __syncthreads();
        int known = -1;
        float chord = 0;
#pragma unroll
        for (int j = 0; j < rowsOfThread; ++j) {
            const int away = abs(row - radius - j);
            if (away > radius) continue;
            const Chord of = chords[away];
            if (of.left != known) {
                known = of.left;
                chord = fmaxf(runs[of.left + thread], runs[of.right + thread]);
            }
            greatest[j] = fmaxf(greatest[j], chord);
        }
    }
    if (x + thread >= out.width) return;
#pragma unroll
    for (int j = 0; j < rowsOfThread; ++j) {
        if (y + j < out.height) __stcs(out.row(y + j) + x + thread, turned(greatest[j], mask));
    }
}

/// A thread compares all samples of the ball, those that share a weight first.
__global__ void __launch_bounds__(wideThreads)
    wideBall(ConstDeviceSamples padded, DeviceSamples out, int radius, std::uint32_t mask,
             const float* __restrict__ weights, bool sweeps) {
    const std::int64_t x = std::int64_t{blockIdx.x} * wideThreads + threadIdx.x;
    if (x >= out.width) return;
    for (std::int64_t y = blockIdx.y; y < out.height; y += gridDim.y) {
        float greatest = -INFINITY;
        for (int dy = 0; dy <= radius; ++dy) {
            const float* const above = padded.row(y + radius - dy) + x + radius;
            const float* const below = padded.row(y + radius + dy) + x + radius;
            const float* const row = weights + dy * (radius + 1);
            const int half = discHalfWidth(radius, dy);
            for (int dx = 0; dx <= half; ++dx) {
                const float upper = fmaxf(turned(above[-dx], mask), turned(above[dx], mask));
                const float lower = fmaxf(turned(below[-dx], mask), turned(below[dx], mask));
                greatest = fmaxf(greatest, fmaxf(upper, lower) + row[dx]);
            }
        }
        const float sample = turned(greatest, mask);
        out.row(y)[x] = sweeps ? swept(sample) : sample;
    }
}

}  // namespace

void wideShape(cudaStream_t cudaStream, Extreme which, ConstDeviceSamples padded, DeviceSamples out,
               int radius, bool round) {
    if (out.width <= 0 || out.height <= 0) return;
    const std::size_t bytes =
        static_cast<std::size_t>(radius + 1) * 2 * sizeof(int) +
        static_cast<std::size_t>((levelsOf(radius) + 1) * (wideThreads + 2 * radius)) * sizeof(float);
    static_assert(
        ((mostRadius + 1) * 2 + (levelsOf(mostRadius) + 1) * (wideThreads + 2 * mostRadius)) * 4 <= 48 * 1024,
        "shared memory without a permission");
    const dim3 blocks(static_cast<unsigned>((out.width + wideThreads - 1) / wideThreads),
                      static_cast<unsigned>((out.height + rowsOfThread - 1) / rowsOfThread));
    wideFlat<<<blocks, wideThreads, bytes, cudaStream>>>(padded, out, radius, round, signMask(which));
    check(cudaGetLastError());
}

void disc(cudaStream_t cudaStream, Extreme which, ConstDeviceSamples padded, DeviceSamples out, int radius) {
    if (radius <= mostRolled) return rolledDisc(cudaStream, which, padded, out, radius);
    wideShape(cudaStream, which, padded, out, radius, true);
}

void ball(cudaStream_t cudaStream, Extreme which, ConstDeviceSamples padded, DeviceSamples out, int radius,
          const BallWeights& weights, bool sweeps) {
    if (radius <= mostRolled) return rolledBall(cudaStream, which, padded, out, radius, weights, sweeps);
    if (out.width <= 0 || out.height <= 0) return;
    const dim3 blocks(static_cast<unsigned>((out.width + wideThreads - 1) / wideThreads),
                      static_cast<unsigned>(std::min<std::int64_t>(out.height, 65535)));
    wideBall<<<blocks, wideThreads, 0, cudaStream>>>(padded, out, radius, signMask(which), weights.onDevice,
                                                     sweeps);
    check(cudaGetLastError());
}

}  // namespace burin::gpu::extremes
