// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/measuring/height_kernels.hpp"

#include "core/kernels/unaligned.hpp"

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

static void powers(const float* __restrict value, std::int64_t count, double mean, double* sums) {
    double second[parts] = {};
    double third[parts] = {};
    double fourth[parts] = {};
    for (std::int64_t from = 0; from < count; from += piece) {
        double d2[piece];
        double d3[piece];
        double d4[piece];
        const std::int64_t number = count - from < piece ? count - from : piece;
        for (std::int64_t i = 0; i < number; ++i) {
            const double d = static_cast<double>(value[from + i]) - mean;
            d2[i] = d * d;
            d3[i] = d2[i] * d;
            d4[i] = d2[i] * d2[i];
        }
        addTerms(d2, number, second);
        addTerms(d3, number, third);
        addTerms(d4, number, fourth);
    }
    sums[0] = joined(second);
    sums[1] = joined(third);
    sums[2] = joined(fourth);
}

static void squares(const float* __restrict a, const float* __restrict b, std::int64_t count, double factor,
                    double* __restrict out) {
    for (std::int64_t i = 0; i < count; ++i) {
        const double d = static_cast<double>(b[i]) - static_cast<double>(a[i]);
        out[i] = d * d * factor;
    }
}

static double total(const double* value, std::int64_t count) {
    double part[parts] = {};
    addTerms(value, count, part);
    return joined(part);
}

static double greatestOf(const double* __restrict value, std::int64_t count) {
    double high[parts] = {};
    std::int64_t i = 0;
    for (; i + parts <= count; i += parts) {
        for (std::int64_t k = 0; k < parts; ++k)
            high[k] = value[i + k] > high[k] ? value[i + k] : high[k];
    }
    for (; i < count; ++i)
        high[0] = value[i] > high[0] ? value[i] : high[0];
    for (std::int64_t k = 1; k < parts; ++k)
        high[0] = high[k] > high[0] ? high[k] : high[0];
    return high[0];
}

[[gnu::always_inline]] static inline double root(double s) {
    return __builtin_sqrt(1.0 + s);
}

/// sqrt(1 + s) - 1 for s below 2^-9, with a relative error of 2^-44.
[[gnu::always_inline]] static inline double series(double s) {
    return s * (0.5 - s * (0.125 - s * (0.0625 - s * (0.0390625 - s * 0.02734375))));
}

static double excess(const double* __restrict upper, const double* __restrict lower,
                     const double* __restrict sides, std::int64_t count) {
    double part[parts] = {};
    for (std::int64_t from = 0; from < count; from += piece) {
        double term[piece];
        const std::int64_t number = count - from < piece ? count - from : piece;
        const double* const u = upper + from;
        const double* const l = lower + from;
        const double* const q = sides + from;
        const bool shallow = greatestOf(u, number) < 0x1p-10 && greatestOf(l, number) < 0x1p-10 &&
                             greatestOf(q, number + 1) < 0x1p-10;
        if (shallow) {
            for (std::int64_t i = 0; i < number; ++i)
                term[i] = (series(u[i] + q[i]) + series(l[i] + q[i + 1])) +
                          (series(u[i] + q[i + 1]) + series(l[i] + q[i]));
        } else {
            for (std::int64_t i = 0; i < number; ++i)
                term[i] = ((root(u[i] + q[i]) + root(l[i] + q[i + 1])) +
                           (root(u[i] + q[i + 1]) + root(l[i] + q[i]))) -
                          4.0;
        }
        addTerms(term, number, part);
    }
    return joined(part);
}

static void histogram(const float* __restrict value, std::int64_t count, double lowest, double scale,
                      std::uint64_t* __restrict table) {
    constexpr double last = static_cast<double>(HeightKernels::bins << HeightKernels::placeBits) - 1;
    constexpr std::uint64_t mask = (std::uint64_t{1} << HeightKernels::placeBits) - 1;
    constexpr std::uint64_t one = std::uint64_t{1} << HeightKernels::countShift;
    for (std::int64_t from = 0; from < count; from += piece) {
        std::uint64_t places[piece];
        const std::int64_t number = count - from < piece ? count - from : piece;
        for (std::int64_t i = 0; i < number; ++i) {
            double place = (static_cast<double>(value[from + i]) - lowest) * scale;
            place = place > 0.0 ? place : 0.0;
            place = place < last ? place : last;
            // The sum with 2^52 has the rounded place in its lowest bits.
            const double shifted = place + 0x1p52;
            places[i] = __builtin_bit_cast(std::uint64_t, shifted) & 0xFFFFFFFFFFFFFU;
        }
        for (std::int64_t i = 0; i < number; ++i)
            table[places[i] >> HeightKernels::placeBits] += one | (places[i] & mask);
    }
}

static void addWeighted(const float* __restrict value, double weight, std::int64_t count,
                        double* __restrict sum) {
    for (std::int64_t i = 0; i < count; ++i)
        sum[i] += weight * static_cast<double>(value[i]);
}

const HeightKernels heightKernels = {&clamp, &sums,   &weightedSum, &powers,     &squares,
                                     &total, &excess, &histogram,   &addWeighted};

}  // namespace burin::BURIN_ISA
