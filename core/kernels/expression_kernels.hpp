// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/dispatch.hpp"

#include <cstdint>

namespace burin {

/// What a node of an expression computes. The order is that of ExpressionKernels::functions.
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
};
inline constexpr int operatorCount = static_cast<int>(Operator::cell) + 1;

/// One operand of a kernel: an array, or one value that holds for all samples.
struct KernelInput {
    const double* values = nullptr;
    bool uniform = false;
};

/// The longest row that one call takes, chosen so that a dozen rows of binary64 stay in the first cache.
inline constexpr std::int64_t expressionBlock = 256;

/// Rows of binary64 for each operator of an expression.
///
/// Every function is made of single IEEE operations, selections and integer operations, so its bytes are the
/// same on every processor, NaN payloads apart. Special values are those of C99, but a NaN operand always
/// gives NaN where the format page says so. Relative error below 1e-14, for sine, cosine and tangent absolute
/// near their zeros beyond |x| = 1e6.
struct ExpressionKernels {
    /// out[i] = operator(in[0][i], in[1][i], in[2][i]). `out` overlaps no input; count <= expressionBlock.
    /// The only operand of a unary operator is an array unless count is 1.
    using Function = void (*)(double* out, const KernelInput* in, std::int64_t count);
    /// By Operator; null for number and variable.
    Function functions[operatorCount];

    /// Samples to binary64. The arrays do not overlap; any count.
    void (*widen)(const float* samples, double* out, std::int64_t count);
    /// Binary64 rounded once to samples. The arrays do not overlap; any count.
    void (*narrow)(const double* values, float* out, std::int64_t count);
};

}  // namespace burin

BURIN_DECLARE_KERNELS(ExpressionKernels, expressionKernels)
