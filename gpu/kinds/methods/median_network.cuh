// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Medians of a tile of neighbouring windows by a sorting network, all in registers.
//
// The samples that the windows share are sorted once: the columns and rows that all of them have in common
// are their core. Halves of the tile, and halves of these, add the columns or rows that only they have. A
// sample that can no longer be the median is dropped (A. Adams, Fast Median Filters using Separable Sorting
// Networks, 2021; L. Sugy, Fast Median Filters via Hierarchical Tiling, 2025). Lists are merged by K. E.
// Batcher's odd-even merge (D. E. Knuth, The Art of Computer Programming, volume 3, section 5.3.4).
//
// A tile has a power of two of windows on each axis. It is a structure that gives access to its samples:
//
//     using Value = ...;                                   // lesser() and greater() order it
//     template <int x, int y> Value sample() const;        // (0, 0): the upper left of the first window
//     template <int x, int y> void store(Value) const;     // the median of window (x, y)
//
// All lengths are compile-time constants, so the compiler drops results that no median needs.

#include <cstdint>
#include <utility>

namespace burin::gpu::median {

/// Two 8-bit samples from different windows, each as a 16-bit number of the same order.
struct BytePair {
    std::uint32_t bits;
};

__device__ inline float lesser(float a, float b) {
    return fminf(a, b);
}
__device__ inline float greater(float a, float b) {
    return fmaxf(a, b);
}
__device__ inline BytePair lesser(BytePair a, BytePair b) {
    return {__vminu2(a.bits, b.bits)};
}
__device__ inline BytePair greater(BytePair a, BytePair b) {
    return {__vmaxu2(a.bits, b.bits)};
}

/// N values in ascending order, or N lists.
template <class T, int N>
struct RegisterList {
    T at[N > 0 ? N : 1];
};

/// `length` entries of the list, starting at `first`, every `step`-th one.
template <int first, int length, int step = 1, class T, int N>
__device__ __forceinline__ RegisterList<T, length> part(const RegisterList<T, N>& list) {
    RegisterList<T, length> result;
#pragma unroll
    for (int i = 0; i < length; ++i)
        result.at[i] = list.at[first + step * i];
    return result;
}

template <class T, int A, int B>
__device__ __forceinline__ RegisterList<T, A + B> merged(const RegisterList<T, A>& a,
                                                         const RegisterList<T, B>& b) {
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
        const RegisterList<T, evens> even = merged(part<0, (A + 1) / 2, 2>(a), part<0, (B + 1) / 2, 2>(b));
        const RegisterList<T, odds> odd = merged(part<1, A / 2, 2>(a), part<1, B / 2, 2>(b));
        RegisterList<T, A + B> result;
        result.at[0] = even.at[0];
#pragma unroll
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
__device__ __forceinline__ RegisterList<T, N> sorted(const RegisterList<T, N>& list) {
    if constexpr (N <= 1) {
        return list;
    } else {
        return merged(sorted(part<0, N / 2>(list)), sorted(part<N / 2, N - N / 2>(list)));
    }
}

/// Merges the lists first .. first + count - 1 into one.
template <int first, int count, class T, int N, int lists>
__device__ __forceinline__ RegisterList<T, count * N> mergedLists(
    const RegisterList<RegisterList<T, N>, lists>& all) {
    if constexpr (count == 1) {
        return all.at[first];
    } else {
        return merged(mergedLists<first, count / 2>(all),
                      mergedLists<first + count / 2, count - count / 2>(all));
    }
}

/// A tile with x and y exchanged.
template <class Tile>
struct Transposed {
    using Value = typename Tile::Value;
    const Tile& tile;

    template <int x, int y>
    __device__ __forceinline__ Value sample() const {
        return tile.template sample<y, x>();
    }
    template <int x, int y>
    __device__ __forceinline__ void store(Value value) const {
        tile.template store<y, x>(value);
    }
};

template <class Tile>
__device__ __forceinline__ Transposed<Tile> transposed(const Tile& tile) {
    return {tile};
}
template <class Tile>
__device__ __forceinline__ const Tile& transposed(const Transposed<Tile>& tile) {
    return tile.tile;
}

template <int x, int y, int... i, class Tile>
__device__ __forceinline__ auto sortedRow(const Tile& tile, std::integer_sequence<int, i...>) {
    return sorted(RegisterList<typename Tile::Value, sizeof...(i)>{{tile.template sample<x + i, y>()...}});
}

/// `length` samples from (x, y) along x, sorted.
template <int x, int y, int length, class Tile>
__device__ __forceinline__ auto sortedRow(const Tile& tile) {
    return sortedRow<x, y>(tile, std::make_integer_sequence<int, length>());
}

/// `count` rows of `length` samples at y, y + step, ..., each sorted.
template <int x, int y, int step, int length, int... i, class Tile>
__device__ __forceinline__ auto sortedRows(const Tile& tile, std::integer_sequence<int, i...>) {
    return RegisterList<RegisterList<typename Tile::Value, length>, sizeof...(i)>{
        {sortedRow<x, y + step * i, length>(tile)...}};
}
template <int x, int y, int step, int length, int count, class Tile>
__device__ __forceinline__ auto sortedRows(const Tile& tile) {
    return sortedRows<x, y, step, length>(tile, std::make_integer_sequence<int, count>());
}

/// Windows of side^2 samples: constants for w x h of them once their core is sorted.
template <int side, int w, int h>
struct Core {
    static constexpr int width = side + 1 - w;
    static constexpr int height = side + 1 - h;
    static constexpr int seen = width * height;
    static constexpr int unseen = side * side - seen;
    static constexpr int middle = side * side / 2;
    /// Only samples `first` to `end` of the core can be the median, for any values of the unseen samples.
    static constexpr int first = middle > unseen ? middle - unseen : 0;
    static constexpr int end = seen < middle + 1 ? seen : middle + 1;

    /// The samples that can be the median, in order.
    template <class T>
    using Kept = RegisterList<T, end - first>;

    /// Keeps the part of a list that can contain the median; the core's first `dropped` samples are already
    /// gone.
    template <int dropped, class T, int N>
    __device__ __forceinline__ static Kept<T> keep(const RegisterList<T, N>& list) {
        return part<first - dropped, end - first>(list);
    }
};

/// The surroundings of a core, counted from the inside outwards: sorted columns of the core's height, and
/// sorted rows of its width.
template <class T, int side, int w, int h>
struct Around {
    using Column = RegisterList<T, Core<side, w, h>::height>;
    using Row = RegisterList<T, Core<side, w, h>::width>;
    RegisterList<Column, w - 1> left;
    RegisterList<Column, w - 1> right;
    RegisterList<Row, h - 1> above;
    RegisterList<Row, h - 1> below;
};

template <int side, int x, int y, int w, int h, class Tile, class Kept, class T>
__device__ __forceinline__ void finish(const Tile& tile, const Kept& core,
                                       const Around<T, side, w, h>& around);

/// The rows next to a core that grew by `more` columns from x on.
template <int x, int y, int step, int more, class Tile, class T, int N, int rows>
__device__ __forceinline__ RegisterList<RegisterList<T, N + more>, rows> grown(
    const Tile& tile, const RegisterList<RegisterList<T, N>, rows>& all) {
    RegisterList<RegisterList<T, N + more>, rows> result;
    const auto ends = sortedRows<x, y, step, more, rows>(tile);
#pragma unroll
    for (int i = 0; i < rows; ++i)
        result.at[i] = merged(all.at[i], ends.at[i]);
    return result;
}

/// One half of the windows, the first at (x, y). The core of this half also has `columns`; the first of them
/// is `column`.
template <int side, int x, int y, int w, int h, int column, class Tile, class Kept, class Columns,
          class Beside, class T>
__device__ __forceinline__ void finishHalf(const Tile& tile, const Kept& core, const Columns& columns,
                                           const Beside& left, const Beside& right,
                                           const Around<T, side, 2 * w, h>& whole) {
    const auto grownCore =
        Core<side, w, h>::template keep<Core<side, 2 * w, h>::first>(merged(core, columns));
    finish<side, x, y, w, h>(
        tile, grownCore,
        Around<T, side, w, h>{left, right, grown<column, y + h - 2, -1, w>(tile, whole.above),
                              grown<column, y + side, 1, w>(tile, whole.below)});
}

/// The medians of w x h windows, the first at (x, y) of the tile.
template <int side, int x, int y, int w, int h, class Tile, class Kept, class T>
__device__ __forceinline__ void finish(const Tile& tile, const Kept& core,
                                       const Around<T, side, w, h>& around) {
    if constexpr (w == 1 && h == 1) {
        tile.template store<x, y>(core.at[0]);
    } else if constexpr (w < h) {
        finish<side, y, x, h, w>(
            transposed(tile), core,
            Around<T, side, h, w>{around.above, around.below, around.left, around.right});
    } else {
        constexpr int half = w / 2;
        finishHalf<side, x, y, half, h, x + half - 1>(tile, core, mergedLists<0, half>(around.left),
                                                      part<half, half - 1>(around.left),
                                                      part<0, half - 1>(around.right), around);
        finishHalf<side, x + half, y, half, h, x + side>(tile, core, mergedLists<0, half>(around.right),
                                                         part<0, half - 1>(around.left),
                                                         part<half, half - 1>(around.right), around);
    }
}

/// The medians of w x h windows of side^2 samples, the first at (x, y) of the tile.
template <int side, int x, int y, int w, int h, class Tile>
__device__ __forceinline__ void medians(const Tile& tile) {
    using T = typename Tile::Value;
    using Shared = Core<side, w, h>;
    const Transposed<Tile> columns{tile};
    constexpr int top = y + h - 1;
    constexpr int start = x + w - 1;
    const auto core = sortedRows<top, start, 1, Shared::height, Shared::width>(columns);
    finish<side, x, y, w, h>(
        tile, Shared::template keep<0>(mergedLists<0, Shared::width>(core)),
        Around<T, side, w, h>{sortedRows<top, start - 1, -1, Shared::height, w - 1>(columns),
                              sortedRows<top, x + side, 1, Shared::height, w - 1>(columns),
                              sortedRows<start, top - 1, -1, Shared::width, h - 1>(tile),
                              sortedRows<start, y + side, 1, Shared::width, h - 1>(tile)});
}

}  // namespace burin::gpu::median
