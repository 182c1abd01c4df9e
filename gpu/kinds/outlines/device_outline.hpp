// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"
#include "core/outlines/resolved_outline.hpp"
#include "gpu/device/memory.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace burin::gpu {

/// The ends of an edge in steps. The upper one comes first; for a horizontal edge, the left one.
struct alignas(16) EdgeEnds {
    std::int32_t ax = 0, ay = 0, bx = 0, by = 0;

    /// Whether 32-bit integers are enough, seen from a place beside the edge: quotients of up to 2^22 are
    /// estimated within 1, and no piece is 2^28 / 65536 px wide.
    [[nodiscard]] constexpr bool small() const {
        constexpr std::int64_t limit = std::int64_t{1} << 20;
        const std::int64_t across = std::int64_t{bx} - ax;
        const std::int64_t dx = across < 0 ? -across : across;
        const std::int64_t dy = std::int64_t{by} - ay;
        return dy < 4 * limit && (dx < limit || (dx < 4 * limit && dx < 4096 * dy));
    }
};

/// Work that is divided into units: one for each edge and each row of tiles that it may meet.
struct EdgeUnits {
    /// Edges of one class that follow each other.
    struct Run {
        std::int64_t firstUnit = 0;
        std::uint32_t firstEdge = 0;
        std::int32_t rowsPerEdge = 0;  ///< the most rows of tiles that an edge of the run meets
    };
    static constexpr int mostRuns = 23;

    std::array<Run, mostRuns> runs;
    int count = 0;           ///< number of runs
    std::int64_t total = 0;  ///< total number of units
    std::int64_t tiles = 0;  ///< the most tiles that the edges meet, counted separately for each edge
};

/// Tiles over a rectangle of pixels, from its corner on. Their sides are powers of two.
struct OutlineTiles {
    std::int64_t x = 0, y = 0;           ///< x and y of the corner, in pixels
    std::int64_t columns = 0, rows = 0;  ///< columns and rows of tiles
    int widthBits = 0, heightBits = 0;   ///< sides of a tile in pixels, as powers of two

    [[nodiscard]] std::int64_t count() const { return columns * rows; }
    /// Tiles that cover an area.
    [[nodiscard]] static OutlineTiles over(const Rect& area, int widthBits, int heightBits) {
        return {
            area.x,    area.y,    ((area.width - 1) >> widthBits) + 1, ((area.height - 1) >> heightBits) + 1,
            widthBits, heightBits};
    }
};

/// The edges of a resolved outline on the device that was current on construction.
///
/// They are sorted into classes of similar heights, and from top to bottom in each class, so that the edges
/// near some rows are one run of each class. Immutable; 20 bytes for each edge.
class DeviceOutline {
  public:
    DeviceOutline() = default;
    explicit DeviceOutline(std::span<const ResolvedEdge> edges);

    /// The edges that may meet, or touch, the rows of tiles.
    [[nodiscard]] EdgeUnits units(const OutlineTiles& tiles) const;

    /// The pixels that the edges meet; empty if there is none.
    [[nodiscard]] const Rect& box() const { return box_; }
    [[nodiscard]] const EdgeEnds* ends() const { return ends_.data(); }
    /// The value right of each edge minus the one left of it.
    [[nodiscard]] const std::int32_t* changes() const { return changes_.data(); }
    [[nodiscard]] bool allSmall() const { return allSmall_; }
    [[nodiscard]] std::size_t bytes() const { return ends_.bytes() + changes_.bytes(); }

  private:
    static constexpr std::size_t block = 1024;

    /// Up to `block` edges of a class.
    struct Block {
        std::int32_t top = 0;     ///< top of the first edge, in steps
        std::int64_t widths = 0;  ///< sum of the widths of all earlier edges, in steps
        std::int64_t heights = 0;
    };
    /// Edges below 2^(k + 1) px high, if it is class k.
    struct Class {
        std::size_t firstEdge = 0, endEdge = 0;
        std::vector<Block> blocks;  ///< blocks, and one entry after the last
    };

    static void divide(std::span<const EdgeEnds> ends, Class& one);

    Rect box_;
    bool allSmall_ = true;
    DeviceTable<EdgeEnds> ends_;
    DeviceTable<std::int32_t> changes_;
    std::array<Class, EdgeUnits::mostRuns> classes_;
};

}  // namespace burin::gpu
