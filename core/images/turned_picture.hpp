// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"
#include "core/images/formats/orientation.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace burin {

/// The pixels of a picture as shown, filled row by row as the file delivers them, so that an EXIF orientation
/// needs no second copy.
class TurnedPicture {
  public:
    /// \param stored       the size in the file
    /// \param orientation  EXIF 2.3, 1 to 8
    /// \param pixelBytes   1 to 8
    /// \throws std::bad_alloc
    TurnedPicture(Size stored, int orientation, std::int64_t pixelBytes);

    /// The memory for the file's row y, from left to right; valid until the next call.
    [[nodiscard]] std::byte* row(std::int64_t y);
    /// Moves the row just written to its place. \pre row(y) was called before
    void finish(std::int64_t y);

    [[nodiscard]] Size shown() const { return shownSize(orientation_, stored_); }
    /// Rows from top to bottom, one after the other.
    [[nodiscard]] const std::shared_ptr<std::byte[]>& pixels() const { return pixels_; }

  private:
    const Size stored_;
    const int orientation_;
    const std::int64_t pixelBytes_;
    std::shared_ptr<std::byte[]> pixels_;
    std::unique_ptr<std::byte[]> row_;  ///< one row, for orientations that reorder pixels
};

}  // namespace burin
