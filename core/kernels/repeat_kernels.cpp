// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/repeat_kernels.hpp"

#include "core/kernels/float_vector.hpp"

namespace burin::BURIN_ISA {

namespace {

struct Over {
    static void apply(float& value, float&, float c, float) { value = c != 0.0F ? c : value; }
};
struct Add {
    static void apply(float& value, float&, float c, float) { value = value + c; }
};
struct Mean {
    static constexpr bool keeps = true;
    static void apply(float& value, float& number, float c, float) {
        value = value + c;
        number = number + (c != 0.0F ? 1.0F : 0.0F);
    }
};
template <bool most>
struct Extreme {
    static void apply(float& value, float&, float c, float) {
        const float extreme = most ? greater(value, c) : lesser(value, c);
        const float both = value != 0.0F ? extreme : c;
        value = c != 0.0F ? both : value;
    }
};
struct IdOver {
    static void apply(float& value, float&, float c, float id) { value = c != 0.0F ? id : value; }
};
template <bool most>
struct IdOfExtreme {
    static constexpr bool keeps = true;
    static void apply(float& value, float& best, float c, float id) {
        const bool reaches = most ? c >= best : c <= best;
        const bool wins = (c != 0.0F) & ((best == 0.0F) | reaches);
        best = wins ? c : best;
        value = wins ? id : value;
    }
};

template <class Operation>
constexpr bool keeps = requires {
    Operation::keeps;
};

/// One row, if rows are not turned.
template <class Operation, bool backwards, bool amplifies>
[[gnu::always_inline]] inline void combineRow(const RepeatRows& rows, float* __restrict value,
                                              float* __restrict beside, const float* __restrict samples) {
    const std::int64_t width = rows.width;
    const float gain = rows.gain;
    const float dust = rows.dust;
    const float id = rows.id;
    float nothing = 0;
    for (std::int64_t x = 0; x < width; ++x) {
        float c = samples[backwards ? -x : x];
        if (amplifies) {
            c *= gain;
            c = __builtin_fabsf(c) < dust ? 0.0F : c;
        }
        Operation::apply(value[x], keeps<Operation> ? beside[x] : nothing, c, id);
    }
}

template <class Operation, bool backwards, bool amplifies>
void combineStraight(const RepeatRows& rows) {
    for (std::int64_t y = 0; y < rows.height; ++y) {
        combineRow<Operation, backwards, amplifies>(
            rows, rows.value + y * rows.valueStride,
            keeps<Operation> ? rows.beside + y * rows.besideStride : nullptr, rows.samples + y * rows.stride);
    }
}

using Four = float __attribute__((vector_size(16)));
using UnalignedFour = float __attribute__((vector_size(16), aligned(4), may_alias));

// a[0] b[0] a[1] b[1], or the same of the last two, in each quarter of 16 bytes.
template <bool high>
[[gnu::always_inline]] inline Four interleaved(Four a, Four b) {
    return high ? __builtin_shufflevector(a, b, 2, 6, 3, 7) : __builtin_shufflevector(a, b, 0, 4, 1, 5);
}
[[gnu::always_inline]] inline Four fourRows(const float* from, std::ptrdiff_t, Four) {
    return *reinterpret_cast<const UnalignedFour*>(from);
}
#if BURIN_VECTOR_BYTES >= 32
using Eight = float __attribute__((vector_size(32)));
template <bool high>
[[gnu::always_inline]] inline Eight interleaved(Eight a, Eight b) {
    return high ? __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15)
                : __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13);
}
[[gnu::always_inline]] inline Eight fourRows(const float* from, std::ptrdiff_t stride, Eight) {
    return __builtin_shufflevector(fourRows(from, stride, Four{}),
                                   fourRows(from + 4 * stride, stride, Four{}), 0, 1, 2, 3, 4, 5, 6, 7);
}
#endif
#if BURIN_VECTOR_BYTES >= 64
template <bool high>
[[gnu::always_inline]] inline FloatVector interleaved(FloatVector a, FloatVector b) {
    return high ? __builtin_shufflevector(a, b, 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31)
                : __builtin_shufflevector(a, b, 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29);
}
[[gnu::always_inline]] inline FloatVector fourRows(const float* from, std::ptrdiff_t stride, FloatVector) {
    return __builtin_shufflevector(fourRows(from, stride, Eight{}),
                                   fourRows(from + 8 * stride, stride, Eight{}), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
                                   10, 11, 12, 13, 14, 15);
}
#endif

/// Writes column k of the source, as many samples as `Wide` has, to to[k * step], for k from 0 to 3.
template <class Wide>
[[gnu::always_inline]] inline void turnFour(float* to, std::ptrdiff_t step, const float* from,
                                            std::ptrdiff_t stride) {
    using Unaligned [[gnu::vector_size(sizeof(Wide)), gnu::aligned(4), gnu::may_alias]] = float;
    const auto rows = [&](int k) { return fourRows(from + k * stride, stride, Wide{}); };
    const auto store = [&](int k, Wide column) { *reinterpret_cast<Unaligned*>(to + k * step) = column; };
    const Wide r0 = rows(0), r1 = rows(1), r2 = rows(2), r3 = rows(3);
    const Wide evenLow = interleaved<false>(r0, r2), evenHigh = interleaved<true>(r0, r2);
    const Wide oddLow = interleaved<false>(r1, r3), oddHigh = interleaved<true>(r1, r3);
    store(0, interleaved<false>(evenLow, oddLow));
    store(1, interleaved<true>(evenLow, oddLow));
    store(2, interleaved<false>(evenHigh, oddHigh));
    store(3, interleaved<true>(evenHigh, oddHigh));
}

/// to[k * step + i] = from[i * stride + k] for i below `count` and k below `columns`
void turn(float* to, std::ptrdiff_t step, const float* from, std::ptrdiff_t stride, std::int64_t count,
          std::int64_t columns) {
    const std::int64_t wide = count - count % vectorLanes;
    const std::int64_t fours = count - count % 4;
    std::int64_t k = 0;
    for (; k + 4 <= columns; k += 4) {
        std::int64_t i = 0;
        for (; i < wide; i += vectorLanes)
            turnFour<FloatVector>(to + k * step + i, step, from + i * stride + k, stride);
        for (; i < fours; i += 4)
            turnFour<Four>(to + k * step + i, step, from + i * stride + k, stride);
    }
    for (std::int64_t i = 0; i < count; ++i) {
        for (std::int64_t rest = i < fours ? k : 0; rest < columns; ++rest)
            to[rest * step + i] = from[i * stride + rest];
    }
}

/// Turns a strip of samples at a time, so that they stay in the cache.
template <class Operation, bool amplifies>
void combineTurned(const RepeatRows& rows) {
    constexpr std::int64_t mostWidth = 128;
    constexpr std::int64_t mostHeight = 16;
    float strip[mostWidth * mostHeight];
    for (std::int64_t y = 0; y < rows.height; y += mostHeight) {
        for (std::int64_t x = 0; x < rows.width; x += mostWidth) {
            RepeatRows part = rows;
            part.width = rows.width - x < mostWidth ? rows.width - x : mostWidth;
            part.height = rows.height - y < mostHeight ? rows.height - y : mostHeight;
            part.value += y * rows.valueStride + x;
            if (keeps<Operation>) part.beside += y * rows.besideStride + x;
            const std::int64_t last = part.height - 1;
            const float* from = rows.samples + x * rows.stride + (rows.backwards ? -y - last : y);
            turn(rows.backwards ? strip + last * mostWidth : strip, rows.backwards ? -mostWidth : mostWidth,
                 from, rows.stride, part.width, part.height);
            part.samples = strip;
            part.stride = mostWidth;
            combineStraight<Operation, false, amplifies>(part);
        }
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
struct Span {
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
    // As the significand of a number from 1 to 2.
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
    Span span{0, row.count};
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
    {&combine<Over>, &combine<Mean>, &combine<Add>, &combine<Extreme<true>>, &combine<Extreme<false>>,
     &combine<IdOver>, &combine<IdOfExtreme<true>>, &combine<IdOfExtreme<false>>},
    &interpolate};

}  // namespace burin::BURIN_ISA
