// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tile/tile.hpp"

#include <memory>
#include <vector>

namespace burin::ui {

/// A picture of a part of a node, ready to be drawn. Immutable.
///
/// Blocks are 2^level x 2^level samples; a block (x, y) begins at the sample (x, y) * 2^level.
struct PreviewTile {
    /// Blocks a side.
    static constexpr std::int64_t side = 256;
    /// Blocks around a tile that slopes and smooth enlarging read.
    static constexpr std::int64_t border = 2;

    NodeHash node;
    int level = 0;
    TileIndex index;  ///< in the grid of its level
    Rect blocks;      ///< what it stands for
    Rect area;        ///< what `values` holds: `blocks` and the border, where there is any
    std::vector<float> values;
    bool exact = false;
    double samplesEach = 0;  ///< that went into a value
    int stage = 0;           ///< how often it has been refined
    Reservation reserved;

    /// What it stands for in samples.
    [[nodiscard]] Rect samples() const {
        const std::int64_t each = std::int64_t{1} << level;
        return {blocks.x * each, blocks.y * each, blocks.width * each, blocks.height * each};
    }
    [[nodiscard]] float value(Point block) const {
        return values[static_cast<std::size_t>((block.y - area.y) * area.width + block.x - area.x)];
    }
};

using PreviewTilePtr = std::shared_ptr<const PreviewTile>;

}  // namespace burin::ui
