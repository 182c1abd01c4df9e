// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The layout of an image's pixels in memory and their meaning: the only place where integers become samples.

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace burin {

/// One component of a pixel, in this computer's byte order. Components that are not whole bytes are packed,
/// the first one in the highest bits.
enum class ComponentType { u1, u2, u4, u8, u10, u12, u14, u16, u32, f16, f32, f64 };

[[nodiscard]] constexpr int bitsOf(ComponentType type) {
    constexpr std::array<int, 12> bits = {1, 2, 4, 8, 10, 12, 14, 16, 32, 16, 32, 64};
    return bits[static_cast<std::size_t>(type)];
}

[[nodiscard]] constexpr bool isFloat(ComponentType type) {
    return type >= ComponentType::f16;
}

/// A double as binary32; an infinity if it is too large.
[[nodiscard]] float narrowed(double value);

/// How the alpha of a picture changes its samples.
enum class AlphaUse {
    multiply,  ///< transparent parts are 0
    white,     ///< the picture lies over a background of 1
    only,      ///< the sample is the alpha itself, or 1 without an alpha
    ignore
};

/// How the file of a picture is used.
struct PictureUse {
    AlphaUse alpha = AlphaUse::multiply;
    bool turned = true;    ///< turned as its orientation says
    float holeSample = 0;  ///< value of a pixel of floats or of 32 bits that has no sample
};

struct PixelFormat {
    enum class Model { gray, palette, colour };
    /// Whether colours are stored as they are, or multiplied by alpha already.
    enum class Alpha { none, unassociated, associated };

    ComponentType type = ComponentType::u8;
    Model model = Model::gray;
    int stride = 1;  ///< components from one pixel of a row to the next
    /// The places of gray or red, green, blue and alpha in a pixel, in components from the start of its row.
    std::array<int, 4> place = {0, 0, 0, 0};
    bool inverted = false;  ///< for gray integers: 0 is white
    double maximum = 255;   ///< value that becomes 1
    /// Colours of a palette, 0 to paletteMaximum, one for each value of the type.
    std::array<std::vector<std::uint16_t>, 3> palette;
    double paletteMaximum = 65535;
    Alpha alpha = Alpha::none;
    AlphaUse alphaUse = AlphaUse::multiply;
    /// A pixel whose components, except alpha, all have this value has no sample: it becomes 0, or
    /// `holeSample` in floats and 32 bits. NaN: every pixel has a sample.
    double hole = std::numeric_limits<double>::quiet_NaN();
    float holeSample = 0;

    /// Whether samples depend on more than the colours.
    [[nodiscard]] bool blends() const {
        return alphaUse == AlphaUse::only || (alpha != Alpha::none && alphaUse != AlphaUse::ignore);
    }
};

/// The starts of a row's components: gray or an index, or red, green and blue, and last alpha.
using RowStart = std::array<const std::byte*, 4>;

/// Turns rows of pixels into samples.
///
/// Gray integers: v / maximum, rounded once to binary32; if inverted, maximum - v replaces v. Floats of 16
/// and 32 bits are kept, those of 64 bits are rounded to binary32 before anything else. Colours: (0.299 R +
/// 0.587 G + 0.114 B) / maximum in binary64, left to right, rounded once. With alpha a = A / maximum, in
/// binary64, rounded once: the value times a, plus 1 - a over white. A value with associated alpha is
/// multiplied already; if inverted, its distance from white is multiplied instead. Immutable; thread-safe.
class PixelConverter {
  public:
    explicit PixelConverter(PixelFormat format);

    [[nodiscard]] const PixelFormat& format() const { return format_; }
    /// Whether a sample may be smaller than 2^-20 or NaN.
    [[nodiscard]] bool mayHoldDust() const {
        return isFloat(format_.type) || bitsOf(format_.type) == 32 ||
               (format_.blends() && bitsOf(format_.type) > 8);
    }
    /// 8 or 16: every sample is k / 255 or k / 65535 for an integer k. 32: any number.
    [[nodiscard]] int bits() const { return bits_; }
    /// Bytes of memory that the object holds.
    [[nodiscard]] std::size_t bytes() const { return table_.capacity() * sizeof(float) + levels_.capacity(); }

    /// Converts pixels first to first + count - 1 of the row.
    void convert(const RowStart& row, std::int64_t first, std::int64_t count, float* samples) const;
    /// Like convert() above, but writes the level k instead of the sample k / 255. \pre bits() == 8
    void convert(const RowStart& row, std::int64_t first, std::int64_t count, std::uint8_t* levels) const;

  private:
    /// Gray floats, and gray of 32 bits.
    void convertWide(const std::byte* row, std::int64_t first, std::int64_t count, float* samples) const;

    PixelFormat format_;
    std::vector<float> table_;  ///< sample of every value of gray and palettes up to 16 bits
    int bits_;
    std::vector<std::uint8_t> levels_;  ///< level of every value, if 8 bits suffice
    bool levelsAreBytes_;               ///< the levels are the bytes of the file, one byte a pixel
};

}  // namespace burin
