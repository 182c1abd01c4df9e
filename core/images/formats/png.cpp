// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/images/formats/png.hpp"

#include "core/images/formats/orientation.hpp"
#include "core/images/image_error.hpp"

#include <png.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>

namespace burin {

using namespace std::string_view_literals;

namespace {

constexpr std::uint32_t kPalette = 3;
constexpr std::uint32_t kColourBit = 2;
constexpr std::uint32_t kPngAlphaBit = 4;
constexpr std::size_t kMostWarnings = 8;

[[noreturn]] void failDamaged(const std::string& name, std::string reason) {
    throw ImageError({.subject = name, .reason = std::move(reason), .advice = "use a complete file"});
}

/// The start of a text that is compressed by zlib: as much as a profile's first directory needs.
std::string inflatedStart(std::span<const std::byte> bytes) {
    std::string text(std::size_t{64} << 10, '\0');
    z_stream stream = {};
    if (inflateInit(&stream) != Z_OK) return {};
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(bytes.data()));  // NOLINT(*-const-cast)
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(text.data());
    stream.avail_out = static_cast<uInt>(text.size());
    static_cast<void>(inflate(&stream, Z_SYNC_FLUSH));
    text.resize(stream.total_out);
    inflateEnd(&stream);
    return text;
}

/// The orientation in a text chunk of ImageMagick; nothing if it is another text.
/// \param chunk  its data, or their start
std::optional<int> textOrientation(std::string_view type, std::span<const std::byte> chunk) {
    const std::string_view all(reinterpret_cast<const char*>(chunk.data()), chunk.size());
    const std::size_t end = std::min(all.find('\0'), all.size());
    const std::string_view keyword = all.substr(0, end);
    if (keyword != "Raw profile type exif" && keyword != "Raw profile type APP1") return {};
    if (type == "tEXt") return profileOrientation(all.substr(std::min(end + 1, all.size())));
    // A zTXt names its method of compression in one byte.
    return profileOrientation(inflatedStart(chunk.subspan(std::min(end + 2, chunk.size()))));
}

/// Reads from an offset on until the span is full or the file ends. \return the number of bytes read
using ReadBytes = std::function<std::size_t(std::size_t offset, std::span<std::byte> bytes)>;

/// Takes the rows of a picture as they are decoded. Each row of an interlaced picture comes several times.
class RowTaker {
  public:
    virtual ~RowTaker() = default;
    [[nodiscard]] virtual std::byte* row(std::int64_t y) = 0;
    /// \return whether the next row is wanted
    [[nodiscard]] virtual bool finish(std::int64_t y) = 0;
};

class PictureRows final : public RowTaker {
  public:
    explicit PictureRows(TurnedPicture& picture) : picture_(picture) {}
    std::byte* row(std::int64_t y) override { return picture_.row(y); }
    bool finish(std::int64_t y) override {
        picture_.finish(y);
        return true;
    }

  private:
    TurnedPicture& picture_;
};

/// Looks for a sample that is not 0.
class EmptyRows final : public RowTaker {
  public:
    explicit EmptyRows(const ImageHeader& header)
        : converter_(header.pixels),
          row_(static_cast<std::size_t>(header.stored.width * header.pixelBytes())),
          samples_(static_cast<std::size_t>(header.stored.width)) {}

    [[nodiscard]] bool empty() const { return empty_; }

    std::byte* row(std::int64_t) override {
        // A pass of an interlaced picture does not touch the pixels of other passes, so they start
        // transparent.
        std::fill(row_.begin(), row_.end(), std::byte{0});
        return row_.data();
    }
    bool finish(std::int64_t) override {
        const std::byte* const start = row_.data();
        converter_.convert({start, start, start, start}, 0, static_cast<std::int64_t>(samples_.size()),
                           samples_.data());
        empty_ = std::all_of(samples_.begin(), samples_.end(), [](float v) { return v == 0; });
        return empty_;
    }

  private:
    const PixelConverter converter_;
    std::vector<std::byte> row_;
    std::vector<float> samples_;
    bool empty_ = true;
};

/// One decompression. libpng leaves its functions by longjmp, so no object created after setjmp may own
/// memory.
class PngDecompression {
  public:
    explicit PngDecompression(ReadBytes readBytes)
        : readBytes_(std::move(readBytes)),
          png_(png_create_read_struct(PNG_LIBPNG_VER_STRING, this, &onError, &onWarning)) {
        if (png_ != nullptr) info_ = png_create_info_struct(png_);
        if (info_ == nullptr) complaint_ = "out of memory";
    }
    ~PngDecompression() { png_destroy_read_struct(&png_, &info_, nullptr); }
    PngDecompression(const PngDecompression&) = delete;
    PngDecompression& operator=(const PngDecompression&) = delete;

    /// The reason why pixels may be wrong; empty if every row was decoded from intact data.
    [[nodiscard]] const std::string& complaint() const { return complaint_; }
    [[nodiscard]] const std::vector<std::string>& warnings() const { return warnings_; }

    void run(const ImageHeader& header, RowTaker& rows) {
        if (!complaint_.empty() || setjmp(png_jmpbuf(png_)) != 0) return;
        png_set_read_fn(png_, this, &read);
        png_set_user_limits(png_, largestImageSide, largestImageSide);
        // Some programs name a window in the head of the compressed data that is smaller than the one they
        // have used. With the largest window, zlib reads such data as well as any other.
        png_set_option(png_, PNG_MAXIMUM_INFLATE_WINDOW, PNG_OPTION_ON);
        png_read_info(png_, info_);
        prepare(header);
        const bool indexed = png_get_color_type(png_, info_) == PNG_COLOR_TYPE_PALETTE;
        const int passes = png_set_interlace_handling(png_);
        png_read_update_info(png_, info_);
        const std::int64_t pixelBytes = indexed ? 1 : header.pixelBytes();
        if (png_get_image_width(png_, info_) != header.stored.width ||
            png_get_image_height(png_, info_) != header.stored.height ||
            static_cast<std::int64_t>(png_get_rowbytes(png_, info_)) != header.stored.width * pixelBytes ||
            (indexed && (header.pixels.model != PixelFormat::Model::colour ||
                         header.pixels.type != ComponentType::u8))) {
            complaint_ = "it has changed since it was opened";
            return;
        }
        if (indexed) readPalette(header);
        for (int pass = 0; pass < passes; ++pass) {
            for (std::int64_t y = 0; y < header.stored.height; ++y) {
                std::byte* const row = rows.row(y);
                png_read_row(png_, reinterpret_cast<png_bytep>(indexed ? indices_.data() : row), nullptr);
                if (indexed) putColours(row, y, passes > 1 ? pass : -1, header);
                if (!rows.finish(y)) return;
            }
        }
        if (header.hasEnd) png_read_end(png_, nullptr);
    }

  private:
    static PngDecompression& of(png_structp png) {
        return *static_cast<PngDecompression*>(png_get_error_ptr(png));
    }
    [[noreturn]] static void onError(png_structp png, png_const_charp text) {
        of(png).complaint_ = text;
        png_longjmp(png, 1);
    }
    static void onWarning(png_structp png, png_const_charp text) {
        std::vector<std::string>& warnings = of(png).warnings_;
        const bool known = std::find(warnings.begin(), warnings.end(), text) != warnings.end();
        if (!known && warnings.size() < kMostWarnings) warnings.emplace_back(text);
    }
    static void read(png_structp png, png_bytep to, std::size_t count) {
        auto& self = *static_cast<PngDecompression*>(png_get_io_ptr(png));
        const std::size_t got = self.readBytes_(self.at_, {reinterpret_cast<std::byte*>(to), count});
        if (got < count) png_error(png, "the file is cut short");
        self.at_ += count;
    }

    /// Asks libpng for the components of the header's format. The header was read without libpng: if libpng
    /// refuses a tRNS, all pixels stay opaque.
    void prepare(const ImageHeader& header) {
        if (png_get_color_type(png_, info_) == PNG_COLOR_TYPE_PALETTE) {
            png_set_packing(png_);
            return;
        }
        png_set_expand(png_);
        if (header.pixels.type == ComponentType::u16) png_set_swap(png_);
        const bool hasAlpha = (png_get_color_type(png_, info_) & PNG_COLOR_MASK_ALPHA) != 0 ||
                              png_get_valid(png_, info_, PNG_INFO_tRNS) != 0;
        if (header.pixels.alpha != PixelFormat::Alpha::none && !hasAlpha)
            png_set_add_alpha(png_, 0xFFFF, PNG_FILLER_AFTER);
    }

    /// Indices become colours here, because libpng does not say which of them its palette lacks.
    void readPalette(const ImageHeader& header) {
        png_colorp colours = nullptr;
        int count = 0;
        png_get_PLTE(png_, info_, &colours, &count);
        png_bytep alphas = nullptr;
        int alphaCount = 0;
        png_get_tRNS(png_, info_, &alphas, &alphaCount, nullptr);
        colours_ = static_cast<std::size_t>(count);
        palette_.fill({std::byte{0}, std::byte{0}, std::byte{0}, std::byte{255}});
        for (std::size_t i = 0; i < std::min(colours_, palette_.size()); ++i)
            palette_[i] = {std::byte{colours[i].red}, std::byte{colours[i].green}, std::byte{colours[i].blue},
                           std::byte{255}};
        for (std::size_t i = 0; i < std::min(static_cast<std::size_t>(alphaCount), palette_.size()); ++i)
            palette_[i][3] = std::byte{alphas[i]};
        indices_.assign(static_cast<std::size_t>(header.stored.width), std::byte{0});
    }

    /// Puts the colours of the indices that were read last into a row.
    /// \param pass  the pass of an interlaced picture, which has only some pixels of the row; otherwise -1
    void putColours(std::byte* row, std::int64_t y, int pass, const ImageHeader& header) {
        std::int64_t first = 0;
        std::int64_t step = 1;
        if (pass >= 0) {
            const std::int64_t rowStep = std::int64_t{1} << PNG_PASS_ROW_SHIFT(pass);
            if (y % rowStep != PNG_PASS_START_ROW(pass)) return;
            first = PNG_PASS_START_COL(pass);
            step = std::int64_t{1} << PNG_PASS_COL_SHIFT(pass);
        }
        const std::int64_t pixelBytes = header.pixelBytes();
        for (std::int64_t x = first; x < header.stored.width; x += step) {
            const auto index = std::to_integer<std::size_t>(indices_[static_cast<std::size_t>(x)]);
            std::memcpy(row + x * pixelBytes, palette_[index].data(), static_cast<std::size_t>(pixelBytes));
            if (index < colours_ || outside_) continue;
            outside_ = true;
            warnings_.push_back(outsidePalette(index, {x, y}, colours_));
        }
    }

    const ReadBytes readBytes_;
    std::size_t at_ = 0;
    std::array<std::array<std::byte, 4>, 256> palette_{};  ///< red, green, blue, alpha
    std::size_t colours_ = 0;                              ///< number of colours in the file's palette
    std::vector<std::byte> indices_;                       ///< indices of one row
    bool outside_ = false;                                 ///< an index beyond the palette was found
    png_structp png_;
    png_infop info_ = nullptr;
    std::string complaint_;
    std::vector<std::string> warnings_;
};

}  // namespace

/// PNG, third edition: a signature, then chunks of length, type, data and checksum.
ImageHeader readPngHeader(const ByteReader& file, const std::string& name) {
    ImageHeader header;
    header.type = ImageType::png;
    if (!file.has(12, "IHDR")) failDamaged(name, "the PNG has no header chunk");
    header.stored = {file.big(16, 4), file.big(20, 4)};
    const bool wide = file.big(24, 1) == 16;
    const std::uint32_t colourType = file.big(25, 1);
    const bool interlaced = file.big(28, 1) != 0;
    bool alpha = (colourType & kPngAlphaBit) != 0;
    // The first chunk of each kind counts, as in libpng and browsers, and eXIf takes precedence over a text.
    std::optional<int> exif;
    std::optional<int> text;
    bool hasPixels = false;
    bool hasProfile = false;
    bool moves = false;
    header.hasEnd = false;
    for (std::size_t at = 8; at + 12 <= file.size();) {
        const std::size_t length = file.big(at, 4);
        if (file.has(at + 4, "IEND")) {
            header.hasEnd = true;
            break;
        }
        hasPixels = hasPixels || file.has(at + 4, "IDAT");
        if (!exif && file.has(at + 4, "eXIf")) exif = exifOrientation(file.part(at + 8, length));
        if (!text && (file.has(at + 4, "zTXt") || file.has(at + 4, "tEXt"))) {
            const std::string_view type = file.has(at + 4, "zTXt") ? "zTXt" : "tEXt";
            text = textOrientation(type, file.part(at + 8, length));
        }
        hasProfile = hasProfile || file.has(at + 4, "iCCP");
        moves = moves || file.has(at + 4, "acTL");
        alpha = alpha || file.has(at + 4, "tRNS");
        at += length + 12;
    }
    header.orientation = exif.value_or(text.value_or(1));
    if (!header.hasEnd && !hasPixels) failDamaged(name, "the PNG ends before its pixels");
    if (hasProfile) header.remarks.push_back({.reason = "the ICC profile is ignored"});
    if (moves) header.remarks.push_back({.reason = "the PNG is an animation; its still picture is read"});
    if (!header.hasEnd)
        header.remarks.push_back({.reason = "the PNG has no end; it is read if its pixels are complete"});
    header.pixels = joinedFormat((colourType & kColourBit) != 0, wide && colourType != kPalette, alpha);
    header.turnedAfterwards = interlaced;
    return header;
}

std::vector<std::string> readPngPixels(std::span<const std::byte> file, const ImageHeader& header,
                                       const std::string& name, TurnedPicture& picture) {
    PngDecompression png([file](std::size_t offset, std::span<std::byte> bytes) {
        const std::size_t count = std::min(bytes.size(), file.size() - offset);
        std::memcpy(bytes.data(), file.data() + offset, count);
        return count;
    });
    // Each row of an interlaced picture comes several times, so the picture is turned after decoding.
    if (!header.turnedAfterwards || header.orientation == 1) {
        PictureRows rows(picture);
        png.run(header, rows);
    } else {
        TurnedPicture whole(header.stored, 1, header.pixelBytes());
        PictureRows rows(whole);
        png.run(header, rows);
        for (std::int64_t y = 0; y < header.stored.height; ++y) {
            std::memcpy(picture.row(y), whole.row(y),
                        static_cast<std::size_t>(header.stored.width * header.pixelBytes()));
            picture.finish(y);
        }
    }
    if (!png.complaint().empty())
        throw ImageError({.reason = "cannot decode %1: %2",
                          .details = {name, png.complaint()},
                          .advice = "use an undamaged PNG"});
    return png.warnings();
}

bool isEmptyPng(const InputFile& file, const ImageHeader& header) {
    PngDecompression png([&file](std::size_t offset, std::span<std::byte> bytes) {
        return file.readSome(static_cast<std::int64_t>(offset), bytes);
    });
    EmptyRows rows(header);
    png.run(header, rows);
    return png.complaint().empty() && rows.empty();
}

}  // namespace burin
