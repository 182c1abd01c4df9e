// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/output_file.hpp"
#include "core/export/surface_info.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace burin {

/// Side of a TIFF's tiles, in samples.
inline constexpr std::int64_t tiffTileSide = 1024;

/// The exact quotient 25400 / pitchUm, in pixels per inch, as a fraction of 32-bit numbers; the nearest
/// fraction if there is no exact one.
[[nodiscard]] std::pair<std::uint32_t, std::uint32_t> pixelsPerInch(double pitchUm);

/// The places of everything in a tiled TIFF of one gray image, known before its first tile:
///
///     header, directory, its values, tile offsets, tile byte counts, padding, tiles
///
/// Contains no date, path or program version: the same surface gives the same bytes. Little endian.
class TiledTiffLayout {
  public:
    struct Image {
        Size size;
        int depth = 8;
        double pitchUm = 1.0;  ///< along x
        double pitchYUm = 0;   ///< along y; 0: the same
        std::string description;
        Compression compression = Compression::none;
    };

    TiledTiffLayout(const Image& image, bool big);

    /// Whether an image needs BigTIFF in the worst case of its compression.
    [[nodiscard]] static bool needsBig(const Image& image);

    [[nodiscard]] std::int64_t tilesAcross() const { return across_; }
    [[nodiscard]] std::int64_t tileCount() const { return across_ * down_; }
    [[nodiscard]] std::size_t tileBytes() const { return tileBytes_; }
    /// Offset of the tiles.
    [[nodiscard]] std::uint64_t base() const { return base_; }
    /// Size of an uncompressed file.
    [[nodiscard]] std::uint64_t fileBytes() const {
        return base_ + static_cast<std::uint64_t>(tileCount()) * tileBytes_;
    }
    /// The header, the directory and its values, up to the tile offsets. A single tile's place is part of the
    /// directory.
    [[nodiscard]] std::vector<std::byte> head(std::uint64_t onlyOffset, std::uint32_t onlyBytes) const;

    /// Writes everything that precedes the tiles of an uncompressed image. Streams, because the arrays of a
    /// wide surface are large.
    void writeUncompressedHead(OutputFile& file) const;
    /// The same for a compressed image, whose tiles have no place yet.
    void writeCompressedHead(OutputFile& file) const;

    struct Place {
        std::uint64_t offset = 0;
        std::uint32_t bytes = 0;
    };
    /// The place of a tile in an existing file. \throws SinkError if the file is too short
    [[nodiscard]] Place readPlace(const OutputFile& file, std::int64_t tile) const;
    void writePlace(OutputFile& file, std::int64_t tile, const Place& place) const;
    /// The place of an uncompressed tile.
    [[nodiscard]] Place fixedPlace(std::int64_t tile) const;

  private:
    /// Bytes of a number in the arrays of offsets and byte counts.
    [[nodiscard]] std::size_t placeBytes() const { return big_ ? 8 : 4; }

    Image image_;
    bool big_ = false;
    std::int64_t across_ = 0;
    std::int64_t down_ = 0;
    std::size_t tileBytes_ = 0;
    std::uint64_t offsetsAt_ = 0;
    std::uint64_t countsAt_ = 0;
    std::uint64_t base_ = 0;
};

}  // namespace burin
