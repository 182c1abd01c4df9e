// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/chunk_grid.hpp"
#include "core/export/surface_info.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

namespace burin {

/// The places of raw samples: swath by swath, each from top to bottom, row by row. With serpentine, the odd
/// rows of a swath are reversed.
class RawRows {
  public:
    RawRows(const ChunkGrid& grid, const Scan& scan) : grid_(grid), scan_(scan) {}

    /// Reverses the odd rows of a chunk, in place.
    void arrange(const Rect& chunk, std::span<std::byte> rows) const;
    /// Reports the places of a chunk's rows. Rows that are adjacent in the file are reported as one run.
    /// \param use  gets the offset in the file, the offset in the chunk, and the number of bytes
    void forEachRun(const Rect& chunk,
                    const std::function<void(std::uint64_t, std::size_t, std::size_t)>& use) const;
    [[nodiscard]] std::uint64_t fileBytes() const;

  private:
    [[nodiscard]] Rect swathOf(const Rect& chunk) const;
    [[nodiscard]] std::uint64_t offsetOf(std::int64_t swath) const;
    [[nodiscard]] bool reversed(std::int64_t y) const { return scan_.serpentine && y % 2 != 0; }

    const ChunkGrid& grid_;
    Scan scan_;
};

}  // namespace burin
