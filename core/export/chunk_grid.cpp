// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/chunk_grid.hpp"

#include <algorithm>
#include <stdexcept>

namespace burin {
namespace {

/// Wide enough that few tiles lie on the border of two lanes, narrow enough that a row of a lane stays in the
/// tile cache.
constexpr std::int64_t laneColumns = 8;

std::int64_t ceilDiv(std::int64_t value, std::int64_t divisor) {
    return (value - 1) / divisor + 1;
}

/// The place of a chunk in the walk of its swath. Every lane starts at the end at which the previous one
/// stopped. Rows of a swath that are walked from left to right are one lane.
struct WalkPlace {
    std::int64_t column = 0;   ///< the first column of the lane
    std::int64_t columns = 0;  ///< number of columns of the lane
    std::int64_t down = 0;     ///< number of the lane's rows before the chunk's
    std::int64_t across = 0;   ///< number of the row's chunks before this one
    bool upwards = false;
    bool leftwards = false;
};

WalkPlace walkPlace(std::int64_t index, std::int64_t columns, std::int64_t rows, Walk walk) {
    const std::int64_t widest = walk == Walk::lanes ? laneColumns : columns;
    const std::int64_t lane = index / (widest * rows);
    const std::int64_t rest = index - lane * widest * rows;
    const std::int64_t width = std::min(widest, columns - lane * widest);
    const std::int64_t down = rest / width;
    const bool leftwards = walk == Walk::lanes && down % 2 == 1;
    return {lane * widest, width, down, rest % width, lane % 2 == 1, leftwards};
}

}  // namespace

ChunkGrid::ChunkGrid(const Layout& layout) : layout_(layout) {
    const Size region = layout_.region;
    if (region.width < 1 || region.height < 1 || layout_.chunk.width < 1 || layout_.chunk.height < 1) {
        throw std::invalid_argument("the region and the chunks of a chunk grid must not be empty");
    }
    if (layout_.swathWidth < 1 || layout_.swathWidth > region.width) layout_.swathWidth = region.width;
    layout_.chunk.width =
        std::min(layout_.chunk.width, layout_.padded ? layout_.chunk.width : layout_.swathWidth);
    layout_.chunk.height =
        std::min(layout_.chunk.height, layout_.padded ? layout_.chunk.height : region.height);
    rows_ = ceilDiv(region.height, layout_.chunk.height);
    swathCount_ = ceilDiv(region.width, layout_.swathWidth);
    chunksPerSwath_ = ceilDiv(layout_.swathWidth, layout_.chunk.width) * rows_;
    count_ = chunksOfSwath(swathCount_ - 1).last;
}

Rect ChunkGrid::swath(std::int64_t number) const {
    const std::int64_t x = number * layout_.swathWidth;
    return {x, 0, std::min(layout_.swathWidth, layout_.region.width - x), layout_.region.height};
}

ChunkRange ChunkGrid::chunksOfSwath(std::int64_t number) const {
    const std::int64_t first = number * chunksPerSwath_;
    return {first, first + ceilDiv(swath(number).width, layout_.chunk.width) * rows_};
}

Rect ChunkGrid::areaOf(const Rect& cells, const Rect& strip) const {
    const Size chunk = layout_.chunk;
    const Rect full{strip.x + cells.x * chunk.width, cells.y * chunk.height, cells.width * chunk.width,
                    cells.height * chunk.height};
    return intersection(full, strip);
}

Rect ChunkGrid::chunk(std::int64_t index) const {
    const Rect strip = swath(swathOf(index));
    const std::int64_t columns = ceilDiv(strip.width, layout_.chunk.width);
    const WalkPlace at = walkPlace(index % chunksPerSwath_, columns, rows_, layout_.walk);
    const std::int64_t column = at.column + (at.leftwards ? at.columns - 1 - at.across : at.across);
    return areaOf({column, at.upwards ? rows_ - 1 - at.down : at.down, 1, 1}, strip);
}

std::array<Rect, 4> ChunkGrid::areasBefore(std::int64_t index) const {
    if (index == count_) return {Rect{0, 0, layout_.region.width, layout_.region.height}};
    const Rect strip = swath(swathOf(index));
    const std::int64_t columns = ceilDiv(strip.width, layout_.chunk.width);
    const WalkPlace at = walkPlace(index % chunksPerSwath_, columns, rows_, layout_.walk);
    const std::int64_t row = at.upwards ? rows_ - 1 - at.down : at.down;
    const Rect lanes{0, 0, at.column, rows_};
    const Rect rowsOfLane{at.column, at.upwards ? row + 1 : 0, at.columns, at.down};
    const Rect partOfRow{at.column + (at.leftwards ? at.columns - at.across : 0), row, at.across, 1};
    return {Rect{0, 0, strip.x, strip.height}, areaOf(lanes, strip), areaOf(rowsOfLane, strip),
            areaOf(partOfRow, strip)};
}

Size ChunkGrid::storedSize(const Rect& chunk) const {
    if (!layout_.padded) return {chunk.width, chunk.height};
    const auto covering = [](std::int64_t full, std::int64_t side) {
        return std::min(full, ceilDiv(side, paddingStep) * paddingStep);
    };
    const Rect strip = swath(chunk.x / layout_.swathWidth);
    return {covering(layout_.chunk.width, strip.width), covering(layout_.chunk.height, strip.height)};
}

std::size_t ChunkGrid::stride(const Rect& chunk) const {
    return packedBytes(storedSize(chunk).width, layout_.depth);
}

std::size_t ChunkGrid::bytes(const Rect& chunk) const {
    return stride(chunk) * static_cast<std::size_t>(storedSize(chunk).height);
}

std::size_t ChunkGrid::largestBytes() const {
    return bytes({0, 0, layout_.chunk.width, layout_.chunk.height});
}

ChunkRange ChunkGrid::part(const Shard& shard) const {
    // count * index may exceed 2^63 on the largest surfaces, so quotient and remainder are multiplied
    // separately.
    const auto border = [&](std::int64_t index) {
        const std::int64_t whole = count_ / shard.count;
        const std::int64_t rest = count_ % shard.count;
        return whole * index + rest * index / shard.count;
    };
    return {border(shard.index), border(shard.index + 1)};
}

}  // namespace burin
