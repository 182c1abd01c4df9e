// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/expression/syntax_tree.hpp"

#include <limits>
#include <span>
#include <vector>

namespace burin::gpu {

/// The meaning of an expression's variable in a kernel.
struct SourceVariable {
    enum class Role { x, y, sample, constant };
    Role role = Role::constant;
    double value = 0;  ///< value of a constant
};

/// How a node of an expression is computed, and how far the result may be from its binary64 value.
struct Estimate {
    /// The binary64 value lies in [low, high] or is NaN; then the computed value is NaN too.
    double low = -std::numeric_limits<double>::infinity();
    double high = std::numeric_limits<double>::infinity();
    double error = 0;     ///< absolute error; 0: the node uses the binary64 operation itself
    bool single = false;  ///< computed in binary32

    [[nodiscard]] double magnitude() const;
};

/// The error of sine and cosine in binary32 (functions.cuh).
inline constexpr double quickSineError = 1.8e-7;
/// The largest error of an expression. It is below 2^-21 with a margin for the rounding of binary64, which is
/// not counted, so that a value that must become 0 does become 0.
inline constexpr double largestError = 4e-7;

/// Decides for each node whether binary32 is accurate enough.
///
/// Sines and cosines of exact angles may be computed in binary32. Sums, products and selections of these may
/// be computed in it too, if every step between them and the result is known to keep the error small. An
/// interval for each value gives a bound of each step's error, from the leaves upwards. If the bound of the
/// whole expression exceeds largestError, everything is computed in binary64.
///
/// Pure; cost grows with the number of nodes.
[[nodiscard]] std::vector<Estimate> estimates(const SyntaxTree& tree,
                                              std::span<const SourceVariable> variables);

}  // namespace burin::gpu
