// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/chunk_grid.hpp"
#include "core/export/surface_info.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

namespace burin {

/// Where raw samples lie: swath after swath, each from top to bottom, its rows one after the other; with
/// serpentine the odd rows of a swath are turned around.
class RawRows {
  public:
    RawRows(const ChunkGrid& grid, const Scan& scan) : grid_(grid), scan_(scan) {}

    /// Turns the odd rows of a chunk around, in place.
    void arrange(const Rect& chunk, std::span<std::byte> rows) const;
    /// The places of a chunk's rows; rows that follow each other in the file come as one.
    /// \param use  is told the offset in the file, the offset in the chunk, and the number of bytes
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
