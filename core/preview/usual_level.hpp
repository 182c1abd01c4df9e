// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"

#include <cstddef>
#include <cstdint>

namespace burin {

/// The longest side of a picture whose level is not given, in pixels.
inline constexpr std::int64_t usualPictureSide = 2048;

/// The memory that each pixel of a picture takes while it is computed.
inline constexpr std::size_t pictureBytesAPixel = 4 * sizeof(float) + 6 * sizeof(double);

/// The lowest level at which a picture of `samples` has at most the usual sides, and takes at most three
/// quarters of the memory: the rest is for computing its samples.
[[nodiscard]] int usualLevel(const Rect& samples, std::size_t memoryBytes);

}  // namespace burin
