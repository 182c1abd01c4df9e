// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/images/input_file.hpp"
#include "core/images/tiff_layout.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

struct tiff;

namespace burin {

/// Compares the deflated strips or tiles of a page with their checksums.
///
/// libtiff stops once a block is full. If its data then do not end, as damaged data may, their checksum was
/// not compared.
///
/// Immutable; all functions are thread-safe.
class DeflateCheck {
  public:
    /// The place of a block's data in the file.
    struct Place {
        std::int64_t offset = 0;
        std::int64_t bytes = 0;
    };

    /// The sum of no bytes.
    static constexpr std::uint32_t start = 1;

    /// \return nothing if the page is not deflated
    [[nodiscard]] static std::optional<DeflateCheck> of(::tiff* page, const TiffLayout& layout);

    /// Continues the sum of a block over the next of its decoded rows; leaves it as it is if the rows do not
    /// tell which bytes were inflated. Takes about a quarter of the time of inflating them.
    [[nodiscard]] std::uint32_t add(std::uint32_t sum, const std::byte* rows, std::int64_t bytes) const;
    /// Whether the data of a block end with this checksum. Data that do not may be sound, if more follow than
    /// the rows need, or if other bytes follow the checksum: inflate() tells.
    /// \throws ImageError if the file cannot be read
    [[nodiscard]] bool endsWith(std::uint32_t sum, const InputFile& file, const Place& data) const;
    /// Inflates the data of a block up to their checksum.
    /// \param first  takes the first of the inflated bytes; may be empty
    /// \return the number of all inflated bytes; nothing if they differ from their checksum
    /// \throws ImageError if the file cannot be read
    [[nodiscard]] std::optional<std::int64_t> inflate(const InputFile& file, Place data,
                                                      std::span<std::byte> first) const;
    /// Data that inflate to these bytes. They are not compressed.
    [[nodiscard]] std::vector<std::uint8_t> deflated(std::span<const std::byte> bytes) const;

  private:
    DeflateCheck() = default;

    bool reversedBits_ = false;
    bool summable_ = false;  ///< the inflated bytes follow from the rows
    bool swapped_ = false;   ///< the bytes of each component are in the other order
    bool split_ = false;     ///< rows of floats are split into rows of bytes, the highest ones first
    /// Components from a component to the one that is subtracted from it; 0: none is.
    std::int64_t stride_ = 0;
    std::int64_t componentBytes_ = 1;
    std::int64_t rowBytes_ = 0;
};

}  // namespace burin
