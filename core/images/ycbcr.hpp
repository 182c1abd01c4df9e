// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/images/raw_bytes.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

struct tiff;

namespace burin {

/// Expands blocks of TIFF's packed YCbCr to red, green and blue.
///
/// A block consists of clumps of `across` x `down` luma values and one Cb and Cr (TIFF 6.0 specification,
/// section 21). Chroma is repeated, not interpolated. libtiff computes the colours from the page's
/// coefficients and reference values. Immutable; thread-safe.
class YCbCrExpander {
  public:
    /// \throws ImageError if the page's coefficients or subsampling make no sense
    explicit YCbCrExpander(::tiff* page);

    /// Bytes of a packed block of that many pixels.
    [[nodiscard]] std::int64_t packedBytes(std::int64_t width, std::int64_t height) const;
    /// Three bytes a pixel, row by row. \pre packed has packedBytes(width, height)
    [[nodiscard]] RawBytes expand(std::span<const std::byte> packed, std::int64_t width,
                                  std::int64_t height) const;

  private:
    std::int64_t across_ = 1;
    std::int64_t down_ = 1;
    std::vector<std::max_align_t> tables_;  ///< libtiff's TIFFYCbCrToRGB and its tables
};

}  // namespace burin
