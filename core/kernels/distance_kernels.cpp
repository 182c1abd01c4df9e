// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/distance_kernels.hpp"

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace burin::BURIN_ISA {

namespace {

#if defined(__AVX512BW__)
constexpr int registerBytes = 64;
#elif defined(__AVX2__)
constexpr int registerBytes = 32;
#else
constexpr int registerBytes = 16;
#endif

typedef std::uint16_t Lanes16 __attribute__((vector_size(registerBytes)));
typedef std::uint32_t Lanes32 __attribute__((vector_size(registerBytes)));

template <class Square>
struct LanesOf;
template <>
struct LanesOf<std::uint16_t> {
    using Type = Lanes16;
};
template <>
struct LanesOf<std::uint32_t> {
    using Type = Lanes32;
};

template <class Square>
using Lanes = typename LanesOf<Square>::Type;

template <class Square>
Lanes<Square> load(const Square* from) {
    Lanes<Square> lanes;
    __builtin_memcpy(&lanes, from, sizeof lanes);
    return lanes;
}

template <class Square>
void store(Square* to, Lanes<Square> lanes) {
    __builtin_memcpy(to, &lanes, sizeof lanes);
}

Lanes16 addSaturated(Lanes16 a, Lanes16 b) {
#if defined(__AVX512BW__)
    return (Lanes16)_mm512_adds_epu16((__m512i)a, (__m512i)b);
#elif defined(__AVX2__)
    return (Lanes16)_mm256_adds_epu16((__m256i)a, (__m256i)b);
#elif defined(__SSE2__)
    return (Lanes16)_mm_adds_epu16((__m128i)a, (__m128i)b);
#else
    const Lanes16 sum = a + b;
    return sum | (Lanes16)(sum < a);
#endif
}

/// An ordinary sum, because 32-bit squares never overflow.
Lanes32 addSaturated(Lanes32 a, Lanes32 b) {
    return a + b;
}

/// Whether any lane is greater than `limit`.
bool anyAbove(Lanes16 a, std::uint16_t limit) {
#if defined(__AVX512BW__)
    return _mm512_cmpgt_epu16_mask((__m512i)a, _mm512_set1_epi16((short)limit)) != 0;
#elif defined(__AVX2__)
    const __m256i excess = _mm256_subs_epu16((__m256i)a, _mm256_set1_epi16((short)limit));
    return _mm256_testz_si256(excess, excess) == 0;
#elif defined(__SSE2__)
    const __m128i excess = _mm_subs_epu16((__m128i)a, _mm_set1_epi16((short)limit));
    return _mm_movemask_epi8(_mm_cmpeq_epi16(excess, _mm_setzero_si128())) != 0xFFFF;
#else
    bool any = false;
    for (int i = 0; i < registerBytes / 2; ++i)
        any |= a[i] > limit;
    return any;
#endif
}

/// \pre all lanes and the limit are below 2^31
bool anyAbove(Lanes32 a, std::uint32_t limit) {
#if defined(__AVX512BW__)
    return _mm512_cmpgt_epi32_mask((__m512i)a, _mm512_set1_epi32((int)limit)) != 0;
#elif defined(__AVX2__)
    return _mm256_movemask_epi8(_mm256_cmpgt_epi32((__m256i)a, _mm256_set1_epi32((int)limit))) != 0;
#elif defined(__SSE2__)
    return _mm_movemask_epi8(_mm_cmpgt_epi32((__m128i)a, _mm_set1_epi32((int)limit))) != 0;
#else
    bool any = false;
    for (int i = 0; i < registerBytes / 4; ++i)
        any |= a[i] > limit;
    return any;
#endif
}

/// The squares of one block, kept in registers.
template <class Square>
struct Block {
    static constexpr int lanes = registerBytes / static_cast<int>(sizeof(Square));
    static constexpr int parts = static_cast<int>(distanceBlock) / lanes;

    Lanes<Square> part[parts];

    /// Replaces each square by the square of the neighbour at `side` * dx plus dx^2, if that sum is smaller.
    void reach(const Square* column, std::int64_t side, std::int64_t dx) {
        const Lanes<Square> farther = squareOf(dx);
        for (int i = 0; i < parts; ++i) {
            const Lanes<Square> there = addSaturated(load<Square>(column + i * lanes + side * dx), farther);
            part[i] = there < part[i] ? there : part[i];
        }
    }
    /// Like reach(), for the neighbours on both sides at distance dx.
    void reachBoth(const Square* column, std::int64_t dx) {
        const Lanes<Square> farther = squareOf(dx);
        for (int i = 0; i < parts; ++i) {
            const Lanes<Square> left = load<Square>(column + i * lanes - dx);
            const Lanes<Square> right = load<Square>(column + i * lanes + dx);
            const Lanes<Square> there = addSaturated(left < right ? left : right, farther);
            part[i] = there < part[i] ? there : part[i];
        }
    }
    static Lanes<Square> squareOf(std::int64_t dx) {
        constexpr std::int64_t most = Square(-1);
        return Lanes<Square>{} + static_cast<Square>(dx * dx < most ? dx * dx : most);
    }

    [[nodiscard]] Lanes<Square> largest() const {
        Lanes<Square> result = part[0];
        for (int i = 1; i < parts; ++i)
            result = part[i] > result ? part[i] : result;
        return result;
    }
    [[nodiscard]] Lanes<Square> smallest() const {
        Lanes<Square> result = part[0];
        for (int i = 1; i < parts; ++i)
            result = part[i] < result ? part[i] : result;
        return result;
    }
};

/// The squares of the block that starts at `column`, without any neighbour.
template <class Square>
Block<Square> blockAt(const Square* column) {
    Block<Square> block;
    for (int i = 0; i < Block<Square>::parts; ++i) {
        block.part[i] = load<Square>(column + i * Block<Square>::lanes);
    }
    return block;
}

/// Whether a neighbour at dx whose square is `smallest` could be nearer for any sample of a block.
template <class Square>
bool improves(Lanes<Square> largest, Square smallest, std::int64_t dx) {
    const std::int64_t bound = smallest + dx * dx;
    return bound < std::int64_t{Square(-1)} && anyAbove(largest, static_cast<Square>(bound));
}

/// The smallest square + dx^2 for each sample. The search ends when no farther neighbour can be nearer.
template <class Square>
Block<Square> search(const SquaresRow<Square>& row, std::int64_t x, std::int32_t distanceMax) {
    const Square* column = row.first + x;
    Block<Square> block = blockAt(column);
    for (std::int64_t dx = 1; dx < distanceMax; dx += distanceGroup) {
        if (!improves<Square>(block.largest(), row.smallest, dx)) break;
        for (std::int64_t i = 0; i < distanceGroup; ++i)
            block.reachBoth(column, dx + i);
    }
    return block;
}

/// Checks the group of neighbours from dx on, to the left, the right or both, if they can be nearer.
template <class Square>
void reachGroup(Block<Square>& block, const Square* column, const Square* minima, std::int64_t dx) {
    const Lanes<Square> largest = block.largest();
    const bool left = improves<Square>(largest, minima[-(dx + distanceGroup - 1)], dx);
    const bool right = improves<Square>(largest, minima[dx], dx);
    if (left && right) {
        for (std::int64_t i = 0; i < distanceGroup; ++i)
            block.reachBoth(column, dx + i);
    } else if (left || right) {
        for (std::int64_t i = 0; i < distanceGroup; ++i)
            block.reach(column, left ? -1 : 1, dx + i);
    }
}

/// The smallest square in the columns at the distances dx, ..., dx + distanceReach - 1 from any column of a
/// block, on both sides.
template <class Square>
Square smallestInReach(const Square* minima, std::int64_t dx) {
    const std::int64_t rest = distanceReach - distanceGroup;
    const Square left[] = {minima[-(dx + distanceReach - 1)], minima[-(dx + distanceReach - 1) + rest]};
    const Square right[] = {minima[dx], minima[dx + rest]};
    const Square inLeft = left[0] < left[1] ? left[0] : left[1];
    const Square inRight = right[0] < right[1] ? right[0] : right[1];
    return inLeft < inRight ? inLeft : inRight;
}

/// A faster version for long distances: skips neighbours whose smallest square cannot improve any sample.
/// Checking every 64th neighbour first allows it to skip more.
template <class Square>
Block<Square> searchFar(const SquaresRow<Square>& row, std::int64_t x, std::int32_t distanceMax) {
    const Square* column = row.first + x;
    const Square* minima = row.minima + x;
    Block<Square> block = blockAt(column);
    for (std::int64_t dx = distanceReach; dx < distanceMax; dx += distanceReach) {
        if (!improves<Square>(block.largest(), row.smallest, dx)) break;
        block.reachBoth(column, dx);
    }
    for (std::int64_t start = 1; start < distanceMax; start += distanceReach) {
        const Lanes<Square> largest = block.largest();
        if (!improves<Square>(largest, row.smallest, start)) break;
        if (!improves<Square>(largest, smallestInReach(minima, start), start)) continue;
        const std::int64_t end = start + distanceReach < distanceMax ? start + distanceReach : distanceMax;
        for (std::int64_t dx = start; dx < end; dx += distanceGroup)
            reachGroup(block, column, minima, dx);
    }
    return block;
}

#if defined(__AVX512BW__)
constexpr std::int64_t gathered = 16;
/// Uses the masked forms, because GCC 12 warns of an uninitialised variable for the others.
void gather16(__m512i index, const float* table, float* out) {
    _mm512_storeu_ps(out, _mm512_mask_i32gather_ps(_mm512_setzero_ps(), 0xFFFF, index, table, 4));
}
void gather(const std::uint16_t* squares, const float* table, float* out) {
    gather16(_mm512_maskz_cvtepu16_epi32(0xFFFF, _mm256_loadu_si256((const __m256i*)squares)), table, out);
}
void gather(const std::uint32_t* squares, const float* table, float* out) {
    gather16(_mm512_loadu_si512(squares), table, out);
}
#elif defined(__AVX2__)
constexpr std::int64_t gathered = 8;
void gather(const std::uint16_t* squares, const float* table, float* out) {
    const __m256i index = _mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i*)squares));
    _mm256_storeu_ps(out, _mm256_i32gather_ps(table, index, 4));
}
void gather(const std::uint32_t* squares, const float* table, float* out) {
    _mm256_storeu_ps(out, _mm256_i32gather_ps(table, _mm256_loadu_si256((const __m256i*)squares), 4));
}
#else
constexpr std::int64_t gathered = 1;
template <class Square>
void gather(const Square* squares, const float* table, float* out) {
    *out = table[*squares];
}
#endif

template <class Square>
void lookUp(const Square* squares, const float* table, float* out, std::int64_t count) {
    std::int64_t i = 0;
    for (; i + gathered <= count; i += gathered)
        gather(squares + i, table, out + i);
    for (; i < count; ++i)
        out[i] = table[squares[i]];
}

template <class Square>
void profile(const SquaresRow<Square>& row, std::int32_t distanceMax, const float* __restrict table,
             float* __restrict out) {
    const Square farthest = static_cast<Square>(distanceMax * distanceMax);
    for (std::int64_t x = 0; x < row.width; x += distanceBlock) {
        const std::int64_t count = row.width - x < distanceBlock ? row.width - x : distanceBlock;
        const Block<Square> block =
            row.minima == nullptr ? search(row, x, distanceMax) : searchFar(row, x, distanceMax);
        if (!anyAbove(block.largest(), 0)) {
            for (std::int64_t i = 0; i < count; ++i)
                out[x + i] = table[0];
            continue;
        }
        if (!anyAbove(farthest - block.smallest(), 0)) {
            for (std::int64_t i = 0; i < count; ++i)
                out[x + i] = table[farthest];
            continue;
        }
        Square squares[distanceBlock];
        for (int i = 0; i < Block<Square>::parts; ++i) {
            store<Square>(squares + i * Block<Square>::lanes, block.part[i]);
        }
        lookUp(squares, table, out + x, count);
    }
}

template <class Square>
Square square(std::uint16_t* __restrict above, const std::uint16_t* __restrict below,
              std::uint16_t distanceMax, Square* __restrict squares, std::int64_t count) {
    Square smallest = Square(-1);
    for (std::int64_t i = 0; i < count; ++i) {
        const std::uint16_t farther = above[i] < distanceMax ? above[i] + 1 : distanceMax;
        above[i] = below[i] == 0 ? 0 : farther;
        const std::uint16_t nearer = farther < below[i] ? farther : below[i];
        const Square squared = static_cast<Square>(Square(nearer) * Square(nearer));
        squares[i] = squared;
        smallest = squared < smallest ? squared : smallest;
    }
    return smallest;
}

/// minima[i] = min(minima[i], minima[i + distance]), from left to right.
template <class Square>
void widen(Square* minima, std::int64_t distance, std::int64_t count) {
    constexpr int lanes = Block<Square>::lanes;
    for (std::int64_t i = 0; i < count; i += lanes) {
        const Lanes<Square> a = load<Square>(minima + i);
        const Lanes<Square> b = load<Square>(minima + i + distance);
        store<Square>(minima + i, a < b ? a : b);
    }
}

template <class Square>
void reachMinima(const Square* squares, Square* minima, std::int64_t count) {
    const std::int64_t all = count + distanceWindow;
    for (std::int64_t i = 0; i < all; ++i)
        minima[i] = squares[i];
    std::int64_t window = 1;
    for (; window < distanceBlock; window *= 2)
        widen(minima, window, all - window);
    widen(minima, distanceWindow - window, count);
}

template <bool invert>
void stepRow(const std::uint16_t* __restrict previous, const float* __restrict mask, float threshold,
             std::uint16_t distanceMax, std::uint16_t* __restrict next, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) {
        const std::uint16_t farther = previous[i] < distanceMax ? previous[i] + 1 : distanceMax;
        const bool black = invert ? !(mask[i] <= threshold) : !(mask[i] > threshold);
        next[i] = static_cast<std::uint16_t>(farther & -static_cast<int>(black));
    }
}

void step(const std::uint16_t* previous, const float* mask, WhiteRule rule, std::uint16_t distanceMax,
          std::uint16_t* next, std::int64_t count) {
    if (rule.invert) {
        stepRow<true>(previous, mask, rule.threshold, distanceMax, next, count);
    } else {
        stepRow<false>(previous, mask, rule.threshold, distanceMax, next, count);
    }
}

void stepEmpty(const std::uint16_t* __restrict previous, std::uint16_t distanceMax,
               std::uint16_t* __restrict next, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) {
        next[i] = previous[i] < distanceMax ? previous[i] + 1 : distanceMax;
    }
}

}  // namespace

extern const DistanceKernels distanceKernels = {
    &step,
    &stepEmpty,
    {&square<std::uint16_t>, &reachMinima<std::uint16_t>, &profile<std::uint16_t>},
    {&square<std::uint32_t>, &reachMinima<std::uint32_t>, &profile<std::uint32_t>}};

}  // namespace burin::BURIN_ISA
