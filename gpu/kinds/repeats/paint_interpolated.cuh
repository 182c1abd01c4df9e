// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Paints the repeats of a table that are interpolated. A warp lists the repeats over its strip and walks down
// the strip, as for exact copies. Patterns that fit are read from shared memory. A line at an angle crosses
// many rows of a pattern: the first-level cache needs a cycle for almost every row, shared memory needs more
// than one cycle only for bank conflicts.

#include "gpu/device/current_device.hpp"
#include "gpu/kinds/repeats/nearby.hpp"
#include "gpu/kinds/repeats/paint.cuh"
#include "gpu/kinds/repeats/turned.cuh"

#include <cfloat>
#include <type_traits>

namespace burin::gpu {

/// Gathers the samples of repeats over one pixel. \see TakeOver
template <class Take>
class Gathered {
  public:
    /// \param counts  whether the sample differs from 0
    __device__ void add(float s, bool counts, float id) { take_.take(counts ? s : 0.0F, id); }
    [[nodiscard]] __device__ float result() const { return take_.result(true); }

  private:
    Take take_;
};
/// Before the first sample, these are infinite. If none follows, the final sweep turns them into 0.
template <>
class Gathered<TakeMost> {
  public:
    __device__ void add(float s, bool counts, float) {
        if (counts) value_ = fmaxf(value_, s);
    }
    [[nodiscard]] __device__ float result() const { return value_; }

  private:
    float value_ = -INFINITY;
};
template <>
class Gathered<TakeLeast> {
  public:
    __device__ void add(float s, bool counts, float) {
        if (counts) value_ = fminf(value_, s);
    }
    [[nodiscard]] __device__ float result() const { return value_; }

  private:
    float value_ = INFINITY;
};

/// Keeps a number in its register: the compiler would load it again for each sample.
template <class T>
__device__ inline void pin(T& number) {
    asm volatile("" : "+r"(number));
}
__device__ inline void pin(float& number) {
    asm volatile("" : "+f"(number));
}
__device__ inline void pin(std::uint64_t& number) {
    asm volatile("" : "+l"(number));
}

/// The two pairs of samples around a place, and the distances from there.
struct PairsAround {
    float2 upper, lower;
    float behindX, behindY;
};

/// A pattern in global memory.
class FarPattern {
  public:
    using Memory = const float*;

    __device__ FarPattern(Memory arena, const PaintedTurn& turn)
        : arena_(reinterpret_cast<const char*>(arena)),
          first_(static_cast<unsigned>(turn.from) * 4),
          rowBytes_(static_cast<unsigned>(turn.stride) * 4),
          lastColumn_(static_cast<unsigned>(turn.lastColumn)),
          lastLine_(static_cast<unsigned>(turn.lastLine)) {
        pin(first_);
        pin(rowBytes_);
        pin(lastColumn_);
        pin(lastLine_);
    }
    [[nodiscard]] __device__ PairsAround at(std::uint64_t x, std::uint64_t y) const {
        const auto highX = static_cast<int>(x >> 32);
        const auto highY = static_cast<int>(y >> 32);
        // Zeros surround the pattern on all sides.
        const unsigned column = min(static_cast<unsigned>(highX >> 11), lastColumn_);
        const unsigned line = min(static_cast<unsigned>(highY >> 11), lastLine_);
        const unsigned place = first_ + column * 8 + line * rowBytes_;
        return {__ldg(reinterpret_cast<const float2*>(arena_ + place)),
                __ldg(reinterpret_cast<const float2*>(arena_ + (place + rowBytes_))),
                Between::behindOf(__funnelshift_l(static_cast<unsigned>(x), highX, 12)),
                Between::behindOf(__funnelshift_l(static_cast<unsigned>(y), highY, 12))};
    }

  private:
    const char* arena_;
    unsigned first_, rowBytes_;
    unsigned lastColumn_, lastLine_;
};

/// A pattern in shared memory. Places are modulo nearby::sidePx.
class NearPattern {
  public:
    using Memory = unsigned;  ///< the address of the arena

    __device__ NearPattern(Memory arena, const PaintedTurn& turn)
        : first_(arena + static_cast<unsigned>(turn.from) * 4),
          rowBytes_(static_cast<unsigned>(turn.stride) * 4),
          lastColumn_(static_cast<unsigned>(turn.lastColumn)),
          lastLine_(static_cast<unsigned>(turn.lastLine)) {
        pin(first_);
        pin(rowBytes_);
        pin(lastColumn_);
        pin(lastLine_);
    }
    [[nodiscard]] __device__ PairsAround at(std::uint64_t x, std::uint64_t y) const {
        static_assert(TurnedCopy::Axis::fractionBits + PaintedTurn::nearbyShift == 32 + 23);
        const auto highX = static_cast<unsigned>(x >> 32);
        const auto highY = static_cast<unsigned>(y >> 32);
        const unsigned column = min(highX >> 23, lastColumn_);
        const unsigned line = min(highY >> 23, lastLine_);
        const unsigned place = first_ + column * 8 + line * rowBytes_;
        return {pairAt(place), pairAt(place + rowBytes_), Between::behindOf(highX), Between::behindOf(highY)};
    }

  private:
    static __device__ float2 pairAt(unsigned address) {
        float2 pair;
        asm("ld.shared.v2.f32 {%0, %1}, [%2];" : "=f"(pair.x), "=f"(pair.y) : "r"(address));
        return pair;
    }

    unsigned first_, rowBytes_;
    unsigned lastColumn_, lastLine_;
};

/// How the samples of a band are divided among a warp: each half takes a block of samples of that width; the
/// two lie side by side.
template <int halfWidth>
struct BandBlocks {
    static constexpr int width = 2 * halfWidth;
    static constexpr int height = 16 / halfWidth;
    static constexpr int across = strip::columns / width;
    static constexpr int down = strip::bandRows / height;

    static __device__ int columnOf(unsigned lane) { return lane % halfWidth + lane / 16 * halfWidth; }
    static __device__ int rowOf(unsigned lane) { return lane % 16 / halfWidth; }

    /// Which of a band's blocks may meet the pattern, one bit for each.
    /// \param x,y  the band's corner in the copy
    static __device__ unsigned thatMeet(const PaintedTurn& turn, int x, int y, unsigned lane) {
        const float dx =
            static_cast<float>(2 * x + width * static_cast<int>(2 * (lane % across) + 1) - turn.width) * 0.5F;
        const float dy =
            static_cast<float>(2 * y + height * static_cast<int>(2 * (lane / across) + 1) - turn.height) *
            0.5F;
        const auto meets = [dx, dy](const PaintedTurn::Slope& slope) {
            return fabsf(slope.right * dx + slope.below * dy) <=
                   slope.half + fabsf(slope.right) * (width / 2 + 1) + fabsf(slope.below) * (height / 2 + 1);
        };
        return __ballot_sync(~0U, lane < across * down && meets(turn.roughX) && meets(turn.roughY));
    }
};

/// If a pattern may be turned by any angle, a square block meets the fewest of its rows.
using TurnedBlocks = BandBlocks<4>;
using ScaledBlocks = BandBlocks<16>;

/// Combines a copy over the band of rows from y on.
template <class Blocks, class Pattern, class Take>
__device__ void addTurn(Gathered<Take> (&gathered)[strip::bandRows], const PaintedTurn& turn,
                        typename Pattern::Memory arena, int x, int y, int lane) {
    const unsigned blocks = Blocks::thatMeet(turn, x - turn.left, y - turn.top, lane);
    if (blocks == 0) return;
    const int left = x - turn.left + Blocks::columnOf(lane);
    const int top = y - turn.top + Blocks::rowOf(lane);
    const Pattern pattern(arena, turn);
    float largest[Blocks::across];  // the largest magnitude; samples outside of the copy do not count
#pragma unroll
    for (int i = 0; i < Blocks::across; ++i) {
        const bool inside =
            static_cast<unsigned>(left + Blocks::width * i) < static_cast<unsigned>(turn.width);
        largest[i] = inside ? FLT_MAX : -1.0F;
        pin(largest[i]);
    }
    float gain = turn.gain;
    float id = turn.id;
    float leastInside = turn.least;
    pin(gain);
    pin(id);
    pin(leastInside);
    // Multiples of steps that are powers of 2 take the fewest instructions.
    constexpr int middle = (Blocks::across - 1) / 2;
    const int from = left + Blocks::width * middle;
    std::uint64_t rowX = turn.x.at(from, top);
    std::uint64_t rowY = turn.y.at(from, top);
    std::uint64_t rightX = Blocks::width * turn.x.right;
    std::uint64_t rightY = Blocks::width * turn.y.right;
    std::uint64_t belowX = Blocks::height * turn.x.below;
    std::uint64_t belowY = Blocks::height * turn.y.below;
    pin(rightX);
    pin(rightY);
    pin(belowX);
    pin(belowY);
#pragma unroll
    for (int k = 0; k < Blocks::down; ++k) {
        const bool inside =
            static_cast<unsigned>(top + Blocks::height * k) < static_cast<unsigned>(turn.height);
        const float least = inside ? leastInside : INFINITY;
#pragma unroll
        for (int i = 0; i < Blocks::across; ++i) {
            if ((blocks >> (k * Blocks::across + i) & 1U) == 0) continue;
            const auto steps = static_cast<std::uint64_t>(std::int64_t{i - middle});
            const PairsAround a = pattern.at(rowX + steps * rightX, rowY + steps * rightY);
            const float s = interpolatedBy(a.upper, a.lower, a.behindX, a.behindY);
            const bool counts = fabsf(s) >= least && fabsf(s) <= largest[i];
            gathered[k * Blocks::across + i].add(s * gain, counts, id);
        }
        rowX += belowX;
        rowY += belowY;
    }
}

/// Stores the results of a band, but not more rows than there are.
template <class Blocks, class Take>
__device__ void storeBand(const Gathered<Take> (&gathered)[strip::bandRows], const DeviceSamples& out, int x,
                          int y, int rows, int lane, float dust) {
    const int left = Blocks::columnOf(lane);
    const int top = Blocks::rowOf(lane);
    float* to = out.row(y + top) + x + left;
    const std::ptrdiff_t below = Blocks::height * out.stride;
    const auto store = [&](auto whole) {
#pragma unroll
        for (int k = 0; k < Blocks::down; ++k) {
#pragma unroll
            for (int i = 0; i < Blocks::across; ++i) {
                if (whole.value ||
                    (x + left + Blocks::width * i < out.width && top + Blocks::height * k < rows))
                    __stcs(to + Blocks::width * i, swept(gathered[k * Blocks::across + i].result(), dust));
            }
            to += below;
        }
    };
    if (x + strip::columns <= out.width && rows >= strip::bandRows) {
        store(std::true_type{});
    } else {
        store(std::false_type{});
    }
}

/// The work of the warps of a launch.
struct InterpolatedPainting {
    Search tall;  ///< for a strip
    Search flat;  ///< for a band
    RepeatTable table;
    DeviceSamples out;
    int rows;  ///< rows of a strip
    float dust;
};

/// If all repeats over a strip fit into one list, they are listed once; otherwise each band needs list after
/// list.
template <class Take, class Blocks, class Pattern, int capacity>
__device__ void paintStrip(const InterpolatedPainting& p, typename Pattern::Memory arena, int x, int top,
                           ListedTurn (&list)[capacity], int lane) {
    const int bottom = min(top + p.rows, static_cast<int>(p.out.height));
    RepeatWalk walk(p.tall, x, top, lane);
    int count = walk.list(list, TableLookup{p.table, x, top, p.rows});
    const bool once = walk.done();
    for (int y = top; y < bottom; y += strip::bandRows) {
        Gathered<Take> gathered[strip::bandRows];
        if (!once) {
            walk = RepeatWalk(p.flat, x, y, lane);
            count = walk.list(list, TableLookup{p.table, x, y, strip::bandRows});
        }
        while (true) {
            for (int k = 0; k < count; ++k) {
                const ListedTurn& listed = list[k];
                if (listed.top >= y + strip::bandRows || listed.bottom <= y) continue;
                addTurn<Blocks, Pattern>(gathered, p.table.turns[listed.place], arena, x, y, lane);
            }
            if (once || walk.done()) break;
            count = walk.list(list, TableLookup{p.table, x, y, strip::bandRows});
        }
        storeBand<Blocks>(gathered, p.out, x, y, bottom - y, lane, p.dust);
    }
}

template <class Take, class Blocks>
__global__ void __launch_bounds__(strip::warps * 32, 8)
    paintFarKernel(const __grid_constant__ InterpolatedPainting painting, const float* arena) {
    __shared__ ListedTurn lists[strip::warps][96];
    const int lane = static_cast<int>(threadIdx.x) % 32;
    const int warp = static_cast<int>(threadIdx.x) / 32;
    const int x = (static_cast<int>(blockIdx.x) * strip::warps + warp) * strip::columns;
    if (x >= painting.out.width) return;
    paintStrip<Take, Blocks, FarPattern>(painting, arena, x, static_cast<int>(blockIdx.y) * painting.rows,
                                         lists[warp], lane);
}

/// A block stays on its multiprocessor, and its warps take strip after strip.
template <class Take, class Blocks>
__global__ void __launch_bounds__(nearby::warps * 32, 1)
    paintNearKernel(const __grid_constant__ InterpolatedPainting painting, const float* arena) {
    extern __shared__ float4 patterns[];
    static_assert(sizeof(ListedTurn) == nearby::listedBytes);
    __shared__ ListedTurn lists[nearby::warps][nearby::capacity];
    __shared__ int next;
    const int lane = static_cast<int>(threadIdx.x) % 32;
    const int warp = static_cast<int>(threadIdx.x) / 32;
    for (int k = static_cast<int>(threadIdx.x); k < painting.table.nearbySamples / 4; k += nearby::warps * 32)
        patterns[k] = __ldg(reinterpret_cast<const float4*>(arena) + k);
    if (threadIdx.x == 0) next = 0;
    __syncthreads();
    const auto address = static_cast<unsigned>(__cvta_generic_to_shared(patterns));
    const int across = static_cast<int>((painting.out.width + strip::columns - 1) / strip::columns);
    const int down = static_cast<int>((painting.out.height + painting.rows - 1) / painting.rows);
    while (true) {
        int mine = lane == 0 ? atomicAdd(&next, 1) : 0;
        mine = __shfl_sync(~0U, mine, 0) * static_cast<int>(gridDim.x) + static_cast<int>(blockIdx.x);
        if (mine >= across * down) return;
        paintStrip<Take, Blocks, NearPattern>(painting, address, mine % across * strip::columns,
                                              mine / across * painting.rows, lists[warp], lane);
    }
}

template <class Blocks>
void paintInterpolated(cudaStream_t cudaStream, const RepeatMixing& mixing, const Repeats& around,
                       const RepeatTable& table, const float* arena, DeviceSamples out) {
    const bool near = table.nearbySamples > 0;
    const int rows =
        near ? nearby::stripRowsFor({out.width, out.height}) : stripRowsFor({out.width, out.height});
    const InterpolatedPainting painting{Search(around, {strip::columns, rows}),
                                        Search(around, {strip::columns, strip::bandRows}),
                                        table,
                                        out,
                                        rows,
                                        mixing.dust};
    const auto blocksFor = [](std::int64_t count, std::int64_t ofBlock) {
        return static_cast<unsigned>((count + ofBlock - 1) / ofBlock);
    };
    withTake(mixing.blend, mixing.ids, [&](auto take) {
        if (near) {
            const auto kernel = paintNearKernel<decltype(take), Blocks>;
            const int bytes = table.nearbySamples * static_cast<int>(sizeof(float));
            check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
            const unsigned strips = blocksFor(out.width, strip::columns) * blocksFor(out.height, rows);
            const unsigned blocks = std::min(strips, static_cast<unsigned>(processors()));
            kernel<<<blocks, nearby::warps * 32, bytes, cudaStream>>>(painting, arena);
        } else {
            const dim3 blocks(blocksFor(out.width, strip::warps * strip::columns),
                              blocksFor(out.height, rows));
            paintFarKernel<decltype(take), Blocks>
                <<<blocks, strip::warps * 32, 0, cudaStream>>>(painting, arena);
        }
    });
    check(cudaGetLastError());
}

}  // namespace burin::gpu
