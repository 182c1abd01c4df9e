// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/images/formats/bmp.hpp"

#include "core/images/image_error.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <optional>

namespace burin {

namespace {

constexpr std::uint32_t kFileHeaderBytes = 14;
constexpr std::uint32_t kOldHeaderBytes = 12;
constexpr std::uint32_t kInfoHeaderBytes = 40;
constexpr std::uint32_t kOs2HeaderBytes = 64;
/// The compression of files with four masks.
constexpr std::uint32_t kMasksWithAlpha = 6;

enum class Coding { plain, runs8, runs4, runs24, masks, unknown };

/// The part of a pixel that holds one component.
struct Channel {
    std::uint32_t mask = 0;

    [[nodiscard]] bool present() const { return mask != 0; }
    /// The largest value, of at most 16 bits.
    [[nodiscard]] std::uint32_t most() const { return valueIn(mask); }
    [[nodiscard]] std::uint32_t valueIn(std::uint32_t pixel) const {
        const int low = std::countr_zero(mask);
        const int beyond = std::max(0, 32 - std::countl_zero(mask) - low - 16);
        return (pixel & mask) >> (low + beyond);
    }
};

struct BmpLayout {
    std::int64_t width = 0;
    std::int64_t height = 0;
    bool topDown = false;
    std::uint32_t bits = 0;
    std::uint32_t compression = 0;
    Coding coding = Coding::unknown;
    std::size_t data = 0;             ///< offset of the pixels
    std::array<Channel, 4> channels;  ///< red, green, blue and alpha, of files without a palette
    std::uint32_t most = 255;         ///< value of a component that means 1, on the common scale
    /// 256 colours; entries that the file does not have are black
    std::array<std::vector<std::uint16_t>, 3> palette;
    std::size_t colours = 0;  ///< number of colours in the file
    bool hasProfile = false;
    bool misplaced = false;  ///< the file says that its pixels begin inside its headers

    /// Rows are whole 32-bit words.
    [[nodiscard]] std::int64_t rowBytes() const { return (width * bits + 31) / 32 * 4; }
    /// Some programs leave out the bytes that fill the last word of the last row.
    [[nodiscard]] std::int64_t rowBytesUsed() const { return (width * bits + 7) / 8; }
    [[nodiscard]] bool hasPalette() const { return bits <= 8; }
};

[[noreturn]] void failCutShort(const std::string& name) {
    throw ImageError(
        {.subject = name, .reason = "the BMP ends before its last row", .advice = "use a complete file"});
}

class BmpHeaderReader {
  public:
    explicit BmpHeaderReader(const ByteReader& file) : file_(file), headerBytes_(file.little(14, 4)) {}

    BmpLayout read() {
        const bool old = headerBytes_ == kOldHeaderBytes;
        const auto width = static_cast<std::int32_t>(old ? field(4, 2) : field(4, 4));
        const auto height = static_cast<std::int32_t>(old ? field(6, 2) : field(8, 4));
        layout_.width = width;
        layout_.height = std::llabs(height);
        layout_.topDown = height < 0;
        layout_.bits = old ? field(10, 2) : field(14, 2);
        layout_.compression = old ? 0 : field(16, 4);
        layout_.coding = coding();
        layout_.data = file_.little(10, 4);
        constexpr std::uint32_t linked = 0x4C494E4B;
        constexpr std::uint32_t embedded = 0x4D424544;
        layout_.hasProfile = field(56, 4) == linked || field(56, 4) == embedded;
        const std::size_t first = std::size_t{kFileHeaderBytes} + headerBytes_;
        if (layout_.hasPalette()) {
            readPalette(first, old ? 3 : 4);
        } else {
            const bool masksFollow = layout_.coding == Coding::masks && headerBytes_ == kInfoHeaderBytes;
            placePixels(first,
                        masksFollow ? std::size_t{layout_.compression == kMasksWithAlpha ? 16U : 12U} : 0);
            readChannels();
        }
        return std::move(layout_);
    }

  private:
    /// A field of the header that follows the file header; 0 if the header is too short to have it.
    [[nodiscard]] std::uint32_t field(std::uint32_t at, std::uint32_t bytes) const {
        return at + bytes <= headerBytes_ ? file_.little(kFileHeaderBytes + at, bytes) : 0;
    }
    [[nodiscard]] bool ofOs2() const {
        return headerBytes_ == kOs2HeaderBytes || headerBytes_ < kInfoHeaderBytes;
    }

    [[nodiscard]] Coding coding() const {
        const std::uint32_t bits = layout_.bits;
        const auto isOneOf = [bits](std::initializer_list<std::uint32_t> known) {
            return std::find(known.begin(), known.end(), bits) != known.end();
        };
        switch (layout_.compression) {
            case 0:
                return isOneOf({1, 2, 4, 8, 16, 24, 32}) ? Coding::plain : Coding::unknown;
            case 1:
                return bits == 8 ? Coding::runs8 : Coding::unknown;
            case 2:
                return bits == 4 ? Coding::runs4 : Coding::unknown;
            case 3:
            case kMasksWithAlpha:
                return !ofOs2() && isOneOf({16, 32}) ? Coding::masks : Coding::unknown;
            case 4:
                return ofOs2() && bits == 24 ? Coding::runs24 : Coding::unknown;
            default:
                return Coding::unknown;
        }
    }

    /// Pixels cannot begin inside the headers. An offset inside them, often 0, means that the pixels follow
    /// directly.
    /// \param first  the end of the headers
    /// \param bytes  the size of the palette or the masks that follow the headers
    void placePixels(std::size_t first, std::size_t bytes) {
        layout_.misplaced = layout_.data < first || (layout_.data == first && bytes > 0);
        if (layout_.misplaced) layout_.data = first + bytes;
    }

    void readPalette(std::size_t first, std::uint32_t entryBytes) {
        const std::uint32_t used = field(32, 4);
        std::size_t count = used == 0 ? std::size_t{1} << layout_.bits : std::min(used, 256U);
        placePixels(first, count * entryBytes);
        // Some files have fewer colours than they claim.
        count = std::min(count, (layout_.data - first) / entryBytes);
        layout_.colours = count;
        constexpr std::array<std::size_t, 3> places = {2, 1, 0};
        for (std::size_t c = 0; c < places.size(); ++c) {
            layout_.palette[c].assign(256, 0);
            for (std::size_t i = 0; i < count; ++i)
                layout_.palette[c][i] =
                    static_cast<std::uint16_t>(file_.little(first + i * entryBytes + places[c], 1));
        }
    }

    void readChannels() {
        std::array<Channel, 4>& channels = layout_.channels;
        if (layout_.coding != Coding::masks) {
            channels = layout_.bits == 16 ? std::array<Channel, 4>{{{0x7C00}, {0x3E0}, {0x1F}, {}}}
                                          : std::array<Channel, 4>{{{0xFF0000}, {0xFF00}, {0xFF}, {}}};
        } else {
            // The masks follow an info header; longer headers contain them at the same offset.
            constexpr std::uint32_t withAlpha = 56;
            const bool hasAlpha = headerBytes_ >= withAlpha || layout_.compression == kMasksWithAlpha;
            for (std::size_t c = 0; c < (hasAlpha ? 4U : 3U); ++c)
                channels[c].mask = file_.little(kFileHeaderBytes + kInfoHeaderBytes + 4 * c, 4);
            if (layout_.bits == 16) {
                for (Channel& channel : channels)
                    channel.mask &= 0xFFFF;
            }
        }
        std::uint64_t common = 1;
        for (const Channel& channel : channels)
            if (channel.present()) common = std::min<std::uint64_t>(std::lcm(common, channel.most()), 65536);
        layout_.most = common > 65535 ? 65535 : static_cast<std::uint32_t>(common);
    }

    const ByteReader& file_;
    std::uint32_t headerBytes_;
    BmpLayout layout_;
};

class BmpDecoder {
  public:
    BmpDecoder(std::span<const std::byte> file, const BmpLayout& layout, const ImageHeader& header,
               const std::string& name)
        : file_(file), layout_(layout), header_(header), name_(name) {
        pixels_.resize(static_cast<std::size_t>(header.decodedBytes()));
    }

    BmpPixels decode() {
        const bool runs = layout_.coding == Coding::runs8 || layout_.coding == Coding::runs4 ||
                          layout_.coding == Coding::runs24;
        if (runs) {
            decodeRuns();
        } else {
            for (std::int64_t y = 0; y < layout_.height; ++y)
                decodeRow(y);
        }
        BmpPixels result{std::move(pixels_), {}};
        if (beyond_)
            result.warnings.emplace_back(
                "its runs reach beyond the picture; the pixels outside it are dropped");
        if (outside_) result.warnings.push_back(*outside_);
        return result;
    }

  private:
    /// The memory for the file's row y.
    [[nodiscard]] std::byte* row(std::int64_t y) {
        const std::int64_t shown = layout_.topDown ? y : layout_.height - 1 - y;
        return pixels_.data() + shown * layout_.width * header_.pixelBytes();
    }

    void decodeRow(std::int64_t y) {
        const std::int64_t at = static_cast<std::int64_t>(layout_.data) + y * layout_.rowBytes();
        if (at + layout_.rowBytesUsed() > static_cast<std::int64_t>(file_.size())) failCutShort(name_);
        const std::byte* const from = file_.data() + at;
        std::byte* const to = row(y);
        const std::int64_t bits = layout_.bits;
        for (std::int64_t x = 0; x < layout_.width; ++x) {
            if (layout_.hasPalette()) {
                const auto shift = 8 - bits - x * bits % 8;
                const auto mask = (1U << bits) - 1;
                putIndex(
                    to, x, y,
                    std::to_integer<unsigned>(from[x * bits / 8]) >> static_cast<unsigned>(shift) & mask);
            } else {
                std::uint32_t pixel = 0;
                std::memcpy(&pixel, from + x * bits / 8, static_cast<std::size_t>(bits / 8));
                putColour(to, x, pixel);
            }
        }
    }

    /// \param y  the row, counted as in the file
    void putIndex(std::byte* to, std::int64_t x, std::int64_t y, std::uint32_t index) {
        to[x] = static_cast<std::byte>(index);
        if (index < layout_.colours || outside_) return;
        const std::int64_t shown = layout_.topDown ? y : layout_.height - 1 - y;
        outside_ = outsidePalette(index, {x, shown}, layout_.colours);
    }

    void putColour(std::byte* to, std::int64_t x, std::uint32_t pixel) const {
        const auto components = static_cast<std::size_t>(header_.pixels.stride);
        std::byte* const place = to + x * header_.pixelBytes();
        for (std::size_t c = 0; c < components; ++c) {
            const Channel& channel = layout_.channels[c];
            std::uint32_t value = 0;
            if (channel.present()) {
                const std::uint64_t scaled = std::uint64_t{channel.valueIn(pixel)} * layout_.most;
                value = static_cast<std::uint32_t>((scaled + channel.most() / 2) / channel.most());
            }
            if (header_.pixels.type == ComponentType::u8) {
                place[c] = static_cast<std::byte>(value);
            } else {
                const auto both = static_cast<std::uint16_t>(value);
                std::memcpy(place + 2 * c, &both, sizeof both);
            }
        }
    }

    [[nodiscard]] unsigned next() {
        if (at_ >= file_.size()) failCutShort(name_);
        return std::to_integer<unsigned>(file_[at_++]);
    }
    /// An index of 8 bits, or a colour of 24.
    [[nodiscard]] std::uint32_t nextPixel() {
        if (layout_.coding != Coding::runs24) return next();
        const std::uint32_t blue = next();
        const std::uint32_t green = next();
        return blue | green << 8U | next() << 16U;
    }
    /// Pixels beyond the picture are dropped.
    void put(std::uint32_t pixel) {
        if (x_ < layout_.width && y_ < layout_.height) {
            if (layout_.hasPalette()) {
                putIndex(row(y_), x_, y_, pixel);
            } else {
                putColour(row(y_), x_, pixel);
            }
        } else {
            beyond_ = true;
        }
        ++x_;
    }
    /// Runs of 4 bits hold two pixels in a byte, which alternate.
    void putRun(unsigned count, std::uint32_t pixel) {
        for (unsigned i = 0; i < count; ++i)
            put(layout_.coding == Coding::runs4 ? (i % 2 == 0 ? pixel >> 4U : pixel & 0xFU) : pixel);
    }
    void putLiterals(unsigned count) {
        const std::size_t start = at_;
        const bool halves = layout_.coding == Coding::runs4;
        for (unsigned i = 0; i < count; i += halves ? 2 : 1)
            putRun(halves ? std::min(2U, count - i) : 1, nextPixel());
        if ((at_ - start) % 2 != 0) static_cast<void>(next());  // data are padded to whole words
    }

    /// Pixels that no run reaches stay 0: the first colour of the palette, or black. A file may end without
    /// its last mark if it has all rows.
    void decodeRuns() {
        at_ = layout_.data;
        while (y_ < layout_.height) {
            const bool complete = y_ == layout_.height - 1 && x_ >= layout_.width;
            if (complete && at_ >= file_.size()) return;
            const unsigned count = next();
            if (count > 0) {
                putRun(count, nextPixel());
                continue;
            }
            const unsigned mark = next();
            if (mark == 1) return;
            if (mark == 0) {
                x_ = 0;
                ++y_;
            } else if (mark == 2) {
                x_ += next();
                y_ += next();
            } else {
                putLiterals(mark);
            }
        }
    }

    std::span<const std::byte> file_;
    const BmpLayout& layout_;
    const ImageHeader& header_;
    const std::string& name_;
    std::vector<std::byte> pixels_;
    std::size_t at_ = 0;  ///< offset in the file, for runs
    std::int64_t x_ = 0;
    std::int64_t y_ = 0;                  ///< row, counted as in the file
    bool beyond_ = false;                 ///< whether runs have put pixels outside of the picture
    std::optional<std::string> outside_;  ///< the warning of an index beyond the palette
};

void checkRows(const ByteReader& file, const BmpLayout& layout, const std::string& name) {
    const bool plain = layout.coding == Coding::plain || layout.coding == Coding::masks;
    if (!plain || layout.width < 1 || layout.height < 1) return;
    const std::int64_t left = static_cast<std::int64_t>(file.size()) - static_cast<std::int64_t>(layout.data);
    const std::int64_t filling = layout.rowBytes() - layout.rowBytesUsed();
    if (left < 0 || (left + filling) / layout.rowBytes() < layout.height) failCutShort(name);
}

}  // namespace

ImageHeader readBmpHeader(const ByteReader& file, const std::string& name) {
    const BmpLayout layout = BmpHeaderReader(file).read();
    if (layout.coding == Coding::unknown) {
        throw ImageError({.subject = name,
                          .reason = "the BMP has %1 bits a pixel and compression %2",
                          .details = {std::to_string(layout.bits), std::to_string(layout.compression)},
                          .advice = "use one of 1, 2, 4, 8, 16, 24 or 32 bits, plain or run-length encoded"});
    }
    const std::span colours = std::span(layout.channels).first(3);
    const bool seen =
        std::any_of(colours.begin(), colours.end(), [](const Channel& c) { return c.present(); });
    if (!layout.hasPalette() && !seen) {
        throw ImageError({.subject = name,
                          .reason = "the masks of the BMP leave no bits for red, green and blue",
                          .advice = "save it without masks"});
    }
    checkRows(file, layout, name);
    ImageHeader header;
    header.type = ImageType::bmp;
    header.stored = {layout.width, layout.height};
    if (layout.hasPalette()) {
        header.pixels.model = PixelFormat::Model::palette;
        header.pixels.palette = layout.palette;
        header.pixels.paletteMaximum = 255;
    } else {
        header.pixels = joinedFormat(true, layout.most > 255, layout.channels[3].present());
        header.pixels.maximum = layout.most;
    }
    if (layout.misplaced)
        header.remarks.push_back(
            {.reason = "the BMP says that its pixels begin inside its header; they are read from its end"});
    if (layout.hasProfile) header.remarks.push_back({.reason = "the ICC profile is ignored"});
    return header;
}

BmpPixels readBmpPixels(std::span<const std::byte> file, const ImageHeader& header, const std::string& name) {
    const ByteReader reader(file);
    const BmpLayout layout = BmpHeaderReader(reader).read();
    const bool same = layout.width == header.stored.width && layout.height == header.stored.height &&
                      layout.coding != Coding::unknown &&
                      layout.hasPalette() == (header.pixels.model == PixelFormat::Model::palette) &&
                      (layout.hasPalette() || (layout.most == header.pixels.maximum &&
                                               layout.channels[3].present() == (header.pixels.stride == 4)));
    if (!same)
        throw ImageError({.reason = "%1 has changed since it was opened",
                          .details = {name},
                          .advice = "use a file that no other program is writing"});
    return BmpDecoder(file, layout, header, name).decode();
}

}  // namespace burin
