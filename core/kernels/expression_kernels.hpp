// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/dispatch.hpp"

#include <cstdint>

namespace burin {

/// The operator of an expression's node. The order is that of ExpressionKernels::functions.
enum class Operator : std::uint8_t {
    number,
    variable,
    negate,
    logicalNot,
    add,
    subtract,
    multiply,
    divide,
    power,
    less,
    lessOrEqual,
    greater,
    greaterOrEqual,
    equal,
    notEqual,
    logicalAnd,
    logicalOr,
    select,  ///< a ? b : c
    sine,
    cosine,
    tangent,
    arcSine,
    arcCosine,
    arcTangent,
    arcTangent2,
    hyperbolicSine,
    hyperbolicCosine,
    hyperbolicTangent,
    exponential,
    logarithm,
    logarithm2,
    logarithm10,
    squareRoot,
    cubeRoot,
    absolute,
    floor,
    ceiling,
    round,
    truncate,
    sign,
    minimum,
    maximum,
    clamp,
    modulo,
    hypotenuse,
    mix,
    step,
    smoothStep,
    hash,
    noise,
    cell,
    gradient,
};
inline constexpr int operatorCount = static_cast<int>(Operator::gradient) + 1;

/// One operand of a kernel: an array, or a single value for all samples.
struct KernelInput {
    const double* values = nullptr;
    bool uniform = false;
};

/// The longest row of one call. A dozen rows of binary64 of this length stay in the first-level cache.
inline constexpr std::int64_t expressionBlock = 256;

/// Rows of binary64 for each operator of an expression.
///
/// Every function consists of single IEEE operations, selections and integer operations, so its bytes are the
/// same on every processor, except for NaN payloads. Special values are those of C99, except that a NaN
/// operand gives NaN wherever the format page says so. The relative error is below 1e-14; for sine, cosine
/// and tangent it is absolute near their zeros beyond |x| = 1e6.
struct ExpressionKernels {
    /// out[i] = operator(in[0][i], in[1][i], in[2][i]). `out` overlaps no input; count <= expressionBlock.
    /// The operand of a unary operator is an array unless count is 1.
    using Function = void (*)(double* out, const KernelInput* in, std::int64_t count);
    /// indexed by Operator; null for number and variable
    Function functions[operatorCount];

    /// Samples to binary64. The arrays do not overlap; any count.
    void (*widen)(const float* samples, double* out, std::int64_t count);
    /// Binary64 rounded once to samples. The arrays do not overlap; any count.
    void (*narrow)(const double* values, float* out, std::int64_t count);
};

}  // namespace burin

BURIN_DECLARE_KERNELS(ExpressionKernels, expressionKernels)
