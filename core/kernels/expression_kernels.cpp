// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/expression_kernels.hpp"

#include "core/kernels/expression_functions.hpp"
#include "core/kernels/expression_noise.hpp"
#include "core/kernels/expression_trigonometry.hpp"

// One loop for each operator. The functions are inlined and branch-free, so that the compiler vectorises the
// loops for the instruction set.

namespace burin::BURIN_ISA {

using Unary = double (*)(double);
using Binary = double (*)(double, double);
using Ternary = double (*)(double, double, double);

template <Unary function>
static void unary(double* __restrict out, const KernelInput* in, std::int64_t count) {
    const double* __restrict a = in[0].values;
    for (std::int64_t i = 0; i < count; ++i)
        out[i] = function(a[i]);
}

/// Applies `quick` to all angles, then `slow` to those that are too large for it.
template <Unary quick, Unary slow>
static void angular(double* __restrict out, const KernelInput* in, std::int64_t count) {
    const double* __restrict a = in[0].values;
    std::uint64_t borrows = 0;  // the sign bit is set if a magnitude exceeds quickAngle
    for (std::int64_t i = 0; i < count; ++i) {
        out[i] = quick(a[i]);
        borrows |= bitsOf(quickAngle) - bitsOf(magnitude(a[i]));
    }
    if (borrows >> 63 == 0) return;
    for (std::int64_t i = 0; i < count; ++i) {
        if (magnitude(a[i]) > quickAngle) out[i] = magnitude(a[i]) < infinity ? slow(a[i]) : notANumber;
    }
}

/// For cheap functions: a uniform operand stays in a register.
template <Binary function>
static void binary(double* __restrict out, const KernelInput* in, std::int64_t count) {
    const double* __restrict a = in[0].values;
    const double* __restrict b = in[1].values;
    if (in[0].uniform) {
        const double left = *a;
        for (std::int64_t i = 0; i < count; ++i)
            out[i] = function(left, b[i]);
    } else if (in[1].uniform) {
        const double right = *b;
        for (std::int64_t i = 0; i < count; ++i)
            out[i] = function(a[i], right);
    } else {
        for (std::int64_t i = 0; i < count; ++i)
            out[i] = function(a[i], b[i]);
    }
}

/// For expensive functions: spreading an operand costs little beside them.
template <Binary function>
static void costlyBinary(double* __restrict out, const KernelInput* in, std::int64_t count) {
    alignas(64) double buffers[2][expressionBlock];
    const double* __restrict a = spread(in[0], buffers[0], count);
    const double* __restrict b = spread(in[1], buffers[1], count);
    for (std::int64_t i = 0; i < count; ++i)
        out[i] = function(a[i], b[i]);
}

template <Ternary function>
static void ternary(double* __restrict out, const KernelInput* in, std::int64_t count) {
    alignas(64) double buffers[3][expressionBlock];
    const double* __restrict a = spread(in[0], buffers[0], count);
    const double* __restrict b = spread(in[1], buffers[1], count);
    const double* __restrict c = spread(in[2], buffers[2], count);
    for (std::int64_t i = 0; i < count; ++i)
        out[i] = function(a[i], b[i], c[i]);
}

BURIN_INLINE double asNumber(bool condition) {
    return condition ? 1.0 : 0.0;
}

BURIN_INLINE double negate(double a) {
    return -a;
}
BURIN_INLINE double logicalNot(double a) {
    return truth(a) ? 0.0 : 1.0;
}
BURIN_INLINE double add(double a, double b) {
    return a + b;
}
BURIN_INLINE double subtract(double a, double b) {
    return a - b;
}
BURIN_INLINE double multiply(double a, double b) {
    return a * b;
}
BURIN_INLINE double divide(double a, double b) {
    return a / b;
}
BURIN_INLINE double less(double a, double b) {
    return asNumber(a < b);
}
BURIN_INLINE double lessOrEqual(double a, double b) {
    return asNumber(a <= b);
}
BURIN_INLINE double greater(double a, double b) {
    return asNumber(a > b);
}
BURIN_INLINE double greaterOrEqual(double a, double b) {
    return asNumber(a >= b);
}
BURIN_INLINE double equal(double a, double b) {
    return asNumber(a == b);
}
BURIN_INLINE double notEqual(double a, double b) {
    return asNumber(a != b);
}
BURIN_INLINE double logicalAnd(double a, double b) {
    return asNumber(truth(a) & truth(b));
}
BURIN_INLINE double logicalOr(double a, double b) {
    return asNumber(truth(a) | truth(b));
}
BURIN_INLINE double choose(double c, double a, double b) {
    return truth(c) ? a : b;
}

BURIN_INLINE double squareRoot(double a) {
    return __builtin_sqrt(a);
}
BURIN_INLINE double absolute(double a) {
    return magnitude(a);
}
BURIN_INLINE double sign(double a) {
    const double unit = a > 0.0 ? 1.0 : (a < 0.0 ? -1.0 : 0.0);
    return isNaN(a) ? a : unit;
}
BURIN_INLINE double minimum(double a, double b) {
    const double r = a < b ? a : b;
    return isNaN(a) ? a : r;
}
BURIN_INLINE double maximum(double a, double b) {
    const double r = a > b ? a : b;
    return isNaN(a) ? a : r;
}
BURIN_INLINE double clamp(double v, double lo, double hi) {
    return minimum(maximum(v, lo), hi);
}
BURIN_INLINE double modulo(double a, double b) {
    return a - b * roundDown(a / b);
}
BURIN_INLINE double mix(double a, double b, double t) {
    return a * (1.0 - t) + b * t;
}
BURIN_INLINE double step(double edge, double v) {
    const double r = v < edge ? 0.0 : 1.0;
    return (isNaN(v) | isNaN(edge)) ? notANumber : r;
}
BURIN_INLINE double smoothStep(double lo, double hi, double v) {
    const double t = clamp((v - lo) / (hi - lo), 0.0, 1.0);
    return t * t * (3.0 - 2.0 * t);
}

static void widen(const float* __restrict samples, double* __restrict out, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i)
        out[i] = static_cast<double>(samples[i]);
}

static void narrow(const double* __restrict values, float* __restrict out, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i)
        out[i] = static_cast<float>(values[i]);
}

extern const ExpressionKernels expressionKernels = {
    {
        nullptr,  // number
        nullptr,  // variable
        &unary<negate>,
        &unary<logicalNot>,
        &binary<add>,
        &binary<subtract>,
        &binary<multiply>,
        &binary<divide>,
        &costlyBinary<power>,
        &binary<less>,
        &binary<lessOrEqual>,
        &binary<greater>,
        &binary<greaterOrEqual>,
        &binary<equal>,
        &binary<notEqual>,
        &binary<logicalAnd>,
        &binary<logicalOr>,
        &ternary<choose>,
        &angular<sine, sineOfLarge>,
        &angular<cosine, cosineOfLarge>,
        &angular<tangent, tangentOfLarge>,
        &unary<arcSine>,
        &unary<arcCosine>,
        &unary<arcTangent>,
        &costlyBinary<arcTangent2>,
        &unary<hyperbolicSine>,
        &unary<hyperbolicCosine>,
        &unary<hyperbolicTangent>,
        &unary<exponential>,
        &unary<logarithm>,
        &unary<logarithm2>,
        &unary<logarithm10>,
        &unary<squareRoot>,
        &unary<cubeRoot>,
        &unary<absolute>,
        &unary<roundDown>,
        &unary<roundUp>,
        &unary<roundedAway>,
        &unary<truncated>,
        &unary<sign>,
        &binary<minimum>,
        &binary<maximum>,
        &ternary<clamp>,
        &binary<modulo>,
        &costlyBinary<hypotenuse>,
        &ternary<mix>,
        &binary<step>,
        &ternary<smoothStep>,
        &hashRow,
        &noiseRow,
        &cellRow,
        &gradientRow,
    },
    &widen,
    &narrow,
};
static_assert(operatorCount == 52);

}  // namespace burin::BURIN_ISA
