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

struct ChunkCell {
    std::int64_t column = 0;
    std::int64_t row = 0;
};

/// The `index`-th cell of a swath in lanes. Every lane starts at the end at which the previous one stopped.
ChunkCell laneCell(std::int64_t index, std::int64_t columns, std::int64_t rows) {
    const std::int64_t lane = index / (laneColumns * rows);
    const std::int64_t rest = index - lane * laneColumns * rows;
    const std::int64_t width = std::min(laneColumns, columns - lane * laneColumns);
    const std::int64_t down = rest / width;
    const std::int64_t across = rest % width;
    return {lane * laneColumns + (down % 2 == 0 ? across : width - 1 - across),
            lane % 2 == 0 ? down : rows - 1 - down};
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

Rect ChunkGrid::chunk(std::int64_t index) const {
    const Rect strip = swath(swathOf(index));
    const std::int64_t columns = ceilDiv(strip.width, layout_.chunk.width);
    const std::int64_t local = index % chunksPerSwath_;
    const ChunkCell cell = layout_.walk == Walk::lanes ? laneCell(local, columns, rows_)
                                                       : ChunkCell{local % columns, local / columns};
    const Rect full{strip.x + cell.column * layout_.chunk.width, cell.row * layout_.chunk.height,
                    layout_.chunk.width, layout_.chunk.height};
    return intersection(full, strip);
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
