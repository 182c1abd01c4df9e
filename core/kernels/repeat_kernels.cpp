// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/repeat_kernels.hpp"

#include "core/kernels/float_vector.hpp"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace burin::BURIN_ISA {

namespace {

/// The magnitude of one number, or of each of several.
[[gnu::always_inline]] inline float magnitude(float number) {
    return __builtin_fabsf(number);
}
[[gnu::always_inline]] inline FloatVector magnitude(FloatVector numbers) {
    using Bits [[gnu::vector_size(BURIN_VECTOR_BYTES)]] = std::int32_t;
    return (FloatVector)((Bits)numbers & 0x7FFFFFFF);
}

/// A sample of a repeat, or several, times the gain. V is float or FloatVector.
template <bool amplifies, class V>
struct Product {
    V c;
    float dust;  ///< more than 0

    /// For each sample: `yes` if it is not 0, otherwise `no`.
    [[gnu::always_inline]] V choose(V yes, V no) const {
        if constexpr (amplifies) return magnitude(c) < dust ? no : yes;
        return c != 0.0F ? yes : no;
    }
    /// The sample without dust.
    [[gnu::always_inline]] V term() const { return amplifies ? choose(c, V{}) : c; }
};

struct Over {
    template <class V>
    [[gnu::always_inline]] static void apply(V& value, V&, const auto& sample, V) {
        value = sample.choose(sample.c, value);
    }
};
struct Add {
    template <class V>
    [[gnu::always_inline]] static void apply(V& value, V&, const auto& sample, V) {
        value = value + sample.term();
    }
};
struct Mean {
    static constexpr bool keeps = true;
    template <class V>
    [[gnu::always_inline]] static void apply(V& value, V& number, const auto& sample, V) {
        value = value + sample.term();
        number = number + sample.choose(V{} + 1.0F, V{});
    }
};
template <bool most>
struct ExtremeValue {
    template <class V>
    [[gnu::always_inline]] static void apply(V& value, V&, const auto& sample, V) {
        const V extreme = most ? greater(value, sample.c) : lesser(value, sample.c);
        value = sample.choose(value != 0.0F ? extreme : sample.c, value);
    }
};
struct IdOver {
    template <class V>
    [[gnu::always_inline]] static void apply(V& value, V&, const auto& sample, V id) {
        value = sample.choose(id, value);
    }
};
template <bool most>
struct IdOfExtreme {
    static constexpr bool keeps = true;
    template <class V>
    [[gnu::always_inline]] static void apply(V& value, V& best, const auto& sample, V id) {
        const auto winner = [&](V winning, V losing) -> V {
            const V later =
                most ? (sample.c >= best ? winning : losing) : (sample.c <= best ? winning : losing);
            return sample.choose(best == 0.0F ? winning : later, losing);
        };
        value = winner(id, value);
        best = winner(sample.c, best);
    }
};

template <class Operation>
constexpr bool keeps = requires {
    Operation::keeps;
};

/// Values, and the number beside each value.
template <class V>
struct Combined {
    V value;
    V beside;
};

/// A row of values that are combined with samples, one at a time or in vectors.
template <class Operation, bool amplifies>
class Row {
  public:
    [[gnu::always_inline]] Row(const RepeatRows& rows, std::int64_t y)
        : value_(rows.value + y * rows.valueStride),
          beside_(keeps<Operation> ? rows.beside + y * rows.besideStride : nullptr),
          gain_(rows.gain),
          dust_(rows.dust),
          id_(rows.id) {}

    /// The values from x on, combined with samples.
    template <class V>
    [[gnu::always_inline]] Combined<V> combined(std::int64_t x, V samples) const {
        Combined<V> made{load<V>(value_ + x), V{}};
        if (keeps<Operation>) made.beside = load<V>(beside_ + x);
        const Product<amplifies, V> sample{amplifies ? samples * gain_ : samples, dust_};
        Operation::apply(made.value, made.beside, sample, V{} + id_);
        return made;
    }
    template <class V>
    [[gnu::always_inline]] void put(std::int64_t x, const Combined<V>& made) const {
        store(value_ + x, made.value);
        if (keeps<Operation>) store(beside_ + x, made.beside);
    }

  private:
    float* value_;
    float* beside_;
    float gain_;
    float dust_;
    float id_;
};

[[gnu::always_inline]] inline float reversed(float number) {
    return number;
}
[[gnu::always_inline]] inline FloatVector reversed(FloatVector numbers) {
#if BURIN_VECTOR_BYTES == 64
    return __builtin_shufflevector(numbers, numbers, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
#elif BURIN_VECTOR_BYTES == 32
    return __builtin_shufflevector(numbers, numbers, 7, 6, 5, 4, 3, 2, 1, 0);
#else
    return __builtin_shufflevector(numbers, numbers, 3, 2, 1, 0);
#endif
}

template <class Operation, bool backwards, bool amplifies>
void combineStraight(const RepeatRows& rows) {
    for (std::int64_t y = 0; y < rows.height; ++y) {
        const Row<Operation, amplifies> row(rows, y);
        const float* const samples = rows.samples + y * rows.stride;
        const auto combined = [&]<class V>(std::int64_t x, V) {
            constexpr std::int64_t others = sizeof(V) / sizeof(float) - 1;
            return row.combined(x,
                                backwards ? reversed(load<V>(samples - x - others)) : load<V>(samples + x));
        };
        const std::int64_t last = rows.width - vectorLanes;
        if (last < 0) {
            for (std::int64_t x = 0; x < rows.width; ++x)
                row.put(x, combined(x, float{}));
            continue;
        }
        // The last vector overlaps the one before it. It is computed first, from values that are still
        // unchanged.
        const auto end = combined(last, FloatVector{});
        for (std::int64_t x = 0; x < last; x += vectorLanes)
            row.put(x, combined(x, FloatVector{}));
        row.put(last, end);
    }
}

// a[0] b[0] a[1] b[1], or with `high` a[2] b[2] a[3] b[3], in each part of 16 bytes.
template <bool high>
[[gnu::always_inline]] inline FloatVector interleaved(FloatVector a, FloatVector b) {
#if BURIN_VECTOR_BYTES == 64
    return high ? __builtin_shufflevector(a, b, 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31)
                : __builtin_shufflevector(a, b, 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29);
#elif BURIN_VECTOR_BYTES == 32
    return high ? __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15)
                : __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13);
#else
    return high ? __builtin_shufflevector(a, b, 2, 6, 3, 7) : __builtin_shufflevector(a, b, 0, 4, 1, 5);
#endif
}

/// Four samples from every fourth row, until a vector is full. Written out, because GCC would shuffle values
/// that it can insert from memory.
[[gnu::always_inline]] inline FloatVector fourOfRows(const float* from, std::ptrdiff_t stride) {
#if BURIN_VECTOR_BYTES == 64
    __m512 rows = _mm512_castps128_ps512(_mm_loadu_ps(from));
    rows = _mm512_insertf32x4(rows, _mm_loadu_ps(from + 4 * stride), 1);
    rows = _mm512_insertf32x4(rows, _mm_loadu_ps(from + 8 * stride), 2);
    return (FloatVector)_mm512_insertf32x4(rows, _mm_loadu_ps(from + 12 * stride), 3);
#elif BURIN_VECTOR_BYTES == 32
    const __m256 rows = _mm256_castps128_ps256(_mm_loadu_ps(from));
    return (FloatVector)_mm256_insertf128_ps(rows, _mm_loadu_ps(from + 4 * stride), 1);
#else
    static_cast<void>(stride);
    return load<FloatVector>(from);
#endif
}

template <class Visit>
[[gnu::always_inline]] inline void forFour(const Visit& visit) {
    visit(0), visit(1), visit(2), visit(3);
}

/// Four neighbouring columns, with the number of rows that a vector holds.
struct FourColumns {
    FloatVector at[4];

    [[gnu::always_inline]] FourColumns(const float* from, std::ptrdiff_t stride) {
        const FloatVector r0 = fourOfRows(from, stride), r1 = fourOfRows(from + stride, stride);
        const FloatVector r2 = fourOfRows(from + 2 * stride, stride);
        const FloatVector r3 = fourOfRows(from + 3 * stride, stride);
        const FloatVector evenLow = interleaved<false>(r0, r2), evenHigh = interleaved<true>(r0, r2);
        const FloatVector oddLow = interleaved<false>(r1, r3), oddHigh = interleaved<true>(r1, r3);
        at[0] = interleaved<false>(evenLow, oddLow);
        at[1] = interleaved<true>(evenLow, oddLow);
        at[2] = interleaved<false>(evenHigh, oddHigh);
        at[3] = interleaved<true>(evenHigh, oddHigh);
    }
};

/// Combines four rows, starting with row y, except those above `first`.
template <class Operation, bool amplifies, bool all>
[[gnu::always_inline]] inline void combineFour(const RepeatRows& rows, std::int64_t y, std::int64_t first) {
    using Target = Row<Operation, amplifies>;
    const std::int64_t top = rows.backwards ? y + 3 : y;
    const std::int64_t step = rows.backwards ? -1 : 1;
    const Target targets[4] = {
        {rows, top}, {rows, top + step}, {rows, top + 2 * step}, {rows, top + 3 * step}};
    const float* const from = rows.samples + (rows.backwards ? -top : top);
    const auto columnsAt = [&](std::int64_t x) { return FourColumns(from + x * rows.stride, rows.stride); };
    const auto isMeant = [&](int k) { return all || top + k * step >= first; };
    const std::int64_t last = rows.width - vectorLanes;
    const FourColumns lastColumns = columnsAt(last);
    Combined<FloatVector> ends[4];
    forFour([&](int k) { ends[k] = targets[k].combined(last, lastColumns.at[k]); });
    for (std::int64_t x = 0; x < last; x += vectorLanes) {
        const FourColumns columns = columnsAt(x);
        forFour([&](int k) {
            if (isMeant(k)) targets[k].put(x, targets[k].combined(x, columns.at[k]));
        });
    }
    forFour([&](int k) {
        if (isMeant(k)) targets[k].put(last, ends[k]);
    });
}

/// One sample after the other, for parts that are smaller than a vector.
template <class Operation, bool amplifies>
void combineTurnedSlowly(const RepeatRows& rows) {
    for (std::int64_t y = 0; y < rows.height; ++y) {
        const Row<Operation, amplifies> row(rows, y);
        const float* const samples = rows.samples + (rows.backwards ? -y : y);
        for (std::int64_t x = 0; x < rows.width; ++x)
            row.put(x, row.combined(x, samples[x * rows.stride]));
    }
}

/// Reads a strip of source rows again and again for four rows at a time, so that they stay in the cache.
template <class Operation, bool amplifies>
void combineTurned(const RepeatRows& rows) {
    if (rows.width < vectorLanes || rows.height < 4) return combineTurnedSlowly<Operation, amplifies>(rows);
    constexpr std::int64_t mostRows = 128;
    RepeatRows part = rows;
    for (std::int64_t left = rows.width; left > 0; left -= part.width) {
        part.width = left < mostRows + vectorLanes ? left : mostRows;
        std::int64_t y = 0;
        for (; y + 4 <= rows.height; y += 4)
            combineFour<Operation, amplifies, true>(part, y, y);
        if (y < rows.height) combineFour<Operation, amplifies, false>(part, rows.height - 4, y);
        part.value += part.width;
        if (keeps<Operation>) part.beside += part.width;
        part.samples += part.width * rows.stride;
    }
}

template <class Operation>
void combine(const RepeatRows& rows) {
    const bool amplifies = rows.gain != 1;
    const auto kernel =
        rows.turned ? (amplifies ? &combineTurned<Operation, true> : &combineTurned<Operation, false>)
        : rows.backwards
            ? (amplifies ? &combineStraight<Operation, true, true> : &combineStraight<Operation, true, false>)
        : amplifies ? &combineStraight<Operation, false, true>
                    : &combineStraight<Operation, false, false>;
    kernel(rows);
}

/// The places of a row that lie between samples that may be read.
struct ReadableSpan {
    std::int64_t begin, end;

    /// Removes the places whose positions, x + i * step, are not in [0, limit).
    void narrow(std::int64_t x, std::int64_t step, std::int64_t limit) {
        if (step == 0) {
            if (x < 0 || x >= limit) end = begin;
            return;
        }
        const bool backwards = step < 0;
        const std::int64_t first = backwards ? limit - 1 - x : x;
        const std::int64_t forward = backwards ? -step : step;
        const std::int64_t from = quotientAbove(-first, forward);
        const std::int64_t to = quotientAbove(limit - first, forward);
        if (from > begin) begin = from;
        if (to < end) end = to;
        if (end < begin) end = begin;
    }

  private:
    static std::int64_t quotientAbove(std::int64_t a, std::int64_t b) { return a / b + (a % b > 0); }
};

/// The first 23 bits after the point of a position.
[[gnu::always_inline]] inline float fractionOf(std::int64_t position) {
    // Put the bits into the significand of a number from 1 to 2.
    const std::uint32_t bits = (static_cast<std::uint32_t>(position >> 20) & 0x7FFFFFU) | 0x3F800000U;
    float number;
    __builtin_memcpy(&number, &bits, sizeof number);
    return number - 1;
}

/// Works on a batch of places in loops without branches.
void interpolate(const InterpolatedRow& row, float* __restrict out) {
    constexpr std::int64_t batch = 128;
    std::int32_t column[batch], line[batch];
    float right[batch], below[batch];
    float upper[2 * batch], lower[2 * batch];
    ReadableSpan span{0, row.count};
    span.narrow(row.x, row.stepX, std::int64_t{row.width - 1} << 43);
    span.narrow(row.y, row.stepY, std::int64_t{row.height - 1} << 43);
    for (std::int64_t i = 0; i < span.begin; ++i)
        out[i] = 0;
    for (std::int64_t i = span.end; i < row.count; ++i)
        out[i] = 0;
    constexpr float largest = 3.40282346638528859812e+38F;
    const float dust = row.dust;
    for (std::int64_t start = span.begin; start < span.end; start += batch) {
        const std::int64_t count = span.end - start < batch ? span.end - start : batch;
        const std::int64_t x = row.x + start * row.stepX;
        const std::int64_t y = row.y + start * row.stepY;
        for (std::int64_t i = 0; i < count; ++i) {
            const std::int64_t u = x + i * row.stepX;
            const std::int64_t v = y + i * row.stepY;
            column[i] = static_cast<std::int32_t>(u >> 43);
            line[i] = static_cast<std::int32_t>(v >> 43);
            right[i] = fractionOf(u);
            below[i] = fractionOf(v);
        }
        for (std::int64_t i = 0; i < count; ++i) {
            const float* from = row.samples + line[i] * row.stride + column[i];
            __builtin_memcpy(upper + 2 * i, from, 2 * sizeof(float));
            __builtin_memcpy(lower + 2 * i, from + row.stride, 2 * sizeof(float));
        }
        for (std::int64_t i = 0; i < count; ++i) {
            const float above = upper[2 * i] + (upper[2 * i + 1] - upper[2 * i]) * right[i];
            const float under = lower[2 * i] + (lower[2 * i + 1] - lower[2 * i]) * right[i];
            const float value = above + (under - above) * below[i];
            const float magnitude = __builtin_fabsf(value);
            out[start + i] = (magnitude >= dust) & (magnitude <= largest) ? value : 0.0F;
        }
    }
}

}  // namespace

const RepeatKernels repeatKernels = {
    {&combine<Over>, &combine<Mean>, &combine<Add>, &combine<ExtremeValue<true>>,
     &combine<ExtremeValue<false>>, &combine<IdOver>, &combine<IdOfExtreme<true>>,
     &combine<IdOfExtreme<false>>},
    &interpolate};

}  // namespace burin::BURIN_ISA
