// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/resample_kernels.hpp"

#include "core/kernels/float_vector.hpp"

namespace burin::BURIN_ISA {

namespace {

void combineRows(const float* __restrict samples, std::ptrdiff_t stride, const double* __restrict weights,
                 std::int64_t taps, double* __restrict sums, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i)
        sums[i] = weights[0] * static_cast<double>(samples[i]);
    for (std::int64_t j = 1; j < taps; ++j) {
        if (weights[j] == 0) continue;
        const float* row = samples + j * stride;
        for (std::int64_t i = 0; i < count; ++i)
            sums[i] += weights[j] * static_cast<double>(row[i]);
    }
}

void combineColumns(const float* __restrict samples, std::ptrdiff_t stride, const double* __restrict weights,
                    std::int64_t taps, double* __restrict sums, std::int64_t count) {
    for (std::int64_t j = 0; j < count; ++j) {
        const float* row = samples + j * stride;
        double sum = weights[0] * static_cast<double>(row[0]);
        for (std::int64_t i = 1; i < taps; ++i)
            sum += weights[i] * static_cast<double>(row[i]);
        sums[j] = sum;
    }
}

/// If the number of taps is known at compile time, the compiler unrolls the sum; 0 stands for any number.
template <std::int64_t known>
void combineTaps(const double* __restrict sums, const std::int64_t* __restrict first,
                 const double* __restrict weights, std::int64_t taps, float* __restrict out,
                 std::int64_t count) {
    const std::int64_t number = known != 0 ? known : taps;
    for (std::int64_t x = 0; x < count; ++x) {
        const double* from = sums + first[x];
        const double* weight = weights + x * number;
        double sum = weight[0] * from[0];
        for (std::int64_t i = 1; i < number; ++i)
            sum += weight[i] * from[i];
        out[x] = static_cast<float>(sum);
    }
}

void combineSums(const double* sums, const std::int64_t* first, const double* weights, std::int64_t taps,
                 float* out, std::int64_t count) {
    switch (taps) {
        case 1:
            return combineTaps<1>(sums, first, weights, taps, out, count);
        case 2:
            return combineTaps<2>(sums, first, weights, taps, out, count);
        case 4:
            return combineTaps<4>(sums, first, weights, taps, out, count);
        default:
            return combineTaps<0>(sums, first, weights, taps, out, count);
    }
}

/// Output samples whose places are computed together, in loops without branches or loads.
constexpr std::int64_t batch = 128;

/// The places of the output samples of a batch: the sample at or before each, and the distance from it.
struct Places {
    std::int64_t offset[batch];
    double u[batch];
    double v[batch];
};

/// \param shift  0.5 if positions are relative to samples' centres, 0 if relative to their corners
void locate(const TurnedRow& row, std::int64_t start, std::int64_t count, double shift, Places& places) {
    const double x = row.x + static_cast<double>(start);
    const auto stride = static_cast<double>(row.stride);
    for (std::int64_t i = 0; i < count; ++i) {
        const double at = (x + static_cast<double>(static_cast<std::int32_t>(i))) + row.centre;
        double u = row.ux * at + row.u;
        double v = row.vx * at + row.v;
        u = u < row.uLowest ? row.uLowest : u;
        u = u > row.uHighest ? row.uHighest : u;
        v = v < row.vLowest ? row.vLowest : v;
        v = v > row.vHighest ? row.vHighest : v;
        u -= shift;
        v -= shift;
        const double column = __builtin_floor(u);
        const double line = __builtin_floor(v);
        places.u[i] = u - column;
        places.v[i] = v - line;
        // A whole number from 0 to 2^52, added to 2^52, is in the lowest bits of the sum.
        const double offset = (line - row.top) * stride + (column - row.left) + 0x1p52;
        std::int64_t bits;
        __builtin_memcpy(&bits, &offset, sizeof bits);
        places.offset[i] = bits & 0xFFFFFFFFFFFFF;
    }
}

template <class Sampler>
void sampleRow(const TurnedRow& row, double shift, float* __restrict out, Sampler sample) {
    Places places;
    for (std::int64_t start = 0; start < row.count; start += batch) {
        const std::int64_t count = row.count - start < batch ? row.count - start : batch;
        locate(row, start, count, shift, places);
        for (std::int64_t i = 0; i < count; ++i) {
            out[start + i] = sample(row.samples + places.offset[i], places.u[i], places.v[i]);
        }
    }
}

void nearest(const TurnedRow& row, float* out) {
    sampleRow(row, 0, out, [](const float* at, double, double) { return *at; });
}

// Pairs of neighbouring samples are read as one number. GCC converts at most four samples by one instruction.
constexpr std::int64_t placeBytes = BURIN_VECTOR_BYTES < 32 ? 16 : 32;
constexpr std::int64_t placesAtOnce = placeBytes / 8;
using Doubles = double __attribute__((vector_size(placeBytes)));
using PairsOfSamples = std::int64_t __attribute__((vector_size(placeBytes)));
using Halves = std::int32_t __attribute__((vector_size(placeBytes / 2)));
using Floats = float __attribute__((vector_size(placeBytes / 2)));

[[gnu::always_inline]] inline PairsOfSamples pairsAt(const float* samples, const std::int64_t* offsets) {
    const auto pair = [&](int k) {
        std::int64_t both;
        __builtin_memcpy(&both, samples + offsets[k], sizeof both);
        return both;
    };
#if BURIN_VECTOR_BYTES >= 32
    return PairsOfSamples{pair(0), pair(1), pair(2), pair(3)};
#else
    return PairsOfSamples{pair(0), pair(1)};
#endif
}

[[gnu::always_inline]] inline Doubles numbers(PairsOfSamples pairs) {
    return __builtin_convertvector(reinterpret_cast<Floats>(__builtin_convertvector(pairs, Halves)), Doubles);
}

/// The interpolated samples at some places.
[[gnu::always_inline]] inline void linearPlaces(const TurnedRow& row, const Places& at, std::int64_t first,
                                                float* out) {
    const auto u = unaligned<Doubles>(at.u + first);
    const auto v = unaligned<Doubles>(at.v + first);
    const auto across = [&](const float* samples) {
        const PairsOfSamples pairs = pairsAt(samples, at.offset + first);
        return numbers(pairs) * (1 - u) + numbers(pairs >> 32) * u;
    };
    setUnaligned(out, __builtin_convertvector(
                          across(row.samples) * (1 - v) + across(row.samples + row.stride) * v, Floats));
}

void linear(const TurnedRow& row, float* out) {
    Places at;
    for (std::int64_t start = 0; start < row.count; start += batch) {
        const std::int64_t count = row.count - start < batch ? row.count - start : batch;
        locate(row, start, count, 0.5, at);
        std::int64_t i = 0;
        for (; i + placesAtOnce <= count; i += placesAtOnce)
            linearPlaces(row, at, i, out + start + i);
        if (i == count) continue;
        for (std::int64_t k = count; k < i + placesAtOnce; ++k) {
            at.offset[k] = at.offset[count - 1];
            at.u[k] = at.v[k] = 0;
        }
        float rest[placesAtOnce];
        linearPlaces(row, at, i, rest);
        for (std::int64_t k = i; k < count; ++k)
            out[start + k] = rest[k - i];
    }
}

/// E. Catmull and R. Rom, A class of local interpolating splines, 1974.
void cubicWeights(double t, double* weights) {
    weights[0] = 0.5 * (t * (t * (2 - t) - 1));
    weights[1] = 0.5 * (t * (t * (3 * t - 5)) + 2);
    weights[2] = 0.5 * (t * (t * (4 - 3 * t) + 1));
    weights[3] = 0.5 * (t * t * (t - 1));
}

void cubic(const TurnedRow& row, float* out) {
    const std::ptrdiff_t stride = row.stride;
    sampleRow(row, 0.5, out, [stride](const float* at, double u, double v) {
        double across[4];
        double down[4];
        cubicWeights(u, across);
        cubicWeights(v, down);
        double sum = 0;
        for (int j = 0; j < 4; ++j) {
            const float* from = at + (j - 1) * stride - 1;
            double line = 0;
            for (int i = 0; i < 4; ++i)
                line += across[i] * static_cast<double>(from[i]);
            sum += down[j] * line;
        }
        return static_cast<float>(sum);
    });
}

/// Adds the edge from (x0, .) to (x1, .), which crosses `height` of one row, to the differences of the row's
/// coverage. The running sum of these is the area to the right of the edges. See R. Levien, font-rs, 2015.
void addEdge(double x0, double x1, double height, double* cover) {
    if (x1 < x0) {
        const double swapped = x0;
        x0 = x1;
        x1 = swapped;
    }
    const double first = __builtin_floor(x0);
    const double end = __builtin_ceil(x1);
    double* at = cover + static_cast<std::int64_t>(first);
    if (end <= first + 1) {
        const double middle = 0.5 * (x0 + x1) - first;
        at[0] += height - height * middle;
        at[1] += height * middle;
        return;
    }
    const double slope = 1 / (x1 - x0);
    const double begin = x0 - first;
    const double rest = x1 - end + 1;
    const double a0 = 0.5 * slope * (1 - begin) * (1 - begin);
    const double am = 0.5 * slope * rest * rest;
    const std::int64_t cells = static_cast<std::int64_t>(end - first);
    at[0] += height * a0;
    if (cells == 2) {
        at[1] += height * (1 - a0 - am);
    } else {
        const double a1 = slope * (1.5 - begin);
        at[1] += height * (a1 - a0);
        for (std::int64_t i = 2; i < cells - 1; ++i)
            at[i] += height * slope;
        const double a2 = a1 + static_cast<double>(cells - 3) * slope;
        at[cells - 1] += height * (1 - a2 - am);
    }
    at[cells] += height * am;
}

/// Adds the part of the edge (from, to) inside the row [top, top + 1).
void addEdgeOfRow(const Footprint& f, int from, int to, double top, double* cover) {
    const double y0 = f.y[from], y1 = f.y[to];
    const double low = y0 < y1 ? y0 : y1, high = y0 < y1 ? y1 : y0;
    const double begin = low > top ? low : top;
    const double end = high < top + 1 ? high : top + 1;
    if (begin >= end) return;
    const double slope = (f.x[to] - f.x[from]) / (y1 - y0);
    const double left = f.x[from] < f.x[to] ? f.x[from] : f.x[to];
    const double right = f.x[from] < f.x[to] ? f.x[to] : f.x[from];
    const auto at = [&](double y) {
        const double x = y == y1 ? f.x[to] : f.x[from] + (y - y0) * slope;
        return x < left ? left : x > right ? right : x;
    };
    const double height = end - begin;
    addEdge(at(begin), at(end), y1 > y0 ? -height : height, cover);
}

float mean(const Footprint& f, double* cover) {
    double total = 0;
    for (std::int64_t row = f.top; row < f.bottom; ++row) {
        for (int edge = 0; edge < 4; ++edge) {
            addEdgeOfRow(f, edge, (edge + 1) % 4, static_cast<double>(row), cover);
        }
        const float* samples = f.samples + (row - f.top) * f.stride;
        double covered = 0;
        for (std::int64_t i = 0; i < f.left; ++i)
            covered += cover[i];
        for (std::int64_t i = f.left; i < f.right; ++i) {
            covered += cover[i];
            total += covered * static_cast<double>(samples[i - f.left]);
        }
        for (std::int64_t i = 0; i < f.columns + 2; ++i)
            cover[i] = 0;
    }
    return static_cast<float>(total / f.area);
}

}  // namespace

extern const ResampleKernels resampleKernels = {&combineRows, &combineColumns, &combineSums,  &nearest,
                                                &linear,      &cubic,          &cubicWeights, &mean};

}  // namespace burin::BURIN_ISA
