// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/jit/estimate.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace burin::gpu {

/// A kernel that computes an expression over a rectangle, as text for NVRTC.
///
/// Its parameters, in this order:
///
///     float* out, long long stride, long long width, long long height   the rectangle
///     long long left, long long top                                     the x and y of its first sample
///     int rows                                                          of a thread, one below the other
///     int vectors                    whether all rows of `out` start 16-byte aligned, in bit 0, and
///                                    those of plane i, in bit i + 1
///     const float* plane, long long stride    for each of `planes`: samples beside those of `out`
///     double value                            for each of `constants`
///
/// A block has expressionThreads threads in a row, each with `samplesPerThread` samples side by side; the
/// grid covers the width, and the height by `rows`.
struct ExpressionSource {
    std::string text;
    int samplesPerThread = 1;
    std::vector<std::size_t> planes;     ///< variables whose samples it reads
    std::vector<std::size_t> constants;  ///< variables whose values it takes
};

inline constexpr const char* expressionEntry = "burinExpression";
inline constexpr unsigned expressionThreads = 128;

/// Trees of more nodes are no gain as kernels of their own: they would compile for seconds.
inline constexpr std::size_t largestSourceTree = 4000;

/// Everything is computed in binary64, operation by operation, but for what estimates() allows; what depends
/// on x alone once for all rows of a thread, what depends on y alone once for a thread's row.
///
/// \param variables  of the tree, in its order
///
/// Pure: the text depends on its arguments alone, on the values of constants only where these decide what
/// binary32 is good for.
[[nodiscard]] ExpressionSource expressionSource(const SyntaxTree& tree,
                                                std::span<const SourceVariable> variables);

}  // namespace burin::gpu
