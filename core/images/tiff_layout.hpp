// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a TIFF page says of itself, checked. Coordinates are pixels of the page; a *block* is a strip or a
// tile, the unit in which the file is compressed.

#include "core/geometry/rect.hpp"
#include "core/images/pixel_format.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace burin {

class InputFile;
class TiffHandle;

/// The pages' blocks as a grid: `across` x `down` for each of `planes`, row-major, plane by plane.
struct BlockGrid {
    std::int64_t width = 0;  ///< of a block, in pixels; the last column and row may reach over the page
    std::int64_t height = 0;
    std::int64_t across = 0;
    std::int64_t down = 0;
    int planes = 1;

    [[nodiscard]] std::int64_t index(std::int64_t bx, std::int64_t by, int plane) const {
        return (plane * down + by) * across + bx;
    }
};

struct TiffLayout {
    Size size;
    PixelFormat pixels;  ///< once a block is decoded and expanded
    BlockGrid blocks;
    bool tiled = false;
    /// Stored as it is, so that any row of any block lies at a known place of the file.
    bool plain = false;
    bool reversedBits = false;  ///< plain: the first bit is the lowest of its byte
    bool swappedBytes = false;  ///< plain: the other byte order
    /// YCbCr that the codec leaves as it is: clumps of subsampled chroma, to be expanded to red, green, blue.
    bool expandYCbCr = false;
    bool decodesByRows = true;           ///< the codec can stop between two rows
    std::int64_t longestBlockBytes = 0;  ///< as compressed
    std::vector<std::int64_t> offsets;   ///< plain: where each block starts in the file
    std::vector<std::string> remarks;

    /// One row of a block in memory; columns beyond the page included.
    [[nodiscard]] std::int64_t rowBytes() const {
        return (blocks.width * pixels.stride * bitsOf(pixels.type) + 7) / 8;
    }
    /// Rows of block row `by` that lie inside the page, or that a tile has.
    [[nodiscard]] std::int64_t rowsOf(std::int64_t by) const {
        return tiled ? blocks.height : std::min(blocks.height, size.height - by * blocks.height);
    }
};

/// Reads and checks the page's tags and the place of every block.
///
/// Leaves the handle ready for decoding, see prepareDecoder(). Takes time with the number of blocks.
/// \throws ImageError that says what the file has and what can be read
[[nodiscard]] TiffLayout readLayout(TiffHandle& handle, const InputFile& file);

/// Tells the codec to give red, green and blue where it can (JPEG). For every further handle of the page.
void prepareDecoder(TiffHandle& handle);

}  // namespace burin
