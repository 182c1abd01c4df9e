// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// An area that the warps of a grid compute in small parts, which are dealt to them in order. At any time, the
// grid reads and writes in a narrow band of memory, even if some warps are slower than others, and all
// multiprocessors end at the same time.

#include "gpu/device/stream_counters.hpp"
#include "gpu/device/view.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

namespace burin::gpu::pieces {

inline constexpr int lanesOfWarp = 32;

/// A word in shared memory that another warp may write at the same time. Each word says everything that its
/// reader needs, so the order of other words does not matter.
template <class Word>
__device__ inline Word sharedWord(const Word& at) {
    const auto address = static_cast<std::uint32_t>(__cvta_generic_to_shared(&at));
    Word word;
    if constexpr (sizeof(Word) == 8) {
        asm volatile("ld.relaxed.cta.shared.u64 %0, [%1];" : "=l"(word) : "r"(address));
    } else {
        asm volatile("ld.relaxed.cta.shared.u32 %0, [%1];" : "=r"(word) : "r"(address));
    }
    return word;
}
__device__ inline void setSharedWord(std::uint64_t& at, std::uint64_t word) {
    const auto address = static_cast<std::uint32_t>(__cvta_generic_to_shared(&at));
    asm volatile("st.relaxed.cta.shared.u64 [%0], %1;" : : "r"(address), "l"(word));
}

/// Deals the numbers of parts to the warps of a grid, in order.
///
/// A round has a part for each warp of a block. A block takes rounds from the counter of the grid, and its
/// warps draw tickets from the counter of the block. The number of a ticket says which of the block's rounds
/// it belongs to, and which part of the round it stands for. The warp that draws the first ticket of a round
/// also takes the round after the next one, so that the others need not wait for device memory. The first two
/// rounds of each block need no counter.
///
/// The parts of later tickets of a block have higher numbers. So a warp ends as soon as its part lies behind
/// the last one. No warp waits for one that has ended: a warp only waits for warps with earlier tickets, and
/// only for what these do while they draw.
template <int threads>
class PartDealer {
  public:
    static constexpr std::uint32_t warps = threads / lanesOfWarp;

    /// Shared memory of the block.
    struct Shared {
        static constexpr std::uint32_t kept = 64;  ///< the most rounds that are kept at a time
        std::uint64_t rounds[kept];   ///< the block's number of a round, and in the lower half the grid's
        std::uint32_t readers[kept];  ///< how many warps have read each word of `rounds`, in all
        std::uint32_t tickets;
    };

    /// All threads of the block construct it.
    __device__ PartDealer(Shared& shared, StreamCounters::Words* grid) : shared_(shared), grid_(grid) {
        if (threadIdx.x < Shared::kept) {
            const std::uint32_t i = threadIdx.x;
            shared.rounds[i] = i < 2 ? packed(i, i * gridDim.x + blockIdx.x) : ~std::uint64_t{0};
            shared.readers[i] = 0;
        }
        if (threadIdx.x == 0) shared.tickets = 0;
        __syncthreads();
    }

    /// The next part, the same for all lanes of the warp. It may lie behind the last one.
    [[nodiscard]] __device__ std::uint32_t draw() {
        std::uint32_t part = 0;
        if (threadIdx.x % lanesOfWarp == 0) {
            const std::uint32_t ticket = atomicAdd(&shared_.tickets, 1U);
            const std::uint32_t round = ticket / warps;
            if (ticket % warps == 0) takeRound(round + 2);
            part = waitFor(round) * warps + ticket % warps;
            atomicAdd(&shared_.readers[round % Shared::kept], 1U);
        }
        return __shfl_sync(0xFFFFFFFF, part, 0);
    }

    /// All threads of the block call it after their last part. The last block of the grid resets the
    /// counters.
    __device__ void end() {
        __syncthreads();
        if (threadIdx.x != 0) return;
        __threadfence();
        if (atomicAdd(&grid_->ended, 1U) != gridDim.x - 1) return;
        grid_->taken = 0;
        grid_->ended = 0;
    }

  private:
    [[nodiscard]] __device__ static std::uint64_t packed(std::uint32_t ofBlock, std::uint32_t ofGrid) {
        return std::uint64_t{ofBlock} << 32 | ofGrid;
    }
    /// Takes a round for the block from the counter of the grid.
    __device__ void takeRound(std::uint32_t ofBlock) {
        const std::uint32_t at = ofBlock % Shared::kept;
        // Rounds are taken in order.
        static_cast<void>(waitFor(ofBlock - 1));
        // Every warp that needs the round that was stored here before must have read it.
        const std::uint32_t before = ofBlock / Shared::kept * warps;
        while (sharedWord(shared_.readers[at]) != before) {
        }
        const std::uint32_t ofGrid = atomicAdd(&grid_->taken, 1U) + 2 * gridDim.x;
        setSharedWord(shared_.rounds[at], packed(ofBlock, ofGrid));
    }
    /// The grid's round that is a round of the block. It is taken, or a warp is taking it.
    [[nodiscard]] __device__ std::uint32_t waitFor(std::uint32_t ofBlock) const {
        std::uint64_t round = 0;
        do {
            round = sharedWord(shared_.rounds[ofBlock % Shared::kept]);
        } while (static_cast<std::uint32_t>(round >> 32) != ofBlock);
        return static_cast<std::uint32_t>(round);
    }

    Shared& shared_;
    StreamCounters::Words* grid_;
};

/// The vectors of two areas of the same size, in parts of a row.
struct DealtArea {
    static constexpr std::uint32_t vectorsOfPart = 2 * lanesOfWarp;

    const float4* in;
    float4* out;
    std::int64_t inStride;  ///< vectors from one row to the next
    std::int64_t outStride;
    std::uint32_t vectorsOfRow;
    std::uint32_t partsOfRow;
    std::uint32_t count;   ///< of all parts
    std::uint32_t factor;  ///< with `shift`: the row of a part is part * factor / 2^shift
    int shift;

    /// If no gaps are between rows, all of them are a single row. \pre both areas have the same size
    /// \return nothing if the rows are not whole vectors, or if the ends of rows keep many lanes idle
    [[nodiscard]] static std::optional<DealtArea> of(ConstDeviceSamples in, DeviceSamples out) {
        constexpr std::int64_t samples = sizeof(float4) / sizeof(float);
        constexpr std::int64_t mostVectors = std::int64_t{1} << 31;
        if (out.width <= 0 || out.height <= 0 || out.width % samples != 0) return {};
        if (!in.aligned(sizeof(float4)) || !out.aligned(sizeof(float4))) return {};
        std::int64_t width = out.width / samples;
        std::int64_t height = out.height;
        if (width > mostVectors / height) return {};
        if (in.stride == out.width && out.stride == out.width) width *= std::exchange(height, 1);
        const std::int64_t partsOfRow = (width + vectorsOfPart - 1) / vectorsOfPart;
        if (height > 1 && partsOfRow * vectorsOfPart > width + width / 8) return {};
        const auto divisor = static_cast<std::uint64_t>(partsOfRow);
        // Exact for all parts below 2^31, as in T. Granlund and P. L. Montgomery, Division by invariant
        // integers using multiplication, 1994.
        const int shift = 31 + static_cast<int>(std::bit_width(divisor - 1));
        const std::uint64_t factor = ((std::uint64_t{1} << shift) + divisor - 1) / divisor;
        return DealtArea{reinterpret_cast<const float4*>(in.data),
                         reinterpret_cast<float4*>(out.data),
                         in.stride / samples,
                         out.stride / samples,
                         static_cast<std::uint32_t>(width),
                         static_cast<std::uint32_t>(partsOfRow),
                         static_cast<std::uint32_t>(partsOfRow * height),
                         static_cast<std::uint32_t>(factor),
                         shift};
    }
    [[nodiscard]] bool isOneRow() const { return partsOfRow == count; }

    /// The first samples of a part.
    struct Place {
        std::int64_t row;
        std::uint32_t vector;  ///< of the row
    };
    template <bool oneRow>
    [[nodiscard]] __device__ Place placeOf(std::uint32_t part) const {
        if constexpr (oneRow) {
            return {0, part * vectorsOfPart};
        } else {
            const auto row = static_cast<std::uint32_t>(std::uint64_t{part} * factor >> shift);
            return {row, (part - row * partsOfRow) * vectorsOfPart};
        }
    }
};

}  // namespace burin::gpu::pieces
