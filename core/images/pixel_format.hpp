// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How an image's pixels lie in memory, and what they are worth: the one place where integers become samples.

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace burin {

/// One component of a pixel, in the byte order of this machine. Those of less than 8 bits are packed, the
/// first in the highest bits.
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
    bool inverted = false;  ///< gray integers: 0 is the largest value
    double maximum = 255;   ///< of an integer component: what becomes 1
    /// Colours of a palette, 0 to 65535; as many as the type has values.
    std::array<std::vector<std::uint16_t>, 3> palette;
};

/// Where a row's components start: gray and palette have the first only, colours red, green and blue.
using RowStart = std::array<const std::byte*, 3>;

/// Turns rows of pixels into samples.
///
/// Gray integers: v / maximum, rounded once to binary32; inverted: maximum - v in place of v. Floats as they
/// are. Colours: (0.299 R + 0.587 G + 0.114 B) / maximum in binary64, left to right, rounded once.
/// Immutable, thread-safe.
class PixelConverter {
  public:
    explicit PixelConverter(PixelFormat format);

    [[nodiscard]] const PixelFormat& format() const { return format_; }
    /// Whether a sample may be smaller than 2^-20, or no number.
    [[nodiscard]] bool mayHoldDust() const { return bitsOf(format_.type) == 32; }
    /// 8 or 16: every sample is k / 255 or k / 65535 for a whole k. 32: it may be any number.
    [[nodiscard]] int bits() const { return bits_; }
    /// Bytes that the object holds.
    [[nodiscard]] std::size_t bytes() const { return table_.capacity() * sizeof(float) + levels_.capacity(); }

    /// Converts pixels first to first + count - 1 of the row.
    void convert(const RowStart& row, std::int64_t first, std::int64_t count, float* samples) const;
    /// The same with k in place of k / 255. \pre bits() == 8
    void convert(const RowStart& row, std::int64_t first, std::int64_t count, std::uint8_t* levels) const;
    /// Whether these are the pixels as they lie in the file, a byte each.
    [[nodiscard]] bool levelsAreBytes() const { return levelsAreBytes_; }

  private:
    PixelFormat format_;
    std::vector<float> table_;  ///< of every value, for gray and palette of up to 16 bits
    int bits_;
    std::vector<std::uint8_t> levels_;  ///< of every value, where 8 bits tell them apart
    bool levelsAreBytes_;
};

}  // namespace burin
