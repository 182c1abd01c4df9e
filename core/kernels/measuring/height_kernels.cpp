// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/measuring/height_kernels.hpp"

#include "core/kernels/unaligned.hpp"

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#if defined(__AVX512F__)
#define BURIN_DOUBLES 8
#elif defined(__AVX2__)
#define BURIN_DOUBLES 4
#else
#define BURIN_DOUBLES 2
#endif

namespace burin::BURIN_ISA {

static constexpr std::int64_t parts = 8;
/// Rows are processed in pieces of this many samples, whose terms stay in the first-level cache.
static constexpr std::int64_t piece = 512;

static double joined(const double* sum) {
    return ((sum[0] + sum[1]) + (sum[2] + sum[3])) + ((sum[4] + sum[5]) + (sum[6] + sum[7]));
}

/// Adds terms to the parts of a sum. \pre the first term belongs to part 0
[[gnu::always_inline]] static inline void addTerms(const double* __restrict term, std::int64_t count,
                                                   double* __restrict sum) {
    using Pair = double __attribute__((vector_size(16)));
    Pair a = {sum[0], sum[1]};
    Pair b = {sum[2], sum[3]};
    Pair c = {sum[4], sum[5]};
    Pair d = {sum[6], sum[7]};
    std::int64_t i = 0;
    for (; i + parts <= count; i += parts) {
        a += unaligned<Pair>(term + i);
        b += unaligned<Pair>(term + i + 2);
        c += unaligned<Pair>(term + i + 4);
        d += unaligned<Pair>(term + i + 6);
    }
    sum[0] = a[0], sum[1] = a[1], sum[2] = b[0], sum[3] = b[1];
    sum[4] = c[0], sum[5] = c[1], sum[6] = d[0], sum[7] = d[1];
    for (std::int64_t k = 0; i + k < count; ++k)
        sum[k] += term[i + k];
}

static void clamp(float* value, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) {
        const float v = value[i] > 0.0F ? value[i] : 0.0F;
        value[i] = v < 1.0F ? v : 1.0F;
    }
}

static void sums(const float* __restrict value, std::int64_t count, double* sum, float* least,
                 float* greatest) {
    double part[parts] = {};
    float low[16];
    float high[16];
    for (int k = 0; k < 16; ++k)
        low[k] = high[k] = value[0];
    for (std::int64_t from = 0; from < count; from += piece) {
        double term[piece];
        const std::int64_t number = count - from < piece ? count - from : piece;
        const float* const v = value + from;
        for (std::int64_t i = 0; i < number; ++i)
            term[i] = static_cast<double>(v[i]);
        addTerms(term, number, part);
        std::int64_t i = 0;
        for (; i + 16 <= number; i += 16) {
            for (int k = 0; k < 16; ++k) {
                low[k] = v[i + k] < low[k] ? v[i + k] : low[k];
                high[k] = v[i + k] > high[k] ? v[i + k] : high[k];
            }
        }
        for (; i < number; ++i) {
            low[0] = v[i] < low[0] ? v[i] : low[0];
            high[0] = v[i] > high[0] ? v[i] : high[0];
        }
    }
    for (int k = 1; k < 16; ++k) {
        low[0] = low[k] < low[0] ? low[k] : low[0];
        high[0] = high[k] > high[0] ? high[k] : high[0];
    }
    *sum = joined(part);
    *least = low[0];
    *greatest = high[0];
}

static double weightedSum(const float* __restrict value, std::int64_t count) {
    double part[parts] = {};
    for (std::int64_t from = 0; from < count; from += piece) {
        double term[piece];
        const std::int64_t number = count - from < piece ? count - from : piece;
        for (std::int64_t i = 0; i < number; ++i)
            term[i] = static_cast<double>(static_cast<std::int32_t>(from + i)) *
                      static_cast<double>(value[from + i]);
        addTerms(term, number, part);
    }
    return joined(part);
}

// ---- rows of blocks

using Reals = double __attribute__((vector_size(BURIN_DOUBLES * 8)));
using Samples = float __attribute__((vector_size(BURIN_DOUBLES * 4)));
using Words = std::uint64_t __attribute__((vector_size(BURIN_DOUBLES * 8)));

/// The registers that hold the eight parts of a sum.
static constexpr std::int64_t registers = parts / BURIN_DOUBLES;
/// The places of this many samples are computed before they are counted, so that the processor counts while
/// it waits for the roots of other samples.
static constexpr std::int64_t chunk = 16;
/// The least square of a steep slope. If no slope of a piece is steep, a series replaces the roots.
static constexpr double steepSquare = 0x1p-10;

/// Eight sums side by side.
struct HeightParts {
    Reals sum[registers] = {};

    void add(std::int64_t part, double term) { sum[part / BURIN_DOUBLES][part % BURIN_DOUBLES] += term; }
    [[nodiscard]] double total() const {
        double each[parts];
        for (std::int64_t i = 0; i < parts; ++i)
            each[i] = sum[i / BURIN_DOUBLES][i % BURIN_DOUBLES];
        return joined(each);
    }
};

[[gnu::always_inline]] static inline Reals widened(const float* from) {
#if defined(__AVX512F__)
    return _mm512_maskz_cvtps_pd(0xFF, unaligned<Samples>(from));  // gcc 12 converts halves otherwise
#else
    return __builtin_convertvector(unaligned<Samples>(from), Reals);
#endif
}

[[gnu::always_inline]] static inline double root(double s) {
    return __builtin_sqrt(1.0 + s);
}
[[gnu::always_inline]] static inline Reals root(Reals s) {
    const Reals v = 1.0 + s;
#if defined(__AVX512F__)
    return _mm512_maskz_sqrt_pd(0xFF, v);  // the plain one warns of an undefined value
#elif defined(__AVX2__)
    return _mm256_sqrt_pd(v);
#elif defined(__SSE2__)
    return _mm_sqrt_pd(v);
#else
    return Reals{__builtin_sqrt(v[0]), __builtin_sqrt(v[1])};
#endif
}

/// sqrt(1 + s) - 1 for s below 2^-9, with a relative error of 2^-44.
template <class Number>
[[gnu::always_inline]] static inline Number series(Number s) {
    return s * (0.5 - s * (0.125 - s * (0.0625 - s * (0.0390625 - s * 0.02734375))));
}

/// The term of a cell between slopes along x and sides along y.
template <bool isSteep, class Number>
[[gnu::always_inline]] static inline Number cellTerm(Number upper, Number lower, Number left, Number right) {
    if constexpr (isSteep)
        return ((root(upper + left) + root(lower + right)) + (root(upper + right) + root(lower + left))) -
               4.0;
    return (series(upper + left) + series(lower + right)) + (series(upper + right) + series(lower + left));
}

/// out = (b - a)^2 * factor. Adds the squares to `sum`. \return whether one of them is steep
static bool squares(const float* __restrict a, const float* __restrict b, std::int64_t count, double factor,
                    double* __restrict out, HeightParts& sum) {
    HeightParts own = sum;
    Reals high[registers] = {};
    std::int64_t i = 0;
    for (; i + parts <= count; i += parts) {
#pragma GCC unroll 4
        for (std::int64_t r = 0; r < registers; ++r) {
            const std::int64_t at = i + r * BURIN_DOUBLES;
            const Reals d = widened(b + at) - widened(a + at);
            const Reals square = d * d * factor;
            setUnaligned(out + at, square);
            own.sum[r] += square;
            high[r] = square > high[r] ? square : high[r];
        }
    }
    bool isSteep = false;
    for (std::int64_t k = 0; i + k < count; ++k) {
        const double d = static_cast<double>(b[i + k]) - static_cast<double>(a[i + k]);
        out[i + k] = d * d * factor;
        own.add(k, out[i + k]);
        isSteep |= out[i + k] >= steepSquare;
    }
    for (std::int64_t k = 0; k < parts; ++k)
        isSteep |= high[k / BURIN_DOUBLES][k % BURIN_DOUBLES] >= steepSquare;
    sum = own;
    return isSteep;
}

static bool anySteep(const double* __restrict square, std::int64_t count) {
    double high[parts] = {};
    std::int64_t i = 0;
    for (; i + parts <= count; i += parts) {
        for (std::int64_t k = 0; k < parts; ++k)
            high[k] = square[i + k] > high[k] ? square[i + k] : high[k];
    }
    for (; i < count; ++i)
        high[0] = square[i] > high[0] ? square[i] : high[0];
    bool isSteep = false;
    for (const double value : high)
        isSteep |= value >= steepSquare;
    return isSteep;
}

/// Counts depths in a table.
struct HeightCounting : HeightTable {
    static constexpr double last = static_cast<double>(HeightKernels::bins << HeightKernels::placeBits) - 1;
    static constexpr std::uint64_t placeMask = (std::uint64_t{1} << HeightKernels::placeBits) - 1;
    static constexpr std::uint64_t one = std::uint64_t{1} << HeightKernels::countShift;

    /// The place of a depth. The sum with 2^52 has the rounded place in its lowest bits.
    [[nodiscard]] std::uint64_t place(double depth) const {
        double at = (depth - lowest) * scale;
        at = at > 0.0 ? at : 0.0;
        at = at < last ? at : last;
        return __builtin_bit_cast(std::uint64_t, at + 0x1p52) & 0xFFFFFFFFFFFFFU;
    }
    [[nodiscard]] Words place(Reals depth) const {
        const Reals none = {};
        const Reals greatest = none + last;
        Reals at = (depth - lowest) * scale;
        at = at > none ? at : none;
        at = at < greatest ? at : greatest;
        return __builtin_bit_cast(Words, at + 0x1p52) & 0xFFFFFFFFFFFFFU;
    }
    void count(std::uint64_t place) const {
        words[place >> HeightKernels::placeBits] += one | (place & placeMask);
    }
};

/// The squared slopes of a piece.
struct PieceSlopes {
    const double* upper;
    const double* lower;
    const double* sides;
};

struct HeightRowParts {
    HeightParts second;
    HeightParts third;
    HeightParts fourth;
    HeightParts excess;
};

/// Sums and counts `eights` times eight samples of a piece, from sample i on.
template <bool isSteep, bool counts, std::int64_t eights>
[[gnu::always_inline]] static inline void addEights(const float* __restrict value, std::int64_t i,
                                                    double mean, const PieceSlopes& slopes,
                                                    const HeightCounting& counting, HeightRowParts& sums) {
    std::uint64_t places[eights * parts];
#pragma GCC unroll 16
    for (std::int64_t r = 0; r < eights * registers; ++r) {
        const std::int64_t at = i + r * BURIN_DOUBLES;
        const std::int64_t part = r % registers;
        const Reals v = widened(value + at);
        if constexpr (counts) setUnaligned(places + r * BURIN_DOUBLES, counting.place(v));
        const Reals d = v - mean;
        const Reals d2 = d * d;
        sums.second.sum[part] += d2;
        sums.third.sum[part] += d2 * d;
        sums.fourth.sum[part] += d2 * d2;
        sums.excess.sum[part] +=
            cellTerm<isSteep>(unaligned<Reals>(slopes.upper + at), unaligned<Reals>(slopes.lower + at),
                              unaligned<Reals>(slopes.sides + at), unaligned<Reals>(slopes.sides + at + 1));
    }
    if constexpr (counts) {
        for (const std::uint64_t place : places)
            counting.count(place);
    }
}

/// Sums and counts the samples of a piece, and sums its cells. A piece has one cell less than samples, or no
/// cells.
template <bool isSteep, bool counts>
static void addPiece(const float* __restrict value, std::int64_t count, std::int64_t cells, double mean,
                     const PieceSlopes& slopes, const HeightCounting& counting, HeightRowParts& sums) {
    HeightRowParts own = sums;
    std::int64_t i = 0;
    for (; i + chunk <= cells; i += chunk)
        addEights<isSteep, counts, chunk / parts>(value, i, mean, slopes, counting, own);
    for (; i + parts <= cells; i += parts)
        addEights<isSteep, counts, 1>(value, i, mean, slopes, counting, own);
    for (; i < count; ++i) {
        const auto v = static_cast<double>(value[i]);
        if constexpr (counts) counting.count(counting.place(v));
        const double d = v - mean;
        const double d2 = d * d;
        own.second.add(i % parts, d2);
        own.third.add(i % parts, d2 * d);
        own.fourth.add(i % parts, d2 * d2);
        if (i < cells)
            own.excess.add(i % parts, cellTerm<isSteep>(slopes.upper[i], slopes.lower[i], slopes.sides[i],
                                                        slopes.sides[i + 1]));
    }
    sums = own;
}

static double slopesAlong(const float* value, std::int64_t pairs, double factor, double* out) {
    HeightParts sum;
    squares(value, value + 1, pairs, factor, out, sum);
    return sum.total();
}

template <bool counts>
static HeightRowSums sumsOfRow(const HeightRow& row) {
    const HeightCounting counting = {row.table};
    HeightRowParts sums;
    HeightParts alongY;
    HeightParts alongXBelow;
    for (std::int64_t from = 0; from < row.count; from += piece) {
        const std::int64_t count = row.count - from < piece ? row.count - from : piece;
        const float* const value = row.value + from;
        if (row.below == nullptr) {
            addPiece<false, counts>(value, count, 0, row.mean, {}, counting, sums);
            continue;
        }
        const std::int64_t cells = row.cells - from < count ? row.cells - from : count;
        const float* const below = row.below + from;
        double sides[piece + 1];
        bool isSteep = squares(value, below, count, row.factorY, sides, alongY);
        if (cells == count) {
            const double d = static_cast<double>(below[count]) - static_cast<double>(value[count]);
            sides[count] = d * d * row.factorY;
            isSteep |= sides[count] >= steepSquare;
        }
        isSteep |= squares(below, below + 1, cells, row.factorX, row.lower + from, alongXBelow);
        isSteep |= anySteep(row.upper + from, cells);
        const PieceSlopes slopes = {row.upper + from, row.lower + from, sides};
        (isSteep ? addPiece<true, counts> : addPiece<false, counts>)(value, count, cells, row.mean, slopes,
                                                                     counting, sums);
    }
    return {sums.second.total(), sums.third.total(),  sums.fourth.total(),
            alongY.total(),      alongXBelow.total(), sums.excess.total()};
}

static HeightRowSums row(const HeightRow& row) {
    return row.table.words == nullptr ? sumsOfRow<false>(row) : sumsOfRow<true>(row);
}

static void histogram(const float* __restrict value, std::int64_t count, const HeightTable& table) {
    const HeightCounting counting = {table};
    for (std::int64_t from = 0; from < count; from += piece) {
        std::uint64_t places[piece];
        const std::int64_t number = count - from < piece ? count - from : piece;
        for (std::int64_t i = 0; i < number; ++i)
            places[i] = counting.place(static_cast<double>(value[from + i]));
        for (std::int64_t i = 0; i < number; ++i)
            counting.count(places[i]);
    }
}

static void addWeighted(const float* __restrict value, double weight, std::int64_t count,
                        double* __restrict sum) {
    for (std::int64_t i = 0; i < count; ++i)
        sum[i] += weight * static_cast<double>(value[i]);
}

const HeightKernels heightKernels = {&clamp, &sums,      &weightedSum, &slopesAlong,
                                     &row,   &histogram, &addWeighted};

}  // namespace burin::BURIN_ISA
