// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The layout of an image's pixels in memory and their meaning: the only place where integers become samples.

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace burin {

/// One component of a pixel, in this computer's byte order. Components of less than 8 bits are packed, the
/// first one in the highest bits.
enum class ComponentType { u1, u2, u4, u8, u16, u32, f32 };

[[nodiscard]] constexpr int bitsOf(ComponentType type) {
    constexpr std::array<int, 7> bits = {1, 2, 4, 8, 16, 32, 32};
    return bits[static_cast<std::size_t>(type)];
}

struct PixelFormat {
    enum class Model { gray, palette, colour };

    ComponentType type = ComponentType::u8;
    Model model = Model::gray;
    int stride = 1;         ///< components from one pixel of a row to the next
    bool inverted = false;  ///< for gray integers: 0 is white
    double maximum = 255;   ///< integer value that becomes 1
    /// Colours of a palette, 0 to 65535, one for each value of the type.
    std::array<std::vector<std::uint16_t>, 3> palette;
};

/// Where a row's components start. Gray and palette use only the first pointer; colours are red, green, blue.
using RowStart = std::array<const std::byte*, 3>;

/// Turns rows of pixels into samples.
///
/// Gray integers: v / maximum, rounded once to binary32; if inverted, maximum - v replaces v. Floats are
/// kept. Colours: (0.299 R + 0.587 G + 0.114 B) / maximum in binary64, left to right, rounded once.
/// Immutable; thread-safe.
class PixelConverter {
  public:
    explicit PixelConverter(PixelFormat format);

    [[nodiscard]] const PixelFormat& format() const { return format_; }
    /// Whether a sample may be smaller than 2^-20 or NaN.
    [[nodiscard]] bool mayHoldDust() const { return bitsOf(format_.type) == 32; }
    /// 8 or 16: every sample is k / 255 or k / 65535 for an integer k. 32: any number.
    [[nodiscard]] int bits() const { return bits_; }
    /// Bytes of memory that the object holds.
    [[nodiscard]] std::size_t bytes() const { return table_.capacity() * sizeof(float) + levels_.capacity(); }

    /// Converts pixels first to first + count - 1 of the row.
    void convert(const RowStart& row, std::int64_t first, std::int64_t count, float* samples) const;
    /// The same with k in place of k / 255. \pre bits() == 8
    void convert(const RowStart& row, std::int64_t first, std::int64_t count, std::uint8_t* levels) const;
    /// Whether the levels are the bytes of the file, one byte a pixel.
    [[nodiscard]] bool levelsAreBytes() const { return levelsAreBytes_; }

  private:
    PixelFormat format_;
    std::vector<float> table_;  ///< for every value of gray and palettes up to 16 bits
    int bits_;
    std::vector<std::uint8_t> levels_;  ///< for every value, if 8 bits suffice
    bool levelsAreBytes_;
};

}  // namespace burin
