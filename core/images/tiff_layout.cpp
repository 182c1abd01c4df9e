// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/images/tiff_layout.hpp"

#include "core/base/text.hpp"
#include "core/images/byte_reader.hpp"
#include "core/images/formats/orientation.hpp"
#include "core/images/formats/tiff_directory.hpp"
#include "core/images/image_error.hpp"
#include "core/images/image_header.hpp"
#include "core/images/input_file.hpp"
#include "core/images/tiff_handle.hpp"

#include <tiffio.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

namespace burin {

namespace {

constexpr std::int64_t kLargestSide = std::numeric_limits<std::int32_t>::max();
constexpr int kMostSamples = 1024;

/// The tags that decide the layout, from the page or the defaults of the standard.
struct Tags {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::uint16_t bits = 1;
    std::uint16_t samples = 1;
    std::uint16_t format = SAMPLEFORMAT_UINT;
    std::uint16_t planar = PLANARCONFIG_CONTIG;
    std::uint16_t compression = COMPRESSION_NONE;
    std::uint16_t fillOrder = FILLORDER_MSB2LSB;
    std::optional<std::uint16_t> photometric;
    int alphaAt = 0;  ///< the index of the alpha sample; 0: none, because alpha is never the first sample
    bool associated = false;
    bool saysWhatIsExtra = false;
};

Tags readTags(TIFF* tif) {
    Tags tags;
    TIFFGetField(tif, TIFFTAG_IMAGEWIDTH, &tags.width);
    TIFFGetField(tif, TIFFTAG_IMAGELENGTH, &tags.height);
    TIFFGetFieldDefaulted(tif, TIFFTAG_BITSPERSAMPLE, &tags.bits);
    TIFFGetFieldDefaulted(tif, TIFFTAG_SAMPLESPERPIXEL, &tags.samples);
    TIFFGetFieldDefaulted(tif, TIFFTAG_SAMPLEFORMAT, &tags.format);
    TIFFGetFieldDefaulted(tif, TIFFTAG_PLANARCONFIG, &tags.planar);
    TIFFGetFieldDefaulted(tif, TIFFTAG_COMPRESSION, &tags.compression);
    TIFFGetFieldDefaulted(tif, TIFFTAG_FILLORDER, &tags.fillOrder);
    std::uint16_t photometric = 0;
    if (TIFFGetField(tif, TIFFTAG_PHOTOMETRIC, &photometric) != 0) tags.photometric = photometric;
    // TIFF 6.0 does not define what the undefined format is; files that name it contain unsigned integers.
    if (tags.format == SAMPLEFORMAT_VOID) tags.format = SAMPLEFORMAT_UINT;
    std::uint16_t count = 0;
    std::uint16_t* extra = nullptr;
    if (TIFFGetField(tif, TIFFTAG_EXTRASAMPLES, &count, &extra) == 0 || count >= tags.samples) return tags;
    tags.saysWhatIsExtra = count > 0;
    for (int i = 0; i < count && tags.alphaAt == 0; ++i) {
        if (extra[i] == EXTRASAMPLE_UNSPECIFIED) continue;
        tags.alphaAt = tags.samples - count + i;
        tags.associated = extra[i] == EXTRASAMPLE_ASSOCALPHA;
    }
    return tags;
}

std::string nameOf(std::uint16_t photometric) {
    switch (photometric) {
        case PHOTOMETRIC_MINISWHITE:
        case PHOTOMETRIC_MINISBLACK:
            return "gray";
        case PHOTOMETRIC_RGB:
            return "RGB";
        case PHOTOMETRIC_PALETTE:
            return "palette";
        case PHOTOMETRIC_MASK:
            return "transparency mask";
        case PHOTOMETRIC_SEPARATED:
            return "CMYK";
        case PHOTOMETRIC_YCBCR:
            return "YCbCr";
        case PHOTOMETRIC_CIELAB:
        case PHOTOMETRIC_ICCLAB:
        case PHOTOMETRIC_ITULAB:
            return "Lab";
        case PHOTOMETRIC_LOGL:
        case PHOTOMETRIC_LOGLUV:
            return "logarithmic";
        case PHOTOMETRIC_CFA:
            return "raw camera";
        default:
            return "photometric interpretation " + std::to_string(photometric);
    }
}

std::string nameOfFormat(std::uint16_t format) {
    switch (format) {
        case SAMPLEFORMAT_UINT:
            return "unsigned";
        case SAMPLEFORMAT_INT:
            return "signed";
        case SAMPLEFORMAT_IEEEFP:
            return "float";
        case SAMPLEFORMAT_COMPLEXINT:
        case SAMPLEFORMAT_COMPLEXIEEEFP:
            return "complex";
        default:
            return "undefined";
    }
}

/// Checks one page and collects its layout.
class LayoutReader {
  public:
    LayoutReader(TiffHandle& handle, const InputFile& file, const PictureUse& use)
        : tif_(handle.get()),
          file_(file),
          use_(use),
          tags_(readTags(tif_)),
          bytes_(file),
          directory_(directoryOf(bytes_, tif_)) {
        // If libtiff rejects a palette, it reports the pixels as gray, or as red, green and blue if they have
        // three samples.
        saysPalette_ = directory_.integer(TIFFTAG_PHOTOMETRIC) == std::uint64_t{PHOTOMETRIC_PALETTE};
        if (saysPalette_ && tags_.samples != 3 && directory_.integer(TIFFTAG_COLORMAP))
            tags_.photometric = PHOTOMETRIC_PALETTE;
    }

    TiffLayout read() {
        readSize();
        readPixels();
        readAlpha();
        readHole();
        readOrientation();
        readGrid();
        checkBlocks();
        remark();
        return std::move(layout_);
    }

  private:
    static TiffDirectory directoryOf(const ByteReader& bytes, TIFF* tif) {
        const auto first = TiffDirectory::first(bytes);
        if (!first)
            throw ImageError({.reason = "%1 is not a TIFF",
                              .details = {TIFFFileName(tif)},
                              .advice = "use a TIFF or BigTIFF"});
        return first->at(TIFFCurrentDirOffset(tif));
    }

    [[noreturn]] void fail(Problem problem) const {
        problem.subject = file_.path().string();
        throw ImageError(std::move(problem));
    }
    [[noreturn]] void refusePixels() const {
        fail({.reason = "its pixels are %1-bit %2 %3, with %4 samples per pixel",
              .details = {std::to_string(tags_.bits), nameOfFormat(tags_.format), nameOf(*tags_.photometric),
                          std::to_string(tags_.samples)},
              .advice =
                  "use gray or RGB(A) of 1, 2, 4, 8, 10, 12, 14, 16 or 32-bit unsigned integers or of 16, 32 "
                  "or 64-bit floats, a palette, or 8-bit YCbCr"});
    }

    void readSize() {
        layout_.size = {tags_.width, tags_.height};
        if (tags_.width < 1 || tags_.width > kLargestSide || tags_.height < 1 ||
            tags_.height > kLargestSide) {
            fail({.reason = "its size is %1 x %2",
                  .details = {std::to_string(tags_.width), std::to_string(tags_.height)},
                  .advice = "use an image of 1 to 2147483647 pixels a side"});
        }
        if (tags_.samples < 1 || tags_.samples > kMostSamples) {
            fail({.reason = "it has %1 samples a pixel",
                  .details = {std::to_string(tags_.samples), std::to_string(kMostSamples)},
                  .advice = "use a file with 1 to %2 samples a pixel; Burin reads the first sample, or the "
                            "first three"});
        }
        if (TIFFIsCODECConfigured(tags_.compression) == 0) {
            fail({.reason = "its compression %1 is unknown to this libtiff",
                  .details = {std::to_string(tags_.compression)},
                  .advice =
                      "use another one, such as none, LZW, deflate, PackBits, CCITT, JPEG or Zstandard"});
        }
    }

    void readPixels() {
        if (!tags_.photometric) {
            fail({.reason = "it does not say what its pixels are (no PhotometricInterpretation)",
                  .advice = "add that tag: 1 for gray, or 0 if 0 is white"});
        }
        switch (*tags_.photometric) {
            case PHOTOMETRIC_MINISWHITE:
            case PHOTOMETRIC_MINISBLACK:
                return readGray();
            case PHOTOMETRIC_PALETTE:
                return readPalette();
            case PHOTOMETRIC_RGB:
                return readRgb();
            case PHOTOMETRIC_YCBCR:
                return readYCbCr();
            default:
                refusePixels();
        }
    }

    void setIntegers(ComponentType type) {
        layout_.pixels.type = type;
        layout_.pixels.maximum = static_cast<double>((std::uint64_t{1} << tags_.bits) - 1);
        layout_.pixels.stride = separate() ? 1 : tags_.samples;
    }

    void setFloats() {
        switch (tags_.bits) {
            case 16:
                layout_.pixels.type = ComponentType::f16;
                break;
            case 32:
                layout_.pixels.type = ComponentType::f32;
                break;
            case 64:
                layout_.pixels.type = ComponentType::f64;
                break;
            default:
                refusePixels();
        }
        layout_.pixels.maximum = 1;
        layout_.pixels.stride = separate() ? 1 : tags_.samples;
    }

    /// Gray and colours have the same types.
    void setNumbers() {
        if (tags_.format == SAMPLEFORMAT_IEEEFP) return setFloats();
        if (tags_.format != SAMPLEFORMAT_UINT) refusePixels();
        setIntegers(integerType({1, 2, 4, 8, 10, 12, 14, 16, 32}));
    }

    void readGray() {
        layout_.pixels.model = PixelFormat::Model::gray;
        setNumbers();
        if (isFloat(layout_.pixels.type)) {
            if (*tags_.photometric == PHOTOMETRIC_MINISWHITE)
                layout_.remarks.push_back(
                    {.reason = "its floats are read unchanged, although it says that 0 is white"});
            return;
        }
        layout_.pixels.inverted = *tags_.photometric == PHOTOMETRIC_MINISWHITE;
        if (saysPalette_)
            layout_.remarks.push_back({.reason = "it has a palette, but no colours for it (no ColorMap): its "
                                                 "pixels are read as gray"});
    }

    void readPalette() {
        if (tags_.format != SAMPLEFORMAT_UINT) refusePixels();
        setIntegers(integerType({1, 2, 4, 8, 16}));
        layout_.pixels.model = PixelFormat::Model::palette;
        readColours();
        bool eightBits = true;
        std::uint16_t brightest = 0;
        bool highBytes = true;
        for (const std::vector<std::uint16_t>& map : layout_.pixels.palette) {
            for (const std::uint16_t v : map) {
                eightBits &= v < 256;
                highBytes &= v % 256 == 0;
                brightest = std::max(brightest, v);
            }
        }
        constexpr std::uint16_t whiteOfHighBytes = 0xFF00;
        if (highBytes && brightest == whiteOfHighBytes) {
            layout_.remarks.push_back(
                {.reason =
                     "the brightest colour of the palette is 65280 of 65535: it may have been written as "
                     "8 bits times 256, and then white is 0.4 % too dark"});
        }
        if (eightBits) {
            layout_.remarks.push_back(
                {.reason = "no colour of the palette exceeds 255 of 65535: it may have been written with 8 "
                           "instead of 16 bits, which makes it very dark"});
        }
    }

    /// Reads the colours without libtiff, which accepts only palettes of exactly the length that the pixels
    /// need. All red values come first, then all green ones. Missing colours are black.
    void readColours() {
        constexpr std::size_t most = 3 * 65536;
        const std::size_t entries = std::size_t{1} << tags_.bits;
        const std::vector<std::uint64_t> values = directory_.integers(TIFFTAG_COLORMAP, most);
        const std::size_t colours = values.size() / 3;
        if (colours == 0 || values.size() % 3 != 0) {
            fail(
                {.reason = "its palette does not have equal numbers of red, green and blue values (ColorMap)",
                 .advice = "use a complete file"});
        }
        for (std::size_t c = 0; c < 3; ++c) {
            std::vector<std::uint16_t>& map = layout_.pixels.palette[c];
            map.assign(entries, 0);
            for (std::size_t i = 0; i < std::min(colours, entries); ++i)
                map[i] = static_cast<std::uint16_t>(values[c * colours + i]);
        }
        if (colours < entries) {
            layout_.remarks.push_back(
                {.reason =
                     "its palette has %1, but its pixels may name %2; those beyond the palette are black",
                 .details = {counted(colours, "colour"), std::to_string(entries)}});
        }
    }

    void readRgb() {
        if (tags_.samples < 3) refusePixels();
        setNumbers();
        layout_.pixels.model = PixelFormat::Model::colour;
    }

    void readYCbCr() {
        if (tags_.format != SAMPLEFORMAT_UINT || tags_.bits != 8 || tags_.samples != 3 || separate())
            refusePixels();
        setIntegers(ComponentType::u8);
        layout_.pixels.model = PixelFormat::Model::colour;
        layout_.expandYCbCr = tags_.compression != COMPRESSION_JPEG;
    }

    [[nodiscard]] ComponentType integerType(std::initializer_list<int> allowed) const {
        if (std::find(allowed.begin(), allowed.end(), tags_.bits) == allowed.end()) refusePixels();
        for (const ComponentType type :
             {ComponentType::u1, ComponentType::u2, ComponentType::u4, ComponentType::u8, ComponentType::u10,
              ComponentType::u12, ComponentType::u14, ComponentType::u16}) {
            if (bitsOf(type) == tags_.bits) return type;
        }
        return ComponentType::u32;
    }

    /// The samples of a pixel that are its colour.
    [[nodiscard]] int colourSamples() const {
        return layout_.pixels.model == PixelFormat::Model::colour ? 3 : 1;
    }

    void readAlpha() {
        PixelFormat& pixels = layout_.pixels;
        const int at = tags_.alphaAt;
        pixels.alphaUse = use_.alpha;
        const bool readable = at >= colourSamples() && (!separate() || at < kMostPlanes);
        if (readable)
            pixels.alpha =
                tags_.associated ? PixelFormat::Alpha::associated : PixelFormat::Alpha::unassociated;
        if (const auto remark = alphaRemark(pixels)) layout_.remarks.push_back(*remark);
        if (tags_.samples > colourSamples() + (readable ? 1 : 0)) {
            layout_.remarks.push_back(
                {.reason = tags_.saysWhatIsExtra
                               ? "its extra samples are ignored"
                               : "its extra samples are ignored: it does not say whether they are "
                                 "alpha (no ExtraSamples)"});
        }
        if (!readable || use_.alpha == AlphaUse::ignore) pixels.alpha = PixelFormat::Alpha::none;
        const std::array<int, 4> places = {0, 1, 2, pixels.alpha == PixelFormat::Alpha::none ? 0 : at};
        (separate() ? layout_.planeOf : pixels.place) = places;
    }

    /// GDAL's tag for the value of samples that are missing.
    void readHole() {
        constexpr std::uint16_t gdalNoData = 42113;
        const std::optional<std::string> text = directory_.text(gdalNoData);
        if (!text) return;
        const std::size_t start = text->find_first_not_of(" +");
        double value = 0;
        const char* const first = text->data() + std::min(start, text->size());
        const auto [end, error] = std::from_chars(first, text->data() + text->size(), value);
        const bool isNumber =
            error == std::errc() &&
            text->find_first_not_of(' ', static_cast<std::size_t>(end - text->data())) == std::string::npos;
        if (!isNumber) {
            layout_.remarks.push_back(
                {.reason = "its GDAL_NODATA (tag 42113) is ignored, because it is not a number: %1",
                 .details = {quotedForMessage(*text)}});
            return;
        }
        layout_.namesHoles = true;
        layout_.pixels.holeSample = use_.holeSample;
        if (!std::isfinite(value)) return;  // such samples are 0 in any case
        // The text of a float may have fewer digits than its value.
        const bool floats = isFloat(layout_.pixels.type);
        layout_.pixels.hole = floats ? static_cast<double>(narrowed(value)) : value;
        layout_.remarks.push_back(
            {.reason = "samples of %1 are marked as missing by its GDAL_NODATA (tag 42113), and are 0",
             .details = {numberText(value)}});
    }

    void readOrientation() {
        const int orientation = orientationIn(directory_);
        if (use_.turned) {
            layout_.orientation = orientation;
        } else if (orientation != 1) {
            layout_.remarks.push_back(ignoredOrientation(orientation));
        }
    }

    [[nodiscard]] bool separate() const { return tags_.planar == PLANARCONFIG_SEPARATE && tags_.samples > 1; }

    void readGrid() {
        layout_.tiled = TIFFIsTiled(tif_) != 0;
        std::uint32_t width = tags_.width;
        std::uint32_t height = 0;
        if (layout_.tiled) {
            TIFFGetField(tif_, TIFFTAG_TILEWIDTH, &width);
            TIFFGetField(tif_, TIFFTAG_TILELENGTH, &height);
        } else {
            TIFFGetFieldDefaulted(tif_, TIFFTAG_ROWSPERSTRIP, &height);
            height = std::min(height, tags_.height);
        }
        if (width < 1 || width > kLargestSide || height < 1 || height > kLargestSide) {
            fail({.reason = "its tiles or strips are %1 x %2",
                  .details = {std::to_string(width), std::to_string(height)},
                  .advice = "use a file whose tiles or strips have pixels"});
        }
        BlockGrid& grid = layout_.blocks;
        grid = {width, height, (layout_.size.width + width - 1) / width,
                (layout_.size.height + height - 1) / height, 1};
        if (separate()) grid.planes = std::max(colourSamples(), layout_.planeOf[3] + 1);
        const std::int64_t planesInFile = separate() ? tags_.samples : 1;
        const std::int64_t present = layout_.tiled ? TIFFNumberOfTiles(tif_) : TIFFNumberOfStrips(tif_);
        if (grid.down > present / grid.across || grid.across * grid.down * planesInFile != present)
            fail({.reason = "its tiles or strips do not cover it", .advice = "use a complete file"});
        layout_.plain = tags_.compression == COMPRESSION_NONE && !layout_.expandYCbCr;
        layout_.reversedBits = tags_.fillOrder == FILLORDER_LSB2MSB;
        layout_.swappedBytes = TIFFIsByteSwapped(tif_) != 0;
        layout_.decodesByRows = !layout_.expandYCbCr && tags_.compression != COMPRESSION_JBIG &&
                                tags_.compression != COMPRESSION_LERC;
    }

    /// Whether a block overlaps the directory. This happens if a strip is shorter than its rows need; libtiff
    /// corrects that silently if the page has only one strip.
    [[nodiscard]] bool liesOverDirectory(std::uint64_t offset, std::uint64_t bytes) const {
        return offset < directory_.offset() + directory_.bytes() && directory_.offset() < offset + bytes;
    }

    /// Whether a sparse file leaves out a block: its offset and size are 0. If the size of a page's only
    /// strip is 0, libtiff computes it.
    [[nodiscard]] bool isSparse(std::uint64_t offset, std::uint64_t bytes) const {
        constexpr std::uint16_t stripByteCounts = 279;
        const BlockGrid& grid = layout_.blocks;
        if (offset != 0) return false;
        const bool single = !layout_.tiled && grid.across * grid.down * grid.planes == 1;
        return bytes == 0 || (single && directory_.integer(stripByteCounts) == 0U);
    }

    /// Finds a truncated file before anything is computed.
    void checkBlocks() {
        // The offsets in old-style JPEG are often wrong; libtiff finds its data through other tags.
        if (tags_.compression == COMPRESSION_OJPEG) return;
        const BlockGrid& grid = layout_.blocks;
        const auto fileBytes = static_cast<std::uint64_t>(file_.size());
        for (std::int64_t i = 0; i < grid.across * grid.down * grid.planes; ++i) {
            const auto index = static_cast<std::uint32_t>(i);
            const std::uint64_t offset = TIFFGetStrileOffset(tif_, index);
            const std::uint64_t bytes = TIFFGetStrileByteCount(tif_, index);
            const std::string name = filledIn(layout_.tiled ? "tile %1" : "strip %1", {std::to_string(i)});
            if (isSparse(offset, bytes)) {
                layout_.missing.resize(static_cast<std::size_t>(grid.across * grid.down * grid.planes));
                layout_.missing[static_cast<std::size_t>(i)] = true;
                if (layout_.plain) layout_.offsets.push_back(0);
                continue;
            }
            if (offset == 0 || bytes == 0) {
                fail({.reason = "%1 is missing",
                      .details = {name},
                      .advice = "use a file with all of its tiles or strips"});
            }
            if (offset > fileBytes || bytes > fileBytes - offset) {
                fail({.reason = "%1 should end at byte %2 + %3, but the file has %4",
                      .details = {name, std::to_string(offset), std::to_string(bytes),
                                  std::to_string(fileBytes)},
                      .advice = "use a complete file: this one was cut short"});
            }
            const auto rows = static_cast<std::uint64_t>(layout_.rowsOf(i / grid.across % grid.down));
            if (layout_.plain && bytes / static_cast<std::uint64_t>(layout_.rowBytes()) < rows) {
                fail({.reason = "%1 has %2 bytes, too few for its %3",
                      .details = {name, std::to_string(bytes), counted(rows, "row")},
                      .advice = "use a complete file"});
            }
            if (layout_.plain &&
                liesOverDirectory(offset, rows * static_cast<std::uint64_t>(layout_.rowBytes())))
                fail({.reason = "%1 overlaps the file's directory",
                      .details = {name},
                      .advice = "use a complete file"});
            layout_.longestBlockBytes = std::max(layout_.longestBlockBytes, static_cast<std::int64_t>(bytes));
            if (layout_.plain) layout_.offsets.push_back(static_cast<std::int64_t>(offset));
        }
    }

    void remark() {
        std::uint32_t count = 0;
        void* profile = nullptr;
        if (TIFFGetField(tif_, TIFFTAG_ICCPROFILE, &count, &profile) != 0)
            layout_.remarks.push_back({.reason = "the ICC profile is ignored"});
        const auto missing = std::count(layout_.missing.begin(), layout_.missing.end(), true);
        if (missing > 0) {
            layout_.remarks.push_back(
                {.reason = layout_.tiled ? "%1 of its %2 tiles are not in the file, and are 0"
                                         : "%1 of its %2 strips are not in the file, and are 0",
                 .details = {std::to_string(missing), std::to_string(layout_.missing.size())}});
        }
    }

    TIFF* tif_;
    const InputFile& file_;
    const PictureUse use_;
    Tags tags_;
    const ByteReader bytes_;
    const TiffDirectory directory_;
    bool saysPalette_ = false;
    TiffLayout layout_;
};

}  // namespace

void TiffLayout::fillMissing(std::byte* part, std::int64_t bytes) const {
    if (namesHoles && isFloat(pixels.type)) {
        // a float of any size whose bits are all 1 is a NaN
        std::fill_n(part, bytes, std::byte{0xFF});
        return;
    }
    std::fill_n(part, bytes, pixels.inverted ? std::byte{0xFF} : std::byte{0});
}

TiffLayout readLayout(TiffHandle& handle, const InputFile& file, const PictureUse& use) {
    TiffLayout layout = LayoutReader(handle, file, use).read();
    prepareDecoder(handle);
    return layout;
}

void prepareDecoder(TiffHandle& handle) {
    const Tags tags = readTags(handle.get());
    if (tags.compression == COMPRESSION_JPEG && tags.photometric == PHOTOMETRIC_YCBCR)
        TIFFSetField(handle.get(), TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
}

}  // namespace burin
