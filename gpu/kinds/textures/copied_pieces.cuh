// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Straight pieces of a curve in shared memory, each of them eight times. The numbers of a piece are a vector
// of 16 bytes, which a lane reads at once. Shared memory serves eight lanes at a time, and each of them has
// its own copies in its own banks, so lanes that read at random never conflict.

#include "gpu/kinds/form/pointwise.cuh"
#include "gpu/kinds/textures/piece_tables.cuh"

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace burin::gpu::pieces {

/// The tables of a block, as one of its lanes reads them.
class CopiedPieces {
  public:
    /// Shared memory that a block needs, for any curve.
    static constexpr std::size_t bytes =
        std::size_t{mostBuckets + 4} * sizeof(std::uint32_t) + std::size_t{mostPieces} * 8 * sizeof(float4);

    /// Whether a curve without bends can be copied. Its range must not be infinite in binary32, because the
    /// place of a sample in it would be NaN.
    [[nodiscard]] static bool canCopy(const PieceTables& curve) {
        return curve.pieceCount <= mostPieces && std::isfinite(curve.final - curve.first);
    }

    __device__ CopiedPieces(const PieceTables& curve, float4* shared)
        : shared_(reinterpret_cast<std::byte*>(shared)),
          own_(threadIdx.x % copies * sizeof(float4)),
          first_(curve.first),
          final_(curve.final),
          scale_(curve.scale) {}

    /// Copies the curve, by all threads of the block. They must wait for each other before they read it.
    template <int threads>
    __device__ void fill(const PieceTables& curve) const {
        auto* const words = reinterpret_cast<uint4*>(shared_);
        const auto* const buckets = reinterpret_cast<const uint4*>(curve.buckets);
#pragma unroll 4
        for (int i = static_cast<int>(threadIdx.x); i < curve.bucketCount / 4; i += threads)
            words[i] = wordsFrom(__ldg(buckets + i), static_cast<std::uint32_t>(i) * 4);
        if (threadIdx.x == 0) {
            // Rounding may place the end of the curve into the bucket after the last one.
            const auto count = static_cast<std::uint32_t>(curve.bucketCount);
            const std::uint32_t last = (__ldg(curve.buckets + count - 1) + (parts - 1)) >> pieceBits;
            const std::uint32_t end = last << pieceBits;
            words[count / 4] = wordsFrom(make_uint4(end, end, end, end), count);
        }
        auto* const pieces = reinterpret_cast<float4*>(shared_ + piecesAt);
        const auto* const starts = reinterpret_cast<const float2*>(curve.starts);
#pragma unroll 4
        for (int i = static_cast<int>(threadIdx.x); i < curve.pieceCount * copies; i += threads) {
            const float2 start = __ldg(starts + i / copies);
            pieces[i] = make_float4(start.x, start.y, __ldg(curve.slopes + i / copies), 0);
        }
    }

    /// The curve at four samples, without dust.
    [[nodiscard]] __device__ float4 mapped(float4 samples) const {
        float v[samplesOfVector] = {samples.x, samples.y, samples.z, samples.w};
        std::uint32_t at[samplesOfVector];
        float4 piece[samplesOfVector];
        bool early = false;
#pragma unroll
        for (int k = 0; k < samplesOfVector; ++k) {
            v[k] = fminf(fmaxf(v[k], first_), final_);
            at[k] = addressOf(v[k]);
            piece[k] = pieceAt(at[k]);
            early = early | (v[k] < piece[k].x);
        }
        // A single branch for all four, because hardly any sample needs a search.
        if (__builtin_expect(early, 0)) {
#pragma unroll
            for (int k = 0; k < samplesOfVector; ++k) {
                if (v[k] < piece[k].x) piece[k] = earlierThan(at[k], v[k]);
            }
        }
#pragma unroll
        for (int k = 0; k < samplesOfVector; ++k)
            v[k] = swept(piece[k].z * (v[k] - piece[k].x) + piece[k].y);
        return make_float4(v[0], v[1], v[2], v[3]);
    }

  private:
    static constexpr int copies = 8;
    /// The address of a piece, after piecesAt, has the number of the piece above the place in its copies.
    static constexpr int copyBits = 7;
    static constexpr std::uint32_t pieceStep = 1U << copyBits;
    static constexpr std::uint32_t pieceMask = (mostPieces - 1) * pieceStep;
    /// The bits of the address of a bucket's word.
    static constexpr std::uint32_t bucketMask = 0xFFFC;
    static constexpr std::uint32_t piecesAt = (mostBuckets + 4) * sizeof(std::uint32_t);
    /// The place of a sample is the number of its part plus this: the bits of 2^23 and of the numbers above.
    static constexpr std::uint32_t firstPlace = 0x4B000000;
    static_assert(pieceStep == copies * sizeof(float4) && std::has_single_bit(unsigned{mostPieces}));
    static_assert(std::bit_cast<float>(firstPlace) == 0x1p23F && piecesAt % sizeof(float4) == 0);
    static_assert((firstPlace >> (partBits - 2) & bucketMask) == 0 && mostBuckets * 4 <= bucketMask);

    /// The words of four buckets. The caller adds places to them without further arithmetic. \see bucketWord
    [[nodiscard]] __device__ static uint4 wordsFrom(uint4 buckets, std::uint32_t first) {
        const std::uint32_t place = firstPlace + first * parts;
        return make_uint4(buckets.x - place, buckets.y - (place + parts), buckets.z - (place + 2 * parts),
                          buckets.w - (place + 3 * parts));
    }
    /// The address of the last piece that starts before the end of the part with the sample.
    /// \pre the sample lies in the range of the curve
    [[nodiscard]] __device__ std::uint32_t addressOf(float v) const {
        // Adding 2^23 leaves the nearest whole number in the low bits, as in partOf().
        const auto place = std::bit_cast<std::uint32_t>(fmaf(v - first_, scale_, 0x1p23F));
        const std::uint32_t bucketAt = place >> (partBits - 2) & bucketMask;
        const std::uint32_t word = *reinterpret_cast<const std::uint32_t*>(shared_ + bucketAt);
        return ((word + place) >> (pieceBits - copyBits) & pieceMask) | own_;
    }
    [[nodiscard]] __device__ float4 pieceAt(std::uint32_t at) const {
        return *reinterpret_cast<const float4*>(shared_ + piecesAt + at);
    }
    /// The piece of a sample. \pre it lies before the piece at `at`; usually it is the one directly before it
    [[nodiscard]] __device__ float4 earlierThan(std::uint32_t at, float v) const {
        return earlierPieceIn(shared_ + piecesAt + own_, v, at / pieceStep - 1);
    }
    /// \param own  the lane's copy of the first piece
    __device__ __noinline__ static float4 earlierPieceIn(const std::byte* own, float v, std::uint32_t high) {
        const auto piece = [&](std::uint32_t k) {
            return *reinterpret_cast<const float4*>(own + k * pieceStep);
        };
        if (v >= piece(high).x) return piece(high);
        std::uint32_t low = 0;
        while (high - low > 1) {
            const std::uint32_t middle = (low + high) / 2;
            if (v < piece(middle).x) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return piece(low);
    }

    std::byte* shared_;
    std::uint32_t own_;
    float first_;
    float final_;
    float scale_;
};

}  // namespace burin::gpu::pieces
