// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/preview/preview.hpp"
#include "core/render/device_picture.hpp"
#include "core/tile/tile.hpp"

#include <memory>
#include <vector>

namespace burin::ui {

/// The values of a picture, on the host and perhaps on a device. Thread-safe.
class TileValues {
  public:
    TileValues() = default;
    explicit TileValues(std::vector<float> values) : onHost_(std::move(values)) {}
    explicit TileValues(std::shared_ptr<const DevicePicture> picture) : onDevice_(std::move(picture)) {}
    TileValues(const TileValues&) = delete;
    TileValues& operator=(const TileValues&) = delete;

    /// Null if the values were computed on the host.
    [[nodiscard]] const DevicePicture* onDevice() const { return onDevice_.get(); }
    [[nodiscard]] const std::vector<float>& onHost() const {
        return onDevice_ ? onDevice_->values() : onHost_;
    }

  private:
    std::shared_ptr<const DevicePicture> onDevice_;
    std::vector<float> onHost_;
};

/// How good a picture is.
enum class TileQuality {
    partial,  ///< it will improve
    exact,
    /// The tile is not exact and will not improve: while it was averaged, the measured time showed that all
    /// of its samples would take too long.
    givenUp,
};

/// A picture of a part of a node, ready to be drawn. Immutable.
///
/// Blocks are 2^level x 2^level samples; a block (x, y) begins at the sample (x, y) * 2^level.
struct PreviewTile {
    /// Width and height in blocks.
    static constexpr std::int64_t side = 256;
    /// Extra blocks around a tile, which slopes and smooth enlarging read.
    static constexpr std::int64_t border = 2;

    NodeHash node;
    int level = 0;
    TileIndex index;  ///< within the grid of its level
    Rect blocks;      ///< what it shows
    Rect area;        ///< what `values` cover: `blocks` and the border, if any
    std::shared_ptr<const TileValues> content = std::make_shared<TileValues>();
    TileQuality quality = TileQuality::partial;
    double samplesEach = 0;      ///< mean number of samples behind a value
    double samplesOfRest = 0;    ///< the same, but only of the rows that are not exact
    std::int64_t exactRows = 0;  ///< exact rows of `area`, from the top
    double averagedSeconds = 0;  ///< what averaging has really spent on it, in seconds of one thread
    bool averaging = true;       ///< averaging may continue: it is not given up
    int stage = 0;               ///< number of refinements so far
    Reservation reserved;

    [[nodiscard]] bool exact() const { return quality == TileQuality::exact; }
    [[nodiscard]] std::size_t bytes() const { return static_cast<std::size_t>(area.area()) * sizeof(float); }
    /// The samples that it shows.
    [[nodiscard]] Rect samples() const {
        const std::int64_t each = std::int64_t{1} << level;
        return {blocks.x * each, blocks.y * each, blocks.width * each, blocks.height * each};
    }
    /// The blocks that show a part of its samples.
    [[nodiscard]] Rect blocksOf(const Rect& part) const {
        return intersection(blocks, blocksCovering(part, level));
    }
    [[nodiscard]] const std::vector<float>& values() const { return content->onHost(); }
    [[nodiscard]] float value(Point block) const {
        return values()[static_cast<std::size_t>((block.y - area.y) * area.width + block.x - area.x)];
    }
};

using PreviewTilePtr = std::shared_ptr<const PreviewTile>;

/// The first pictures of a view: either a rough picture of all of it, or as many tiles as can be computed at
/// once. Immutable.
struct PreviewGround {
    NodeHash node;
    int level = 0;  ///< the level of the pictures
    Rect samples;   ///< the area that it was made for
    std::vector<PreviewTilePtr> pictures;
    bool whole = false;  ///< the pictures cover all of `samples`
    bool timed = false;  ///< its source has measured what samples cost

    [[nodiscard]] bool covers(const Rect& seen) const { return whole && samples.contains(seen); }
};

using PreviewGroundPtr = std::shared_ptr<const PreviewGround>;

}  // namespace burin::ui
