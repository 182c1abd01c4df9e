// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"

#include <cstddef>
#include <cstdint>

namespace burin {

/// The places of a job's lines in its bytes: the rows of the first swath from top to bottom, then those of
/// the next swath. Every line starts at a whole byte.
///
/// Coordinates are those of the raw layout: lines are counted through all swaths, and samples along a line in
/// the order of engraving. A value type; every function takes constant time.
class LineLayout {
  public:
    LineLayout() = default;
    /// \pre region not empty, both sides below 2^31; depth is 1, 8 or 16
    LineLayout(Size region, std::int64_t swathWidth, int depth);

    [[nodiscard]] std::int64_t lines() const { return lines_; }
    [[nodiscard]] std::uint64_t bytes() const { return offsetOf(lines_); }
    [[nodiscard]] int depth() const { return depth_; }
    /// Bytes of a line in a full-width swath.
    [[nodiscard]] std::size_t longestLineBytes() const { return bytesOf(0); }

    /// Samples of a line. \pre 0 <= line < lines()
    [[nodiscard]] std::int64_t width(std::int64_t line) const;
    [[nodiscard]] std::size_t bytesOf(std::int64_t line) const;
    /// The offset of a line's first byte; for the line after the last, the end of the job.
    [[nodiscard]] std::uint64_t offsetOf(std::int64_t line) const;
    /// The line that contains a byte; lines() for offsets beyond the last line.
    [[nodiscard]] std::int64_t lineAt(std::uint64_t offset) const;
    [[nodiscard]] std::int64_t samplesBefore(std::int64_t line) const;
    /// The first line after the swath that contains `line`.
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
