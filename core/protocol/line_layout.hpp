// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"

#include <cstddef>
#include <cstdint>

namespace burin {

/// Where the lines of a job lie in its bytes: the rows of the first swath from top to bottom, then those of
/// the next. A line starts on a byte.
///
/// Coordinates are those of the raw layout: line numbers count through all swaths, samples along a line in
/// the order in which they are engraved. A value; every function takes constant time.
class LineLayout {
  public:
    LineLayout() = default;
    /// \pre region not empty, both sides below 2^31; depth is 1, 8 or 16
    LineLayout(Size region, std::int64_t swathWidth, int depth);

    [[nodiscard]] std::int64_t lines() const { return lines_; }
    [[nodiscard]] std::uint64_t bytes() const { return offsetOf(lines_); }
    [[nodiscard]] int depth() const { return depth_; }
    /// Of a whole swath, in bytes.
    [[nodiscard]] std::size_t longestLineBytes() const { return bytesOf(0); }

    /// Samples of a line. \pre 0 <= line < lines()
    [[nodiscard]] std::int64_t width(std::int64_t line) const;
    [[nodiscard]] std::size_t bytesOf(std::int64_t line) const;
    /// The first byte of a line; of the line after the last, the end.
    [[nodiscard]] std::uint64_t offsetOf(std::int64_t line) const;
    /// The line in which a byte lies; beyond the last, lines().
    [[nodiscard]] std::int64_t lineAt(std::uint64_t offset) const;
    [[nodiscard]] std::int64_t samplesBefore(std::int64_t line) const;
    /// The line behind the swath of this one.
    [[nodiscard]] std::int64_t endOfSwath(std::int64_t line) const;

  private:
    std::int64_t height_ = 1;
    std::int64_t swathWidth_ = 1;
    std::int64_t lastWidth_ = 1;
    std::int64_t swaths_ = 0;
    std::int64_t lines_ = 0;
    int depth_ = 8;
};

}  // namespace burin
