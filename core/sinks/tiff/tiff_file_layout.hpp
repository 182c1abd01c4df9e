// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/output_file.hpp"
#include "core/export/surface_info.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace burin {

/// Side of a large TIFF's tiles, in samples.
inline constexpr std::int64_t tiffTileSide = 1024;

/// The size of the tiles of an image. The tiles of a small image are the smallest multiples of 16 that cover
/// it.
[[nodiscard]] Size tiffTile(Size image);

/// The exact quotient 25400 / pitchUm, in pixels per inch, as a fraction of 32-bit numbers; the nearest
/// fraction if none is exact.
[[nodiscard]] std::pair<std::uint32_t, std::uint32_t> pixelsPerInch(double pitchUm);

/// The places of everything in a TIFF of one gray image, known before its first sample. The image is cut into
/// blocks, which are its strips or its tiles, in row-major order:
///
///     header, directory, its values, block offsets, block byte counts, padding, blocks
///
/// Tiles are padded with 0 at the edges. The last strip is cut short, so that the samples of an uncompressed
/// image in strips are those of a raw file. The file contains no date, path or program version: the same
/// surface gives the same bytes. Little endian.
class TiffFileLayout {
  public:
    struct Image {
        Size size;
        int depth = 8;
        double pitchUm = 1.0;  ///< pitch along x
        double pitchYUm = 0;   ///< pitch along y; 0: equal to the pitch along x
        std::string description;
        Compression compression = Compression::none;
        bool strips = false;
        /// In strips, the height is the number of rows of a strip, and the width becomes that of the image.
        Size block = {tiffTileSide, tiffTileSide};
    };

    TiffFileLayout(const Image& image, bool big);

    /// Whether an image needs BigTIFF in the worst case of its compression.
    [[nodiscard]] static bool needsBig(const Image& image);

    [[nodiscard]] std::int64_t blocksAcross() const { return across_; }
    [[nodiscard]] std::int64_t blockCount() const { return across_ * down_; }
    /// The block that holds a sample of the image.
    [[nodiscard]] std::int64_t blockAt(const Point& sample) const {
        return sample.y / image_.block.height * across_ + sample.x / image_.block.width;
    }
    /// Offset of the blocks.
    [[nodiscard]] std::uint64_t base() const { return base_; }
    /// Size of an uncompressed file.
    [[nodiscard]] std::uint64_t fileBytes() const;
    /// The header, the directory and its values, up to the block offsets. A single block's place is part of
    /// the directory.
    [[nodiscard]] std::vector<std::byte> head(std::uint64_t onlyOffset, std::uint64_t onlyBytes) const;

    /// Writes everything that precedes the blocks of an uncompressed image. It is written piece by piece,
    /// because the arrays of a wide surface are large.
    void writeUncompressedHead(OutputFile& file) const;
    /// Like writeUncompressedHead(), for a compressed image, whose blocks have no place yet.
    void writeCompressedHead(OutputFile& file) const;

    struct Place {
        std::uint64_t offset = 0;
        std::uint64_t bytes = 0;
    };
    /// The place of a block in an existing file. \throws SinkError if the file is too short
    [[nodiscard]] Place readPlace(const OutputFile& file, std::int64_t block) const;
    void writePlace(OutputFile& file, std::int64_t block, const Place& place) const;
    /// The place of an uncompressed block.
    [[nodiscard]] Place fixedPlace(std::int64_t block) const;

    /// Bytes of an area's samples: one tile, or any rectangle of an image in strips that starts at a byte.
    [[nodiscard]] std::size_t bytes(const Rect& area) const;
    /// Reports the places of these samples in an uncompressed file.
    /// \param use  gets the offset in the file, the offset in the area's samples, and the number of bytes
    void forEachRun(const Rect& area,
                    const std::function<void(std::uint64_t, std::size_t, std::size_t)>& use) const;

  private:
    /// Bytes of a number in the arrays of offsets and byte counts.
    [[nodiscard]] std::size_t placeBytes() const { return big_ ? 8 : 4; }

    Image image_;
    bool big_ = false;
    std::int64_t across_ = 0;
    std::int64_t down_ = 0;
    std::size_t blockBytes_ = 0;  // the bytes of a whole block
    std::uint64_t offsetsAt_ = 0;
    std::uint64_t countsAt_ = 0;
    std::uint64_t base_ = 0;
};

}  // namespace burin
