// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The only list of the operators of expressions and of their code for a card: the interpreter's kernel and
// the text of generated kernels. Three operators have forms of their own there: negate, logicalNot,
// select.

/// ARITHMETIC(word, symbol), COMPARISON(word, symbol), LOGICAL(word, symbol): the symbol is written between
/// the operands. CALL(word, function, cost, operands...): the function is one of functions.cuh or of the
/// device; a costly one needs many instructions. Each row is on one line.
// clang-format off
#define BURIN_DEVICE_OPERATORS(ARITHMETIC, COMPARISON, LOGICAL, CALL) \
    ARITHMETIC(add, +) \
    ARITHMETIC(subtract, -) \
    ARITHMETIC(multiply, *) \
    ARITHMETIC(divide, /) \
    COMPARISON(less, <) \
    COMPARISON(lessOrEqual, <=) \
    COMPARISON(greater, >) \
    COMPARISON(greaterOrEqual, >=) \
    COMPARISON(equal, ==) \
    COMPARISON(notEqual, !=) \
    LOGICAL(logicalAnd, &&) \
    LOGICAL(logicalOr, ||) \
    CALL(power, power, costly, a, b) \
    CALL(sine, sin, costly, a) \
    CALL(cosine, cos, costly, a) \
    CALL(tangent, tan, costly, a) \
    CALL(arcSine, asin, costly, a) \
    CALL(arcCosine, acos, costly, a) \
    CALL(arcTangent, atan, costly, a) \
    CALL(arcTangent2, atan2, costly, a, b) \
    CALL(hyperbolicSine, sinh, costly, a) \
    CALL(hyperbolicCosine, cosh, costly, a) \
    CALL(hyperbolicTangent, tanh, costly, a) \
    CALL(exponential, exp, costly, a) \
    CALL(logarithm, log, costly, a) \
    CALL(logarithm2, log2, costly, a) \
    CALL(logarithm10, log10, costly, a) \
    CALL(squareRoot, sqrt, costly, a) \
    CALL(cubeRoot, cbrt, costly, a) \
    CALL(absolute, fabs, cheap, a) \
    CALL(floor, floor, cheap, a) \
    CALL(ceiling, ceil, cheap, a) \
    CALL(round, round, cheap, a) \
    CALL(truncate, trunc, cheap, a) \
    CALL(sign, signOf, cheap, a) \
    CALL(minimum, minimum, cheap, a, b) \
    CALL(maximum, maximum, cheap, a, b) \
    CALL(clamp, clampTo, cheap, a, b, c) \
    CALL(modulo, modulo, costly, a, b) \
    CALL(hypotenuse, hypotenuse, costly, a, b) \
    CALL(mix, mixed, cheap, a, b, c) \
    CALL(step, stepped, cheap, a, b) \
    CALL(smoothStep, smoothlyStepped, costly, a, b, c) \
    CALL(hash, hash, costly, a, b, c) \
    CALL(noise, noise, costly, a, b, c) \
    CALL(cell, cell, costly, a, b, c) \
    CALL(gradient, gradient, costly, a, b, c) \
    /* end of the list */
// clang-format on
