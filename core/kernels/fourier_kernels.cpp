// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/fourier_kernels.hpp"

// Decimation in frequency in steps of 4 (W. M. Gentleman and G. Sande, Fast Fourier Transforms: for Fun and
// Profit, 1966), and one step of 2 if the length requires it. The inverse reverses the steps one by one, so
// that entries never need to be sorted.

namespace burin::BURIN_ISA {

#if defined(__AVX512F__)
#define BURIN_DOUBLES 8
#elif defined(__AVX2__)
#define BURIN_DOUBLES 4
#else
#define BURIN_DOUBLES 2
#endif

using Vector = double __attribute__((vector_size(BURIN_DOUBLES * 8), may_alias));
constexpr std::int64_t entry = FourierKernels::entry;
constexpr std::int64_t batch = FourierKernels::batch;

/// One entry of several signals.
struct Complex {
    Vector re;
    Vector im;

    friend Complex operator+(Complex a, Complex b) { return {a.re + b.re, a.im + b.im}; }
    friend Complex operator-(Complex a, Complex b) { return {a.re - b.re, a.im - b.im}; }
};

struct Twiddle {
    double re;
    double im;
};

[[gnu::always_inline]] static inline Complex load(const double* from) {
    return {*reinterpret_cast<const Vector*>(from), *reinterpret_cast<const Vector*>(from + batch)};
}
[[gnu::always_inline]] static inline void store(double* to, Complex value) {
    *reinterpret_cast<Vector*>(to) = value.re;
    *reinterpret_cast<Vector*>(to + batch) = value.im;
}

[[gnu::always_inline]] static inline Complex times(Complex a, Twiddle w) {
    return {a.re * w.re - a.im * w.im, a.re * w.im + a.im * w.re};
}
[[gnu::always_inline]] static inline Complex timesConjugate(Complex a, Twiddle w) {
    return {a.re * w.re + a.im * w.im, a.im * w.re - a.re * w.im};
}
[[gnu::always_inline]] static inline Complex timesI(Complex a) {
    return {-a.im, a.re};
}

[[gnu::always_inline]] static inline Twiddle twiddle(const double* twiddles, std::int64_t k) {
    return {twiddles[2 * k], twiddles[2 * k + 1]};
}

/// Computes all groups of four entries of one step that share their twiddles.
template <bool isForward>
[[gnu::always_inline]] static inline void stepOfFour(double* first, double* end, std::int64_t size,
                                                     Twiddle w1, Twiddle w2, Twiddle w3) {
    const std::int64_t quarter = size / 4 * entry;
    for (double* at = first; at < end; at += size * entry) {
        for (std::int64_t i = 0; i < batch; i += BURIN_DOUBLES) {
            double* const from = at + i;
            const Complex a = load(from);
            const Complex b = load(from + quarter);
            const Complex c = load(from + 2 * quarter);
            const Complex d = load(from + 3 * quarter);
            if constexpr (isForward) {
                const Complex evenSum = a + c;
                const Complex evenDifference = a - c;
                const Complex oddSum = b + d;
                const Complex oddDifference = timesI(b - d);
                store(from, evenSum + oddSum);
                store(from + quarter, times(evenDifference - oddDifference, w1));
                store(from + 2 * quarter, times(evenSum - oddSum, w2));
                store(from + 3 * quarter, times(evenDifference + oddDifference, w3));
            } else {
                const Complex b1 = timesConjugate(b, w1);
                const Complex c1 = timesConjugate(c, w2);
                const Complex d1 = timesConjugate(d, w3);
                const Complex evenSum = a + c1;
                const Complex evenDifference = a - c1;
                const Complex oddSum = b1 + d1;
                const Complex oddDifference = timesI(b1 - d1);
                store(from, evenSum + oddSum);
                store(from + quarter, evenDifference + oddDifference);
                store(from + 2 * quarter, evenSum - oddSum);
                store(from + 3 * quarter, evenDifference - oddDifference);
            }
        }
    }
}

/// One step of all parts of `size` entries in a block.
/// \param stride  between the twiddles of neighbours: the length of the signals divided by `size`
template <bool isForward>
[[gnu::always_inline]] static inline void stepsOfSize(double* data, std::int64_t length, std::int64_t size,
                                                      const double* twiddles, std::int64_t stride) {
    for (std::int64_t k = 0; k < size / 4; ++k) {
        stepOfFour<isForward>(data + k * entry, data + length * entry, size, twiddle(twiddles, k * stride),
                              twiddle(twiddles, 2 * k * stride), twiddle(twiddles, 3 * k * stride));
    }
}

static void stepsOfTwo(double* data, std::int64_t length) {
    for (double* at = data; at < data + length * entry; at += 2 * entry) {
        for (std::int64_t i = 0; i < batch; i += BURIN_DOUBLES) {
            const Complex a = load(at + i);
            const Complex b = load(at + entry + i);
            store(at + i, a + b);
            store(at + entry + i, a - b);
        }
    }
}

/// The quarters of a longer block are transformed one after the other, because a quarter stays in the caches
/// between its steps.
constexpr std::int64_t cached = 256;

static void forwardBlock(double* data, std::int64_t length, const double* twiddles, std::int64_t stride) {
    if (length > cached) {
        stepsOfSize<true>(data, length, length, twiddles, stride);
        const std::int64_t quarter = length / 4;
        for (int i = 0; i < 4; ++i)
            forwardBlock(data + i * quarter * entry, quarter, twiddles, 4 * stride);
        return;
    }
    std::int64_t size = length;
    for (; size >= 4; size /= 4, stride *= 4)
        stepsOfSize<true>(data, length, size, twiddles, stride);
    if (size == 2) stepsOfTwo(data, length);
}

static void inverseBlock(double* data, std::int64_t length, const double* twiddles, std::int64_t stride) {
    if (length > cached) {
        const std::int64_t quarter = length / 4;
        for (int i = 0; i < 4; ++i)
            inverseBlock(data + i * quarter * entry, quarter, twiddles, 4 * stride);
        stepsOfSize<false>(data, length, length, twiddles, stride);
        return;
    }
    std::int64_t size = 1;
    if ((length & 0x5555555555555555) == 0) {  // an odd power of 2
        stepsOfTwo(data, length);
        size = 2;
    }
    for (size *= 4; size <= length; size *= 4)
        stepsOfSize<false>(data, length, size, twiddles, stride * (length / size));
}

static void forward(double* data, std::int64_t length, const double* twiddles) {
    forwardBlock(data, length, twiddles, 1);
}

static void inverse(double* data, std::int64_t length, const double* twiddles) {
    inverseBlock(data, length, twiddles, 1);
}

static void multiply(double* data, const double* factors, std::int64_t length) {
    for (std::int64_t at = 0; at < length * entry; at += entry) {
        for (std::int64_t i = at; i < at + batch; i += BURIN_DOUBLES) {
            const Complex a = load(data + i);
            const Complex b = load(factors + i);
            store(data + i, {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re});
        }
    }
}

static void transpose(const double* __restrict from, double* __restrict to) {
    for (std::int64_t part = 0; part < entry; part += batch) {
        for (std::int64_t i = 0; i < batch; ++i) {
            for (std::int64_t k = 0; k < batch; ++k)
                to[k * entry + part + i] = from[i * entry + part + k];
        }
    }
}

/// out = (a + sign * b) / 2
[[gnu::always_inline]] static inline void halfSum(const double* a, const double* b, double sign,
                                                  double* out) {
    for (std::int64_t i = 0; i < batch; ++i)
        out[i] = (a[i] + sign * b[i]) / 2;
}

static void separate(const double* __restrict plus, const double* __restrict minus, double* __restrict even,
                     double* __restrict odd) {
    halfSum(plus, minus, 1, even);
    halfSum(plus + batch, minus + batch, -1, even + batch);
    halfSum(plus + batch, minus + batch, 1, odd);
    halfSum(minus, plus, -1, odd + batch);
}

static void join(const double* __restrict even, const double* __restrict odd, double* __restrict plus,
                 double* __restrict minus) {
    for (std::int64_t i = 0; i < batch; ++i) {
        plus[i] = even[i] - odd[i + batch];
        plus[i + batch] = even[i + batch] + odd[i];
        minus[i] = even[i] + odd[i + batch];
        minus[i + batch] = odd[i] - even[i + batch];
    }
}

extern const FourierKernels fourierKernels = {&forward, &inverse, &multiply, &transpose, &separate, &join};

}  // namespace burin::BURIN_ISA
