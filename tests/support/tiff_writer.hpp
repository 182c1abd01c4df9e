// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Writes TIFFs of any layout for tests. Components are a function of the position, so that a test can compute
// the expected result.

#include <tiffio.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace burin::test {

struct TiffSpec {
    std::int64_t width = 61;
    std::int64_t height = 53;
    int bits = 8;
    int samples = 1;
    int format = SAMPLEFORMAT_UINT;
    int photometric = PHOTOMETRIC_MINISBLACK;
    int compression = COMPRESSION_NONE;
    int predictor = PREDICTOR_NONE;
    int fillOrder = FILLORDER_MSB2LSB;
    bool separate = false;
    std::int64_t rowsPerStrip = 16;
    std::int64_t tileWidth = 0;  ///< 0: strips
    std::int64_t tileHeight = 0;
    std::string mode = "w";                  ///< wl: little endian, wb: big endian, 8: BigTIFF
    std::vector<std::uint16_t> subsampling;  ///< the subsampling of YCbCr, horizontal and vertical
    std::vector<std::uint16_t> palette;      ///< all red values, then green, then blue
    std::function<void(TIFF*)> tags;         ///< sets further tags
    int pages = 1;                           ///< page k holds component(x + k, y, c)
};

/// The value that marks missing samples, as GDAL writes it.
inline void setNoData(TIFF* tif, const char* text) {
    static const TIFFFieldInfo field = {42113,        -1, -1, TIFF_ASCII,
                                        FIELD_CUSTOM, 1,  0,  const_cast<char*>("GDAL_NODATA")};
    TIFFMergeFieldInfo(tif, &field, 1);
    TIFFSetField(tif, 42113, text);
}

/// The bits of a component: an integer, or a float's pattern. A double gets the value of a float's pattern.
using Component = std::function<std::uint32_t(std::int64_t x, std::int64_t y, int c)>;

/// Random bits that depend only on the position. The spec gives their number.
[[nodiscard]] inline Component noiseOf(const TiffSpec& spec) {
    return [bits = spec.bits](std::int64_t x, std::int64_t y, int c) {
        auto h = static_cast<std::uint32_t>(x * 0x9E3779B1 ^ y * 0x85EBCA77 ^ c * 0xC2B2AE3D);
        h ^= h >> 16;
        h *= 0x7FEB352D;
        h ^= h >> 15;
        h *= 0x846CA68B;
        h ^= h >> 16;
        return h >> (32 - std::min(bits, 32));
    };
}

/// Packs components row by row in the layout that libtiff expects.
class ComponentPacker {
  public:
    ComponentPacker(int bits, std::int64_t componentsInRow)
        : bits_(bits), rowBytes_((componentsInRow * bits + 7) / 8) {}

    [[nodiscard]] std::int64_t rowBytes() const { return rowBytes_; }
    void put(std::byte* row, std::int64_t index, std::uint32_t value) const {
        if (bits_ == 64) {
            const double wide = std::bit_cast<float>(value);
            std::memcpy(row + index * 8, &wide, sizeof wide);
            return;
        }
        if (bits_ % 8 == 0) {
            std::memcpy(row + index * bits_ / 8, &value, static_cast<std::size_t>(bits_ / 8));
            return;
        }
        for (int i = 0; i < bits_; ++i) {
            const std::int64_t bit = index * bits_ + i;
            row[bit / 8] |= static_cast<std::byte>((value >> (bits_ - 1 - i) & 1U) << (7 - bit % 8));
        }
    }

  private:
    int bits_;
    std::int64_t rowBytes_;
};

class TiffWriter {
  public:
    TiffWriter(const std::filesystem::path& path, const TiffSpec& spec, Component component)
        : spec_(spec), component_(std::move(component)), tif_(TIFFOpen(path.c_str(), spec.mode.c_str())) {
        if (tif_ == nullptr) throw std::runtime_error("cannot write " + path.string());
        for (page_ = 0; page_ < spec.pages; ++page_) {
            writeTags();
            writePixels();
            require(TIFFWriteDirectory(tif_) == 1, "directory");
        }
        TIFFClose(tif_);
    }

  private:
    static void require(bool done, const char* what) {
        if (!done) throw std::runtime_error(std::string("cannot write the TIFF's ") + what);
    }

    void writeTags() {
        TIFFSetField(tif_, TIFFTAG_IMAGEWIDTH, static_cast<std::uint32_t>(spec_.width));
        TIFFSetField(tif_, TIFFTAG_IMAGELENGTH, static_cast<std::uint32_t>(spec_.height));
        TIFFSetField(tif_, TIFFTAG_BITSPERSAMPLE, spec_.bits);
        TIFFSetField(tif_, TIFFTAG_SAMPLESPERPIXEL, spec_.samples);
        TIFFSetField(tif_, TIFFTAG_SAMPLEFORMAT, spec_.format);
        TIFFSetField(tif_, TIFFTAG_PLANARCONFIG,
                     spec_.separate ? PLANARCONFIG_SEPARATE : PLANARCONFIG_CONTIG);
        TIFFSetField(tif_, TIFFTAG_FILLORDER, spec_.fillOrder);
        TIFFSetField(tif_, TIFFTAG_COMPRESSION, spec_.compression);
        TIFFSetField(tif_, TIFFTAG_PHOTOMETRIC, spec_.photometric);
        if (spec_.predictor != PREDICTOR_NONE) TIFFSetField(tif_, TIFFTAG_PREDICTOR, spec_.predictor);
        if (spec_.tileWidth > 0) {
            TIFFSetField(tif_, TIFFTAG_TILEWIDTH, static_cast<std::uint32_t>(spec_.tileWidth));
            TIFFSetField(tif_, TIFFTAG_TILELENGTH, static_cast<std::uint32_t>(spec_.tileHeight));
        } else {
            TIFFSetField(tif_, TIFFTAG_ROWSPERSTRIP, static_cast<std::uint32_t>(spec_.rowsPerStrip));
        }
        if (!spec_.subsampling.empty())
            TIFFSetField(tif_, TIFFTAG_YCBCRSUBSAMPLING, spec_.subsampling[0], spec_.subsampling[1]);
        if (!spec_.palette.empty()) {
            const std::size_t entries = spec_.palette.size() / 3;
            std::vector<std::uint16_t> p = spec_.palette;
            TIFFSetField(tif_, TIFFTAG_COLORMAP, p.data(), p.data() + entries, p.data() + 2 * entries);
        }
        if (spec_.compression == COMPRESSION_JPEG && spec_.photometric == PHOTOMETRIC_YCBCR)
            TIFFSetField(tif_, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
        if (spec_.tags) spec_.tags(tif_);
    }

    void writePixels() {
        const bool tiled = spec_.tileWidth > 0;
        const std::int64_t blockWidth = tiled ? spec_.tileWidth : spec_.width;
        const std::int64_t blockHeight =
            tiled ? spec_.tileHeight : std::min(spec_.rowsPerStrip, spec_.height);
        std::uint32_t index = 0;
        for (int plane = 0; plane < (spec_.separate ? spec_.samples : 1); ++plane) {
            for (std::int64_t top = 0; top < spec_.height; top += blockHeight) {
                for (std::int64_t left = 0; left < spec_.width; left += blockWidth) {
                    const std::int64_t rows = tiled ? blockHeight : std::min(blockHeight, spec_.height - top);
                    std::vector<std::byte> block = packed(left, top, blockWidth, rows, plane);
                    const auto bytes = static_cast<tmsize_t>(block.size());
                    require((tiled ? TIFFWriteEncodedTile(tif_, index, block.data(), bytes)
                                   : TIFFWriteEncodedStrip(tif_, index, block.data(), bytes)) == bytes,
                            "pixels");
                    ++index;
                }
            }
        }
    }

    [[nodiscard]] std::vector<std::byte> packed(std::int64_t left, std::int64_t top, std::int64_t width,
                                                std::int64_t height, int plane) const {
        const bool raw = spec_.photometric == PHOTOMETRIC_YCBCR && spec_.compression != COMPRESSION_JPEG;
        if (raw) return packedClumps(left, top, width, height);
        const int together = spec_.separate ? 1 : spec_.samples;
        const ComponentPacker packer(spec_.bits, width * together);
        std::vector<std::byte> block(static_cast<std::size_t>(packer.rowBytes() * height));
        for (std::int64_t y = 0; y < height; ++y) {
            for (std::int64_t x = 0; x < width; ++x) {
                for (int c = 0; c < together; ++c) {
                    packer.put(block.data() + y * packer.rowBytes(), x * together + c,
                               component_(left + x + page_, top + y, spec_.separate ? plane : c));
                }
            }
        }
        return block;
    }

    /// YCbCr in TIFF's layout: the luma values of a clump, then its Cb and Cr.
    [[nodiscard]] std::vector<std::byte> packedClumps(std::int64_t left, std::int64_t top, std::int64_t width,
                                                      std::int64_t height) const {
        const std::int64_t across = spec_.subsampling.at(0);
        const std::int64_t down = spec_.subsampling.at(1);
        std::vector<std::byte> block;
        for (std::int64_t y = 0; y < height; y += down) {
            for (std::int64_t x = 0; x < width; x += across) {
                for (std::int64_t i = 0; i < across * down; ++i)
                    block.push_back(static_cast<std::byte>(
                        component_(left + x + i % across + page_, top + y + i / across, 0)));
                block.push_back(static_cast<std::byte>(component_(left + x + page_, top + y, 1)));
                block.push_back(static_cast<std::byte>(component_(left + x + page_, top + y, 2)));
            }
        }
        return block;
    }

    const TiffSpec& spec_;
    const Component component_;
    TIFF* tif_;
    int page_ = 0;
};

}  // namespace burin::test
