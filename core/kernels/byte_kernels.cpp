// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/byte_kernels.hpp"

namespace burin::BURIN_ISA {

namespace {

using Byte = std::uint8_t;

/// Columns sorted at a time; they stay in the first-level cache.
constexpr std::int64_t blockColumns = 1024;

[[gnu::always_inline]] inline Byte lesser(Byte a, Byte b) {
    return a < b ? a : b;
}
[[gnu::always_inline]] inline Byte greater(Byte a, Byte b) {
    return a > b ? a : b;
}
[[gnu::always_inline]] inline Byte middle(Byte a, Byte b, Byte c) {
    return greater(lesser(a, b), lesser(greater(a, b), c));
}

/// Sort each of three columns. The median of all nine is the median of the largest minimum, the middle median
/// and the smallest maximum (A. W. Paeth, Median Finding on a 3 x 3 Grid, 1990).
void medianBlock(const Byte* __restrict a, const Byte* __restrict b, const Byte* __restrict c,
                 Byte* __restrict out, std::int64_t count) {
    Byte low[blockColumns + 2];
    Byte mid[blockColumns + 2];
    Byte high[blockColumns + 2];
    for (std::int64_t i = 0; i < count + 2; ++i) {
        const Byte less = lesser(a[i], b[i]);
        const Byte more = greater(a[i], b[i]);
        low[i] = lesser(less, c[i]);
        mid[i] = greater(less, lesser(more, c[i]));
        high[i] = greater(more, c[i]);
    }
    for (std::int64_t i = 0; i < count; ++i) {
        const Byte lowest = greater(greater(low[i], low[i + 1]), low[i + 2]);
        const Byte highest = lesser(lesser(high[i], high[i + 1]), high[i + 2]);
        out[i] = middle(lowest, middle(mid[i], mid[i + 1], mid[i + 2]), highest);
    }
}

void median3(const Byte* const* rows, Byte* out, std::int64_t count) {
    for (std::int64_t x = 0; x < count; x += blockColumns) {
        const std::int64_t columns = count - x < blockColumns ? count - x : blockColumns;
        medianBlock(rows[0] + x, rows[1] + x, rows[2] + x, out + x, columns);
    }
}

void addRow(std::uint16_t* __restrict sums, const Byte* __restrict row, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i)
        sums[i] = static_cast<std::uint16_t>(sums[i] + row[i]);
}

void slideRows(std::uint16_t* __restrict sums, const Byte* __restrict entering,
               const Byte* __restrict leaving, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i)
        sums[i] = static_cast<std::uint16_t>(sums[i] + entering[i] - leaving[i]);
}

template <int terms>
void scaledLevels(const std::uint16_t* const* from, float weight, Byte* __restrict out, std::int64_t count) {
    const std::uint16_t* term[terms];
    for (int t = 0; t < terms; ++t)
        term[t] = from[t];
    for (std::int64_t i = 0; i < count; ++i) {
        std::int32_t sum = 0;
        for (int t = 0; t < terms; ++t)
            sum += term[t][i];
        out[i] = static_cast<Byte>(static_cast<std::int32_t>(static_cast<float>(sum) * weight + 0.5F));
    }
}

/// Computes sums of 2, 4, 8 and 16 neighbours as long as they fit 16 bits, and adds them up to the whole sum.
void boxMeansOfBlock(const std::uint16_t* sums, int rows, int columns, float weight, Byte* out,
                     std::int64_t count) {
    constexpr int most = 31;
    std::uint16_t doubled[4][blockColumns + most];
    const std::uint16_t* level[5] = {sums};
    int top = 0;
    while (2 << top <= columns && (2 << top) * rows * 255 <= 65535) {
        const std::uint16_t* __restrict finer = level[top];
        std::uint16_t* __restrict coarser = doubled[top];
        const std::int64_t step = std::int64_t{1} << top;
        for (std::int64_t i = 0; i < count + columns - 2 * step; ++i)
            coarser[i] = static_cast<std::uint16_t>(finer[i] + finer[i + step]);
        level[++top] = coarser;
    }
    const std::uint16_t* terms[6];
    int termCount = 0;
    for (int left = columns, at = 0, l = top; left > 0;) {
        if (left < 1 << l) {
            --l;
            continue;
        }
        terms[termCount++] = level[l] + at;
        at += 1 << l;
        left -= 1 << l;
    }
    switch (termCount) {
        case 1:
            return scaledLevels<1>(terms, weight, out, count);
        case 2:
            return scaledLevels<2>(terms, weight, out, count);
        case 3:
            return scaledLevels<3>(terms, weight, out, count);
        case 4:
            return scaledLevels<4>(terms, weight, out, count);
        case 5:
            return scaledLevels<5>(terms, weight, out, count);
        default:
            return scaledLevels<6>(terms, weight, out, count);
    }
}

void boxMeans(const std::uint16_t* sums, int rows, int columns, float weight, Byte* out, std::int64_t count) {
    for (std::int64_t x = 0; x < count; x += blockColumns)
        boxMeansOfBlock(sums + x, rows, columns, weight, out + x,
                        count - x < blockColumns ? count - x : blockColumns);
}

void over(Byte* __restrict value, const Byte* __restrict c, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i)
        value[i] = c[i] != 0 ? c[i] : value[i];
}

void toSamples(const Byte* __restrict levels, float* __restrict samples, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i)
        samples[i] = static_cast<float>(levels[i]) / 255.0F;
}

}  // namespace

extern const ByteKernels byteKernels = {&median3, &addRow, &slideRows, &boxMeans, &over, &toSamples};

}  // namespace burin::BURIN_ISA
