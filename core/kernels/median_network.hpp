// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Medians by sorting networks; for kernel sources only.
//
// The samples that windows of neighbouring outputs share are sorted once. The rows that all windows of a tile
// have in common are sorted column by column, which serves all windows along x. The columns of a window are
// merged into its core. Then halves of the tile, and halves of these, add the rows that only they have. A
// sample that can no longer be the median is dropped (A. Adams, Fast Median Filters using Separable Sorting
// Networks, 2021; L. Sugy, Fast Median Filters via Hierarchical Tiling, 2025). Lists are merged by K. E.
// Batcher's odd-even merge (D. E. Knuth, The Art of Computer Programming, volume 3, section 5.3.4).
//
// T is a vector whose samples each belong to a different window. All list lengths are compile-time constants,
// so that lists stay in registers and unused results are not computed.

#include "core/kernels/float_vector.hpp"

#include <cstdint>

namespace burin::BURIN_ISA {

/// N values in ascending order, or N lists.
template <class T, int N>
struct List {
    T at[N > 0 ? N : 1];
};

/// `length` entries of the list, starting at `first`, every `step`-th one.
template <int first, int length, int step = 1, class T, int N>
[[gnu::always_inline]] static inline List<T, length> part(const List<T, N>& list) {
    List<T, length> result{};
#pragma GCC unroll 256
    for (int i = 0; i < length; ++i)
        result.at[i] = list.at[first + step * i];
    return result;
}

template <class T, int A, int B>
[[gnu::always_inline]] static inline List<T, A + B> merged(const List<T, A>& a, const List<T, B>& b) {
    if constexpr (A == 0) {
        return b;
    } else if constexpr (B == 0) {
        return a;
    } else if constexpr (A == 1 && B == 1) {
        return {{lesser(a.at[0], b.at[0]), greater(a.at[0], b.at[0])}};
    } else {
        constexpr int evens = (A + 1) / 2 + (B + 1) / 2;
        constexpr int odds = A / 2 + B / 2;
        constexpr int pairs = evens - 1 < odds ? evens - 1 : odds;
        const List<T, evens> even = merged(part<0, (A + 1) / 2, 2>(a), part<0, (B + 1) / 2, 2>(b));
        const List<T, odds> odd = merged(part<1, A / 2, 2>(a), part<1, B / 2, 2>(b));
        List<T, A + B> result;
        result.at[0] = even.at[0];
#pragma GCC unroll 256
        for (int i = 0; i < pairs; ++i) {
            result.at[2 * i + 1] = lesser(odd.at[i], even.at[i + 1]);
            result.at[2 * i + 2] = greater(odd.at[i], even.at[i + 1]);
        }
        if constexpr (pairs < odds) result.at[A + B - 1] = odd.at[pairs];
        if constexpr (pairs < evens - 1) result.at[A + B - 1] = even.at[pairs + 1];
        return result;
    }
}

template <class T, int N>
[[gnu::always_inline]] static inline List<T, N> sorted(const List<T, N>& list) {
    if constexpr (N <= 1) {
        return list;
    } else {
        return merged(sorted(part<0, N / 2>(list)), sorted(part<N / 2, N - N / 2>(list)));
    }
}

/// Merges the lists first .. first + count - 1 into one.
template <int first, int count, class T, int N, int lists>
[[gnu::always_inline]] static inline List<T, count * N> merged(const List<List<T, N>, lists>& all) {
    if constexpr (count == 1) {
        return all.at[first];
    } else {
        return merged(merged<first, count / 2>(all), merged<first + count / 2, count - count / 2>(all));
    }
}

/// Merges `length` neighbouring columns into one list. Each has `rows` samples, `stride` apart.
template <int rows, int length, class T>
[[gnu::always_inline]] static inline List<T, rows * length> mergedColumns(const float* columns,
                                                                          std::int64_t stride) {
    if constexpr (length == 1) {
        List<T, rows> column;
#pragma GCC unroll 256
        for (int i = 0; i < rows; ++i)
            column.at[i] = load<T>(columns + i * stride);
        return column;
    } else {
        return merged(mergedColumns<rows, length / 2, T>(columns, stride),
                      mergedColumns<rows, length - length / 2, T>(columns + length / 2, stride));
    }
}

template <int side, class T>
[[gnu::always_inline]] static inline List<T, side> sortedRow(const float* row) {
    List<T, side> samples;
#pragma GCC unroll 256
    for (int i = 0; i < side; ++i)
        samples.at[i] = load<T>(row + i);
    return sorted(samples);
}

/// Drops samples that cannot be the median of side^2 samples for any values of the unseen ones. `dropped` is
/// the number of smaller samples dropped before.
template <int side, int seen, int dropped, int N>
struct Trim {
    static constexpr int middle = side * side / 2;
    static constexpr int sure = middle - (side * side - seen) - dropped;
    static constexpr int first = sure > 0 ? sure : 0;
    static constexpr int end = N < middle - dropped + 1 ? N : middle - dropped + 1;

    template <class T>
    [[gnu::always_inline]] static List<T, end - first> apply(const List<T, N>& list) {
        return part<first, end - first>(list);
    }
};

template <int side, int seen, int dropped, int outputs, class T, int N>
[[gnu::always_inline]] static inline void finish(const List<T, N>& core,
                                                 const List<List<T, side>, outputs - 1>& above,
                                                 const List<List<T, side>, outputs - 1>& below,
                                                 float* const* out, std::int64_t x);

/// Merges `more` neighbouring rows into the core, which is then the core of fewer outputs.
template <int side, int seen, int dropped, int outputs, int more, class T, int N, int M>
[[gnu::always_inline]] static inline void finishWith(const List<T, N>& core, const List<T, M>& rows,
                                                     const List<List<T, side>, outputs - 1>& above,
                                                     const List<List<T, side>, outputs - 1>& below,
                                                     float* const* out, std::int64_t x) {
    using Trimmed = Trim<side, seen + more * side, dropped, N + M>;
    finish<side, seen + more * side, dropped + Trimmed::first, outputs>(Trimmed::apply(merged(core, rows)),
                                                                        above, below, out, x);
}

/// The medians of `outputs` neighbouring rows whose windows share `core`. The sorted rows above and below are
/// counted outwards from the core.
template <int side, int seen, int dropped, int outputs, class T, int N>
[[gnu::always_inline]] static inline void finish(const List<T, N>& core,
                                                 const List<List<T, side>, outputs - 1>& above,
                                                 const List<List<T, side>, outputs - 1>& below,
                                                 float* const* out, std::int64_t x) {
    if constexpr (outputs == 1) {
        static_assert(N == 1 && seen == side * side);
        store(out[0] + x, core.at[0]);
    } else {
        constexpr int upper = outputs / 2;
        constexpr int lower = outputs - upper;
        finishWith<side, seen, dropped, upper, lower>(
            core, merged<0, lower>(above), part<lower, upper - 1>(above), part<0, upper - 1>(below), out, x);
        finishWith<side, seen, dropped, lower, upper>(core, merged<0, upper>(below),
                                                      part<0, lower - 1>(above),
                                                      part<upper, lower - 1>(below), out + upper, x);
    }
}

/// Computes one vector in each of the tile's rows. `columns` holds the shared rows, sorted column by column.
template <int radius, int tileRows, class T>
[[gnu::always_inline]] static inline void mediansAt(const float* const* rows, const float* columns,
                                                    std::int64_t stride, float* const* out, std::int64_t x) {
    constexpr int side = 2 * radius + 1;
    constexpr int shared = side + 1 - tileRows;
    using Trimmed = Trim<side, side * shared, 0, side * shared>;
    const auto core = Trimmed::apply(mergedColumns<shared, side, T>(columns + x, stride));
    List<List<T, side>, tileRows - 1> above;
    List<List<T, side>, tileRows - 1> below;
#pragma GCC unroll 256
    for (int i = 0; i < tileRows - 1; ++i) {
        above.at[i] = sortedRow<side, T>(rows[tileRows - 2 - i] + x);
        below.at[i] = sortedRow<side, T>(rows[side + i] + x);
    }
    finish<side, side * shared, Trimmed::first, tileRows>(core, above, below, out, x);
}

template <int length, class T>
[[gnu::always_inline]] static inline void sortColumns(const float* const* rows, float* columns,
                                                      std::int64_t stride, std::int64_t x) {
    List<T, length> column;
#pragma GCC unroll 256
    for (int i = 0; i < length; ++i)
        column.at[i] = load<T>(rows[i] + x);
    column = sorted(column);
#pragma GCC unroll 256
    for (int i = 0; i < length; ++i)
        store(columns + i * stride + x, column.at[i]);
}

/// See MedianKernel::medians. The last vector of a row overlaps the one before, so that it ends with the row.
template <int radius, int tileRows>
static void medians(const float* const* rows, float* workspace, float* const* out, std::int64_t count) {
    constexpr int shared = 2 * radius + 2 - tileRows;
    const std::int64_t width = count + 2 * radius;
    for (std::int64_t x = 0; x < width; x += vectorLanes) {
        const std::int64_t at = x + vectorLanes <= width ? x : width - vectorLanes;
        sortColumns<shared, FloatVector>(rows + tileRows - 1, workspace, width, at);
    }
    for (std::int64_t x = 0; x < count; x += vectorLanes) {
        const std::int64_t at = x + vectorLanes <= count ? x : count - vectorLanes;
        mediansAt<radius, tileRows, FloatVector>(rows, workspace, width, out, at);
    }
}

}  // namespace burin::BURIN_ISA
