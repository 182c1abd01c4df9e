// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/textures/extreme_kernels.hpp"

#include "core/kernels/float_vector.hpp"

namespace burin::BURIN_ISA {

struct Greatest {
    template <class T>
    [[gnu::always_inline]] static inline T of(T a, T b) {
        return greater(a, b);
    }
    template <class T>
    [[gnu::always_inline]] static inline T weighted(T sample, float weight) {
        return sample + weight;
    }
};

struct Least {
    template <class T>
    [[gnu::always_inline]] static inline T of(T a, T b) {
        return lesser(a, b);
    }
    template <class T>
    [[gnu::always_inline]] static inline T weighted(T sample, float weight) {
        return sample - weight;
    }
};

template <class Extreme>
static void combine(const float* a, const float* b, float* out, std::int64_t count) {
    std::int64_t i = 0;
    for (; i + vectorLanes <= count; i += vectorLanes)
        store(out + i, Extreme::of(load<FloatVector>(a + i), load<FloatVector>(b + i)));
    for (; i < count; ++i)
        out[i] = Extreme::of(a[i], b[i]);
}

/// The extremes of some rows. `vectors` vectors of samples at once, so that their comparisons do not wait for
/// each other.
template <class Extreme, class T, int vectors>
struct ExtremeRows {
    static constexpr auto lanes = static_cast<std::int64_t>(sizeof(T) / sizeof(float));
    T best[vectors];

    [[gnu::always_inline]] ExtremeRows(const float* const* rows, std::int64_t rowCount, std::int64_t i) {
#pragma GCC unroll 4
        for (int v = 0; v < vectors; ++v)
            best[v] = load<T>(rows[0] + i + v * lanes);
        for (std::int64_t k = 1; k < rowCount; ++k) {
#pragma GCC unroll 4
            for (int v = 0; v < vectors; ++v)
                best[v] = Extreme::of(best[v], load<T>(rows[k] + i + v * lanes));
        }
    }
};

template <class Extreme, class T, int vectors>
[[gnu::always_inline]] static inline void gatherGroup(const float* const* rows, std::int64_t rowCount,
                                                      std::int64_t i, float* out) {
    using Rows = ExtremeRows<Extreme, T, vectors>;
    const Rows all(rows, rowCount, i);
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v)
        store(out + i + v * Rows::lanes, all.best[v]);
}

template <class Extreme>
static void gather(const float* const* rows, std::int64_t rowCount, float* out, std::int64_t count) {
    std::int64_t i = 0;
    for (; i + 4 * vectorLanes <= count; i += 4 * vectorLanes)
        gatherGroup<Extreme, FloatVector, 4>(rows, rowCount, i, out);
    for (; i + vectorLanes <= count; i += vectorLanes)
        gatherGroup<Extreme, FloatVector, 1>(rows, rowCount, i, out);
    for (; i < count; ++i)
        gatherGroup<Extreme, float, 1>(rows, rowCount, i, out);
}

template <class Extreme, class T, int vectors>
[[gnu::always_inline]] static inline void pairGroup(const float* const* rows, std::int64_t rowCount,
                                                    std::int64_t i, float* first, float* second) {
    using Rows = ExtremeRows<Extreme, T, vectors>;
    const Rows shared(rows + 1, rowCount - 2, i);
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v) {
        const std::int64_t at = i + v * Rows::lanes;
        store(first + at, Extreme::of(load<T>(rows[0] + at), shared.best[v]));
        store(second + at, Extreme::of(shared.best[v], load<T>(rows[rowCount - 1] + at)));
    }
}

template <class Extreme>
static void gatherPair(const float* const* rows, std::int64_t rowCount, float* first, float* second,
                       std::int64_t count) {
    std::int64_t i = 0;
    for (; i + 4 * vectorLanes <= count; i += 4 * vectorLanes)
        pairGroup<Extreme, FloatVector, 4>(rows, rowCount, i, first, second);
    for (; i + vectorLanes <= count; i += vectorLanes)
        pairGroup<Extreme, FloatVector, 1>(rows, rowCount, i, first, second);
    for (; i < count; ++i)
        pairGroup<Extreme, float, 1>(rows, rowCount, i, first, second);
}

/// `vectors` vectors of samples at once, so that their comparisons do not wait for each other.
template <class Extreme, class T, int vectors>
[[gnu::always_inline]] static inline void weightedGroup(const float* row, const float* weights,
                                                        std::int64_t reach, float* out) {
    constexpr auto lanes = static_cast<std::int64_t>(sizeof(T) / sizeof(float));
    T best[vectors];
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v)
        best[v] = load<T>(out + v * lanes);
    for (std::int64_t k = 0; k <= reach; ++k) {
#pragma GCC unroll 4
        for (int v = 0; v < vectors; ++v) {
            const float* const at = row + v * lanes;
            // Rounding is monotone, so the weight is added once, to the extreme of both sides.
            const T sides = Extreme::of(load<T>(at - k), load<T>(at + k));
            best[v] = Extreme::of(best[v], Extreme::weighted(sides, weights[k]));
        }
    }
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v)
        store(out + v * lanes, best[v]);
}

template <class Extreme>
static void weighted(const float* row, const float* weights, std::int64_t reach, float* out,
                     std::int64_t count) {
    std::int64_t i = 0;
    for (; i + 4 * vectorLanes <= count; i += 4 * vectorLanes)
        weightedGroup<Extreme, FloatVector, 4>(row + i, weights, reach, out + i);
    for (; i + vectorLanes <= count; i += vectorLanes)
        weightedGroup<Extreme, FloatVector, 1>(row + i, weights, reach, out + i);
    for (; i < count; ++i)
        weightedGroup<Extreme, float, 1>(row + i, weights, reach, out + i);
}

static void difference(const float* a, const float* b, float* out, std::int64_t count) {
    std::int64_t i = 0;
    for (; i + vectorLanes <= count; i += vectorLanes)
        store(out + i, load<FloatVector>(a + i) - load<FloatVector>(b + i));
    for (; i < count; ++i)
        out[i] = a[i] - b[i];
}

const ExtremeKernels extremeKernels = {
    {&combine<Greatest>, &gather<Greatest>, &gatherPair<Greatest>, &weighted<Greatest>},
    {&combine<Least>, &gather<Least>, &gatherPair<Least>, &weighted<Least>},
    &difference};

}  // namespace burin::BURIN_ISA
