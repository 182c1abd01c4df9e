// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/convolution_kernels.hpp"

#include "core/kernels/float_vector.hpp"

namespace burin::BURIN_ISA {

/// Adds the next `terms` terms of one shape to `part`, for N neighbouring registers.
template <int N, WeightedRun::Shape shape, class T>
[[gnu::always_inline]] static inline void addTerms(T (&part)[N], const float* const* rows,
                                                   const float* weights, std::int32_t terms, std::int64_t x) {
    constexpr std::int64_t lanes = sizeof(T) / sizeof(float);
    for (std::int32_t term = 0; term < terms; ++term) {
        const T weight = T{} + weights[term];
        if constexpr (shape == WeightedRun::single) {
            const float* a = rows[term] + x;
            for (int n = 0; n < N; ++n)
                part[n] += weight * load<T>(a + n * lanes);
        } else {
            const float* a = rows[2 * term] + x;
            const float* b = rows[2 * term + 1] + x;
            for (int n = 0; n < N; ++n) {
                const T left = load<T>(a + n * lanes);
                const T right = load<T>(b + n * lanes);
                part[n] += weight * (shape == WeightedRun::even ? left + right : left - right);
            }
        }
    }
}

/// total += part. `error` accumulates the rounding error of the addition (D. E. Knuth, The Art of Computer
/// Programming, volume 2, section 4.2.2, theorem B).
template <class T>
[[gnu::always_inline]] static inline void addExactly(T& total, T& error, T part) {
    const T sum = total + part;
    const T added = sum - total;
    error += (total - (sum - added)) + (part - added);
    total = sum;
}

/// Computes N registers of `out` from sample x on.
template <int N, class T>
[[gnu::always_inline]] static inline void sumBlock(const WeightedSum& sum, float* out, std::int64_t x) {
    constexpr std::int64_t lanes = sizeof(T) / sizeof(float);
    const float* const* rows = sum.rows;
    const float* weights = sum.weights;
    T part[N] = {};
    T total[N] = {};
    T error[N] = {};
    for (std::int64_t r = 0; r < sum.runCount; ++r) {
        const WeightedRun& run = sum.runs[r];
        if (run.shape == WeightedRun::even) {
            addTerms<N, WeightedRun::even>(part, rows, weights, run.terms, x);
        } else if (run.shape == WeightedRun::odd) {
            addTerms<N, WeightedRun::odd>(part, rows, weights, run.terms, x);
        } else {
            addTerms<N, WeightedRun::single>(part, rows, weights, run.terms, x);
        }
        rows += run.shape == WeightedRun::single ? run.terms : 2 * run.terms;
        weights += run.terms;
        if (run.closes) {
            for (int n = 0; n < N; ++n) {
                addExactly(total[n], error[n], part[n]);
                part[n] = T{};
            }
        }
    }
    for (int n = 0; n < N; ++n)
        store(out + x + n * lanes, total[n] + (error[n] + part[n]));
}

/// Prefetches `count` samples.
[[gnu::always_inline]] static inline void prefetch(const float* samples, std::int64_t count) {
    constexpr std::int64_t samplesOfLine = 64 / sizeof(float);
    for (std::int64_t i = 0; i < count; i += samplesOfLine)
        __builtin_prefetch(samples + i);
}

static void weightedSum(const WeightedSum& sum, float* out, std::int64_t count) {
    constexpr int wide = 4;
    std::int64_t x = 0;
    for (; x + wide * vectorLanes <= count; x += wide * vectorLanes) {
        if (sum.ahead != nullptr) prefetch(sum.ahead + x, wide * vectorLanes);
        sumBlock<wide, FloatVector>(sum, out, x);
    }
    for (; x + vectorLanes <= count; x += vectorLanes)
        sumBlock<1, FloatVector>(sum, out, x);
    if (x < count && count >= vectorLanes) {
        sumBlock<1, FloatVector>(sum, out, count - vectorLanes);  // computes some samples twice
    } else {
        for (; x < count; ++x)
            sumBlock<1, float>(sum, out, x);
    }
}

/// Adds one row of samples to outputs first .. end - 1. The row belongs to a different row of the matrix for
/// each output; `weights` is the one of output 0. Every sample is loaded once for all outputs.
template <int first, int end, int N, class T>
[[gnu::always_inline]] static inline void addRow(T (&total)[DenseSum::outputs][N],
                                                 T (&error)[DenseSum::outputs][N], const DenseSum& sum,
                                                 const float* weights, const float* row) {
    constexpr std::int64_t lanes = sizeof(T) / sizeof(float);
    for (std::int64_t start = 0; start < sum.columns; start += DenseSum::termsOfPart) {
        const std::int64_t left = sum.columns - start;
        const std::int64_t terms = left < DenseSum::termsOfPart ? left : DenseSum::termsOfPart;
        T part[DenseSum::outputs][N] = {};
        for (std::int64_t c = start; c < start + terms; ++c) {
            T samples[N];
            for (int n = 0; n < N; ++n)
                samples[n] = load<T>(row + c + n * lanes);
            for (int k = first; k < end; ++k) {
                const T weight = T{} + weights[c - k * sum.columns];
                for (int n = 0; n < N; ++n)
                    part[k][n] += weight * samples[n];
            }
        }
        for (int k = first; k < end; ++k) {
            for (int n = 0; n < N; ++n)
                addExactly(total[k][n], error[k][n], part[k][n]);
        }
    }
}

/// Computes N registers of each output row. The first and last rows of samples contribute only to some
/// outputs.
template <int N, class T>
[[gnu::always_inline]] static inline void denseBlock(const DenseSum& sum, const float* const* rows,
                                                     float* const* out, std::int64_t x) {
    static_assert(DenseSum::outputs == 4);
    constexpr std::int64_t lanes = sizeof(T) / sizeof(float);
    T total[DenseSum::outputs][N] = {};
    T error[DenseSum::outputs][N] = {};
    for (std::int64_t r = 0; r < sum.rows + DenseSum::outputs - 1; ++r) {
        const float* weights = sum.weights + r * sum.columns;
        const float* row = rows[r] + x;
        const std::int64_t first = r < sum.rows ? 0 : r - sum.rows + 1;
        const std::int64_t end = r < DenseSum::outputs ? r + 1 : DenseSum::outputs;
        if (first == 0 && end == 4) {
            addRow<0, 4, N>(total, error, sum, weights, row);
        } else {
            if (first <= 0 && 0 < end) addRow<0, 1, N>(total, error, sum, weights, row);
            if (first <= 1 && 1 < end) addRow<1, 2, N>(total, error, sum, weights, row);
            if (first <= 2 && 2 < end) addRow<2, 3, N>(total, error, sum, weights, row);
            if (first <= 3 && 3 < end) addRow<3, 4, N>(total, error, sum, weights, row);
        }
    }
    for (int k = 0; k < DenseSum::outputs; ++k) {
        for (int n = 0; n < N; ++n)
            store(out[k] + x + n * lanes, total[k][n] + error[k][n]);
    }
}

static void denseSum(const DenseSum& sum, const float* const* rows, float* const* out, std::int64_t count) {
    std::int64_t x = 0;
    for (; x + 2 * vectorLanes <= count; x += 2 * vectorLanes)
        denseBlock<2, FloatVector>(sum, rows, out, x);
    for (; x + vectorLanes <= count; x += vectorLanes)
        denseBlock<1, FloatVector>(sum, rows, out, x);
    if (x < count && count >= vectorLanes) {
        denseBlock<1, FloatVector>(sum, rows, out, count - vectorLanes);
    } else {
        for (; x < count; ++x)
            denseBlock<1, float>(sum, rows, out, x);
    }
}

static void add(const float* __restrict a, const float* __restrict b, float* __restrict out,
                std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i)
        out[i] = a[i] + b[i];
}

template <class T>
[[gnu::always_inline]] static inline void scaledSumBlock(const float* const* rows, std::int64_t rowCount,
                                                         float weight, float* out, std::int64_t x) {
    T sum = load<T>(rows[0] + x);
    for (std::int64_t r = 1; r < rowCount; ++r)
        sum += load<T>(rows[r] + x);
    store(out + x, sum * weight);
}

static void scaledSum(const float* const* rows, std::int64_t rowCount, float weight, float* out,
                      std::int64_t count) {
    std::int64_t x = 0;
    for (; x + vectorLanes <= count; x += vectorLanes) {
        scaledSumBlock<FloatVector>(rows, rowCount, weight, out, x);
    }
    for (; x < count; ++x)
        scaledSumBlock<float>(rows, rowCount, weight, out, x);
}

static void scale(float* value, float by, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i)
        value[i] = value[i] * by;
}

extern const ConvolutionKernels convolutionKernels = {&weightedSum, &denseSum, &add, &scaledSum, &scale};

}  // namespace burin::BURIN_ISA
