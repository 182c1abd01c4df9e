// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/images/input_file.hpp"
#include "core/images/raw_bytes.hpp"
#include "core/images/tiff_handle.hpp"
#include "core/images/tiff_layout.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace burin {

/// Decodes the units of a compressed page: its strips or tiles, or bands of rows of strips that are too large
/// to hold as a whole.
///
/// A unit's bytes are rows of layout.rowBytes(), in the layout's pixel format. Thread-safe.
class TiffDecoder {
  public:
    virtual ~TiffDecoder() = default;

    [[nodiscard]] const BlockGrid& grid() const { return grid_; }
    /// The largest size of a decoded unit, in bytes.
    [[nodiscard]] std::int64_t unitBytes() const { return unitBytes_; }
    /// Bytes of decoded units worth caching, so that reading tile by tile rarely decodes a unit twice.
    [[nodiscard]] virtual std::int64_t worthKeepingBytes() const = 0;
    /// Whether the cost of a unit does not depend on the unit that was decoded before it.
    [[nodiscard]] virtual bool inAnyOrder() const = 0;
    /// The largest amount of memory for the decoder itself, including units under way.
    [[nodiscard]] virtual std::int64_t bytes() const = 0;

    /// Decodes the unit with that index in grid(). \throws ImageError
    virtual void decode(std::int64_t index, RawBytes& unit) = 0;

  protected:
    TiffDecoder(const BlockGrid& grid, std::int64_t unitBytes) : grid_(grid), unitBytes_(unitBytes) {}

  private:
    BlockGrid grid_;
    std::int64_t unitBytes_;
};

/// \param first  a prepared handle of the page, see readLayout()
/// \throws ImageError if a tile or a row is too large to hold
[[nodiscard]] std::unique_ptr<TiffDecoder> makeTiffDecoder(const std::shared_ptr<const InputFile>& file,
                                                           std::int64_t page, const TiffLayout& layout,
                                                           std::unique_ptr<TiffHandle> first);

}  // namespace burin
