// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/rank_kernels.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

// Medians of wide windows, after J. Suomela, Median Filtering is Equivalent to Sorting, 2014. The samples of
// a tile are sorted once, and a window is the set of its samples' ranks. When the window moves by one sample,
// a row leaves the set, a row enters it, and the median rank moves a little. The set has a byte for each
// rank, because writes to neighbouring bytes do not wait for each other, as writes to one 64-bit word would.

namespace burin::BURIN_ISA {

/// The sample as an unsigned number with the same order.
static std::uint32_t orderedBits(float sample) {
    const std::uint32_t bits = __builtin_bit_cast(std::uint32_t, sample);
    return bits ^ (bits >> 31 != 0 ? 0xFFFFFFFFU : 0x80000000U);
}

static float sampleOf(std::uint32_t ordered) {
    return __builtin_bit_cast(float, ordered ^ (ordered >> 31 != 0 ? 0x80000000U : 0xFFFFFFFFU));
}

constexpr int digitBits = 11;
constexpr int digits = 3;
constexpr std::uint32_t digitValues = 1U << digitBits;

static std::uint32_t digit(std::uint64_t pair, int number) {
    return static_cast<std::uint32_t>(pair >> (32 + number * digitBits)) & (digitValues - 1);
}

/// One stable pass of a radix sort, by one digit.
static void sortByDigit(const std::uint64_t* from, std::uint64_t* to, std::int64_t count, int number,
                        std::uint32_t* places) {
    std::uint32_t next = 0;
    for (std::uint32_t value = 0; value < digitValues; ++value) {
        const std::uint32_t size = places[value];
        places[value] = next;
        next += size;
    }
    for (std::int64_t i = 0; i < count; ++i)
        to[places[digit(from[i], number)]++] = from[i];
}

static void rank(const float* samples, std::int64_t count, std::uint16_t* ranks, float* ascending,
                 std::uint64_t* pairs) {
    std::uint32_t sizes[digits][digitValues] = {};
    std::uint64_t* from = pairs;
    std::uint64_t* to = pairs + count;
    for (std::int64_t i = 0; i < count; ++i) {
        from[i] = static_cast<std::uint64_t>(orderedBits(samples[i])) << 32 | static_cast<std::uint64_t>(i);
        for (int number = 0; number < digits; ++number)
            ++sizes[number][digit(from[i], number)];
    }
    for (int number = 0; number < digits; ++number) {
        if (sizes[number][digit(from[0], number)] == count) continue;  // all samples have the same digit here
        sortByDigit(from, to, count, number, sizes[number]);
        std::uint64_t* const sorted = to;
        to = from;
        from = sorted;
    }
    for (std::int64_t i = 0; i < count; ++i) {
        ranks[from[i] & 0xFFFFFFFFU] = static_cast<std::uint16_t>(i);
        ascending[i] = sampleOf(static_cast<std::uint32_t>(from[i] >> 32));
    }
}

constexpr std::int64_t windows = 8;
constexpr std::int64_t groupRanks = 64;

/// Bit i: whether rank i of this group of 64 is in window `number`.
static std::uint64_t groupOf(const std::uint8_t* members, int number) {
#if defined(__AVX512BW__)
    return _mm512_test_epi8_mask(_mm512_load_si512(members),
                                 _mm512_set1_epi8(static_cast<char>(1 << number)));
#elif defined(__AVX2__)
    const auto half = [members, number](int at) {
        const __m256i part = _mm256_load_si256(reinterpret_cast<const __m256i*>(members + at));
        return static_cast<std::uint64_t>(
            static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_slli_epi16(part, 7 - number))));
    };
    return half(0) | half(32) << 32;
#elif defined(__x86_64__)
    std::uint64_t set = 0;
    for (int at = 0; at < groupRanks; at += 16) {
        const __m128i part = _mm_load_si128(reinterpret_cast<const __m128i*>(members + at));
        set |= static_cast<std::uint64_t>(
                   static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_slli_epi16(part, 7 - number))))
               << at;
    }
    return set;
#else
    std::uint64_t set = 0;
    for (int at = 0; at < groupRanks; ++at)
        set |= static_cast<std::uint64_t>(members[at] >> number & 1) << at;
    return set;
#endif
}

/// The number of `count` ranks that are below `limit`. Reads up to rankPadding more ranks.
static std::int64_t countBelow(const std::uint16_t* ranks, std::int64_t count, std::uint16_t limit) {
    std::int64_t below = 0;
#if defined(__AVX512BW__)
    const __m512i limits = _mm512_set1_epi16(static_cast<short>(limit));
    for (std::int64_t i = 0; i < count; i += 32) {
        const std::uint32_t wanted = count - i < 32 ? (1U << (count - i)) - 1 : ~0U;
        below +=
            __builtin_popcount(_mm512_mask_cmplt_epu16_mask(wanted, _mm512_loadu_si512(ranks + i), limits));
    }
#elif defined(__AVX2__)
    // Compares two ranks at a time: the saturated difference limit - rank is 0 unless the rank is below the
    // limit.
    const __m256i limits = _mm256_set1_epi16(static_cast<short>(limit));
    for (std::int64_t i = 0; i < count; i += 16) {
        const std::uint32_t wanted = count - i < 16 ? (1U << 2 * (count - i)) - 1 : ~0U;
        const __m256i part = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(ranks + i));
        const __m256i above = _mm256_cmpeq_epi16(_mm256_subs_epu16(limits, part), _mm256_setzero_si256());
        below += __builtin_popcount(~static_cast<std::uint32_t>(_mm256_movemask_epi8(above)) & wanted) / 2;
    }
#else
    for (std::int64_t i = 0; i < count; ++i)
        below += ranks[i] < limit ? 1 : 0;
#endif
    return below;
}

/// The position of the set bit with exactly `before` set bits below it.
static int placeOfBit(std::uint64_t set, std::int64_t before) {
#if defined(__BMI2__)
    return __builtin_ctzll(_pdep_u64(std::uint64_t{1} << before, set));
#else
    for (; before > 0; --before)
        set &= set - 1;
    return __builtin_ctzll(set);
#endif
}

/// The last place of a window's median.
struct Middle {
    std::int64_t group = 0;  ///< index of a group of 64 ranks
    std::int64_t below = 0;  ///< ranks of the window in earlier groups

    /// The rank of the window with exactly `before` of its ranks below it. \pre the window has more ranks
    /// than that
    [[gnu::always_inline]] std::int64_t find(const std::uint8_t* members, int number, std::int64_t before) {
        std::uint64_t set = groupOf(members + group * groupRanks, number);
        while (below > before) {
            --group;
            set = groupOf(members + group * groupRanks, number);
            below -= __builtin_popcountll(set);
        }
        for (std::int64_t size = __builtin_popcountll(set); below + size <= before;
             size = __builtin_popcountll(set)) {
            below += size;
            ++group;
            set = groupOf(members + group * groupRanks, number);
        }
        return group * groupRanks + placeOfBit(set, before - below);
    }
};

/// Up to eight neighbouring windows that move down their columns together.
class Strip {
  public:
    Strip(const RankedTile& tile, std::int64_t x, int count)
        : tile_(tile), x_(x), count_(count), side_(2 * tile.radius + 1) {
        for (std::int64_t c = 0; c < side_ + count - 1; ++c) {
            const std::uint32_t upTo = c < windows ? (2U << c) - 1 : 0xFF;
            const std::uint32_t from = c < side_ ? 0xFF : 0xFFU << (c - side_ + 1);
            entering_[c] = static_cast<std::uint8_t>(upTo & from);
        }
    }
    void medians(float* out, std::int64_t outStride) const;

  private:
    [[nodiscard]] const std::uint16_t* row(std::int64_t y) const {
        return tile_.ranks + y * tile_.stride + x_;
    }
    void set(std::int64_t y, const std::uint8_t* values) const {
        const std::uint16_t* __restrict ranks = row(y);
        std::uint8_t* __restrict members = tile_.members;
        const std::int64_t columns = side_ + count_ - 1;
        for (std::int64_t c = 0; c < columns; ++c)
            members[ranks[c]] = values[c];
    }

    static constexpr std::int64_t mostColumns = 2 * 31 + windows;
    const RankedTile& tile_;
    std::int64_t x_;
    int count_;  ///< number of windows
    std::int64_t side_;
    /// Column c is in windows c - side + 1 to c, if they exist.
    std::uint8_t entering_[mostColumns] = {};
    std::uint8_t leaving_[mostColumns] = {};
};

void Strip::medians(float* out, std::int64_t outStride) const {
    const std::int64_t before = side_ * side_ / 2;
    Middle middles[windows];
    for (std::int64_t y = 0; y < side_; ++y)
        set(y, entering_);
    for (std::int64_t y = 0; y < tile_.height; ++y) {
        for (int k = 0; k < count_; ++k) {
            out[y * outStride + x_ + k] = tile_.ascending[middles[k].find(tile_.members, k, before)];
        }
        if (y + 1 == tile_.height) return;
        for (int k = 0; k < count_; ++k) {
            const auto limit = static_cast<std::uint16_t>(middles[k].group * groupRanks);
            middles[k].below +=
                countBelow(row(y + side_) + k, side_, limit) - countBelow(row(y) + k, side_, limit);
        }
        set(y, leaving_);
        set(y + side_, entering_);
    }
}

static void medians(const RankedTile& tile, float* out, std::int64_t outStride) {
    const std::int64_t samples = (tile.width + 2 * tile.radius) * (tile.height + 2 * tile.radius);
    for (std::int64_t x = 0; x < tile.width; x += windows) {
        __builtin_memset(tile.members, 0, static_cast<std::size_t>(memberBytes(samples)));
        const std::int64_t left = tile.width - x;
        Strip(tile, x, static_cast<int>(left < windows ? left : windows)).medians(out, outStride);
    }
}

extern const RankKernels rankKernels = {&rank, &medians};

}  // namespace burin::BURIN_ISA
