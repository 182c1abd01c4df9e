// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/jit/estimate.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace burin::gpu {

/// The source for NVRTC of a kernel that computes an expression over a rectangle.
///
/// The kernel's parameters, in this order:
///
///     float* out, long long stride, long long width, long long height   the rectangle
///     long long left, long long top                                     the x and y of its first sample
///     int rows                                                          rows that each thread computes
///     int vectors                    bit 0: all rows of `out` are 16-byte aligned; bit i + 1: all rows
///                                    of plane i are
///     const float* plane, long long stride    for each of `planes`: samples for those of `out`
///     double value                            for each of `constants`
///
/// A block has expressionThreads threads in a row, each with `samplesPerThread` neighbouring samples. The
/// grid covers the width, and the height in steps of `rows`.
struct ExpressionSource {
    std::string text;
    int samplesPerThread = 1;
    std::vector<std::size_t> planes;     ///< variables whose samples it reads
    std::vector<std::size_t> constants;  ///< variables whose values it receives
};

inline constexpr const char* expressionEntry = "burinExpression";
inline constexpr unsigned expressionThreads = 128;

/// Larger trees are not worth compiling: they would take seconds.
inline constexpr std::size_t largestSourceTree = 4000;

/// Everything is computed in binary64, operation by operation, unless estimates() allows binary32. Nodes that
/// depend only on x are computed once for all rows of a thread, and nodes that depend only on y once for each
/// row.
///
/// \param variables  of the tree, in its order
///
/// Pure: the text depends only on the arguments, and on the values of constants only if they decide where
/// binary32 is accurate enough.
[[nodiscard]] ExpressionSource expressionSource(const SyntaxTree& tree,
                                                std::span<const SourceVariable> variables);

}  // namespace burin::gpu
