// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/interval_set.hpp"
#include "core/export/surface_info.hpp"
#include "core/geometry/rect.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>

namespace burin {

/// The order of the chunks: their numbers and their computation follow it.
enum class Walk {
    rowMajor,  ///< row by row of a swath, from left to right: for sinks that take rows
    lanes      ///< lanes a few chunks wide, back and forth: consecutive chunks share cached tiles
};

/// Divides a region into the pieces that a sink takes. Chunks are numbered in the order of their computation,
/// one swath after the other.
///
/// Coordinates are samples of the region, with (0, 0) at its upper left. The last column of a swath and the
/// last row are cut short.
///
/// A value type. Its size does not depend on the number of chunks; every function takes constant time.
class ChunkGrid {
  public:
    static constexpr std::int64_t paddingStep = 16;

    struct Layout {
        Size region;
        std::int64_t swathWidth = 0;  ///< 0: one swath, as wide as the region
        Size chunk;
        Walk walk = Walk::lanes;
        int depth = 8;
        /// Chunks are stored at their full size; the rest is filled with 0. If they are larger than their
        /// swath, their sides are the least multiples of paddingStep that cover it.
        bool padded = false;
    };

    /// \throws std::invalid_argument for empty sizes
    explicit ChunkGrid(const Layout& layout);

    [[nodiscard]] std::int64_t count() const { return count_; }
    [[nodiscard]] const Layout& layout() const { return layout_; }
    [[nodiscard]] std::int64_t swathCount() const { return swathCount_; }

    /// \pre 0 <= index < count()
    [[nodiscard]] Rect chunk(std::int64_t index) const;
    /// The area of all chunks before this one: whole swaths, whole lanes, whole rows of a lane, and a part of
    /// a row. They do not overlap; some may be empty. \pre 0 <= index <= count()
    [[nodiscard]] std::array<Rect, 4> areasBefore(std::int64_t index) const;
    [[nodiscard]] std::int64_t swathOf(std::int64_t index) const { return index / chunksPerSwath_; }
    [[nodiscard]] Rect swath(std::int64_t number) const;
    /// The numbers of the chunks of one swath.
    [[nodiscard]] ChunkRange chunksOfSwath(std::int64_t number) const;

    /// Rows and columns that the chunk takes in memory and in a file.
    [[nodiscard]] Size storedSize(const Rect& chunk) const;
    /// Packed bytes from one row of a chunk to the next.
    [[nodiscard]] std::size_t stride(const Rect& chunk) const;
    [[nodiscard]] std::size_t bytes(const Rect& chunk) const;
    /// Packed bytes of the largest chunk.
    [[nodiscard]] std::size_t largestBytes() const;

    /// The chunks of one shard: the shards are equal runs of chunk numbers.
    [[nodiscard]] ChunkRange part(const Shard& shard) const;

  private:
    /// The samples of some cells of a swath, which are counted in columns and rows of chunks.
    [[nodiscard]] Rect areaOf(const Rect& cells, const Rect& strip) const;

    Layout layout_;
    std::int64_t rows_ = 0;
    std::int64_t swathCount_ = 0;
    std::int64_t chunksPerSwath_ = 0;
    std::int64_t count_ = 0;
};

}  // namespace burin
