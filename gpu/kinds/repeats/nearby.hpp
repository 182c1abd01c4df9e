// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Whether the patterns of repeats that are interpolated are read from shared memory.

#include "core/geometry/rect.hpp"

#include <cstdint>

namespace burin::gpu::nearby {

inline constexpr int warps = 32;        ///< warps of a block, which fills a multiprocessor
inline constexpr int capacity = 64;     ///< capacity of a warp's list
inline constexpr int listedBytes = 12;  ///< bytes of an entry

/// Places along an axis are modulo this many pixels.
inline constexpr double sidePx = 512;

/// Whether an arena fits into shared memory beside the lists, and each block reads few samples of it in
/// relation to the samples that it paints.
[[nodiscard]] bool pays(std::int64_t arenaSamples, Size area);

/// Whether all places of a pattern that kernels read differ modulo sidePx.
/// \param longest     side of the pattern
/// \param leastScale  of its copies, in magnitude
[[nodiscard]] bool differ(std::int64_t longest, double leastScale);

/// The number of rows for which a warp lists repeats together. It is chosen so that all warps are busy to the
/// end.
[[nodiscard]] int stripRowsFor(Size area);

}  // namespace burin::gpu::nearby
