// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The layout of a TIFF page, checked. Coordinates are pixels of the page; a *block* is a strip or a tile, the
// unit of compression.

#include "core/base/problem.hpp"
#include "core/geometry/rect.hpp"
#include "core/images/pixel_format.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace burin {

class InputFile;
class TiffHandle;

/// The page's blocks as a grid: `across` x `down` for each of `planes`, row-major, plane by plane.
struct BlockGrid {
    std::int64_t width = 0;  ///< width of a block, in pixels; the last column and row may extend beyond the
                             ///< page
    std::int64_t height = 0;
    std::int64_t across = 0;
    std::int64_t down = 0;
    int planes = 1;

    [[nodiscard]] std::int64_t index(std::int64_t bx, std::int64_t by, int plane) const {
        return (plane * down + by) * across + bx;
    }
};

/// The largest number of planes that are read: the planes of the colours, and the planes up to alpha.
inline constexpr int kMostPlanes = 8;

struct TiffLayout {
    Size size;                                  ///< size as stored
    int orientation = 1;                        ///< orientation that is applied
    PixelFormat pixels;                         ///< format after a block is decoded and expanded
    std::array<int, 4> planeOf = {0, 0, 0, 0};  ///< plane of each component, in the order of RowStart
    BlockGrid blocks;
    bool tiled = false;
    /// Not compressed, so that the place of every row in the file is known.
    bool plain = false;
    bool reversedBits = false;  ///< plain: the first sample is in the lowest bit of its byte
    bool swappedBytes = false;  ///< plain: bytes need swapping
    /// YCbCr that the codec does not convert: clumps of subsampled chroma that must be expanded to red,
    /// green, blue.
    bool expandYCbCr = false;
    bool decodesByRows = true;           ///< the codec can stop between two rows
    std::int64_t longestBlockBytes = 0;  ///< for compressed pages
    std::vector<std::int64_t> offsets;   ///< plain: the start of each block in the file
    /// Which blocks are not in the file; empty if all are there.
    std::vector<bool> missing;
    bool namesHoles = false;  ///< the file has a GDAL_NODATA, so missing blocks are holes
    std::vector<Problem> remarks;

    [[nodiscard]] bool isMissing(std::int64_t block) const {
        return !missing.empty() && missing[static_cast<std::size_t>(block)];
    }
    /// Fills a part of a missing block that begins with a component. Floats are NaN if the file has a
    /// GDAL_NODATA. Otherwise, and for all other types, samples are 0, or the first colour of a palette.
    void fillMissing(std::byte* part, std::int64_t bytes) const;
    /// Whether a block is missing in all of its planes. Then its samples are `pixels.holeSample`, even if 0
    /// means white.
    [[nodiscard]] bool isHole(std::int64_t bx, std::int64_t by) const {
        bool hole = !missing.empty();
        for (int plane = 0; hole && plane < blocks.planes; ++plane)
            hole = isMissing(blocks.index(bx, by, plane));
        return hole;
    }
    /// Bytes of one row of a block in memory, including columns beyond the page.
    [[nodiscard]] std::int64_t rowBytes() const {
        return (blocks.width * pixels.stride * bitsOf(pixels.type) + 7) / 8;
    }
    /// Rows of block row `by` inside the page; for tiles all rows of a tile.
    [[nodiscard]] std::int64_t rowsOf(std::int64_t by) const {
        return tiled ? blocks.height : std::min(blocks.height, size.height - by * blocks.height);
    }
};

/// Reads and checks the page's tags and the place of every block.
///
/// Leaves the handle ready for decoding, see prepareDecoder(). The time grows with the number of blocks.
/// \throws ImageError that says what the file has and what is supported
[[nodiscard]] TiffLayout readLayout(TiffHandle& handle, const InputFile& file, const PictureUse& use);

/// Makes the codec convert to red, green and blue if it can (JPEG). Needed for every further handle of the
/// page.
void prepareDecoder(TiffHandle& handle);

}  // namespace burin
