// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace burin {

/// The pixels of a picture as it is shown, put there row by row as they come out of its file: an EXIF
/// orientation takes no second copy.
class TurnedPicture {
  public:
    /// \param stored       the size in the file
    /// \param orientation  EXIF 2.3, 1 to 8
    /// \param pixelBytes   1 to 8
    /// \throws std::bad_alloc
    TurnedPicture(Size stored, int orientation, std::int64_t pixelBytes);

    /// Where the file's row y is to be written, from left to right; good until the next call.
    [[nodiscard]] std::byte* row(std::int64_t y);
    /// Takes the row that was written last to its place. \pre row(y) was called before
    void finish(std::int64_t y);

    [[nodiscard]] Size shown() const {
        return orientation_ >= 5 ? Size{stored_.height, stored_.width} : stored_;
    }
    /// Rows from top to bottom, one after the other.
    [[nodiscard]] const std::shared_ptr<std::byte[]>& pixels() const { return pixels_; }

  private:
    const Size stored_;
    const int orientation_;
    const std::int64_t pixelBytes_;
    std::shared_ptr<std::byte[]> pixels_;
    std::unique_ptr<std::byte[]> row_;  ///< of a picture that is turned
};

}  // namespace burin
