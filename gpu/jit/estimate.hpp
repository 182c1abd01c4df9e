// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/expression/syntax_tree.hpp"

#include <limits>
#include <span>
#include <vector>

namespace burin::gpu {

/// What a variable of an expression stands for in a kernel.
struct SourceVariable {
    enum class Role { x, y, sample, constant };
    Role role = Role::constant;
    double value = 0;  ///< of a constant
};

/// How a node of an expression is computed, and how far that may lie from its binary64 value.
struct Estimate {
    /// The binary64 value lies here, or is NaN; then the computed value is NaN too.
    double low = -std::numeric_limits<double>::infinity();
    double high = std::numeric_limits<double>::infinity();
    double error = 0;     ///< absolute; 0: the binary64 operation itself
    bool single = false;  ///< in binary32

    [[nodiscard]] double magnitude() const;
};

/// Sine and cosine in binary32 err by this much (functions.cuh).
inline constexpr double quickSineError = 1.8e-7;
/// The most that an expression may err by: below 2^-21 with room for what is not counted, the rounding of
/// binary64, so that a value that must become 0 does.
inline constexpr double largestError = 4e-7;

/// Decides node by node where binary32 will do.
///
/// Sines and cosines of exact angles may be computed in binary32, and so may what is added, multiplied or
/// chosen from them, where every step between them and the result is known to keep their error small: an
/// interval for each value, and with it a bound of each step's error, from the leaves upwards. Where the
/// bound of the whole exceeds largestError, everything is computed in binary64.
///
/// Pure; cost grows with the number of nodes.
[[nodiscard]] std::vector<Estimate> estimates(const SyntaxTree& tree,
                                              std::span<const SourceVariable> variables);

}  // namespace burin::gpu
