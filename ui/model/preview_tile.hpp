// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/render/device_picture.hpp"
#include "core/tile/tile.hpp"

#include <exception>
#include <memory>
#include <mutex>
#include <vector>

namespace burin::ui {

/// Values of a picture: on the host, or on a device until somebody here needs them. Thread-safe.
class TileValues {
  public:
    TileValues() = default;
    explicit TileValues(std::vector<float> values) : onHost_(std::move(values)) {}
    explicit TileValues(std::shared_ptr<const DevicePicture> picture) : onDevice_(std::move(picture)) {}
    TileValues(const TileValues&) = delete;
    TileValues& operator=(const TileValues&) = delete;

    /// Null where they were made on the host.
    [[nodiscard]] const DevicePicture* onDevice() const { return onDevice_.get(); }
    /// \throws where the device is lost
    [[nodiscard]] const std::vector<float>& onHost() const {
        if (onDevice_) std::call_once(fetched_, [this] { onHost_ = onDevice_->values(); });
        return onHost_;
    }

  private:
    std::shared_ptr<const DevicePicture> onDevice_;
    mutable std::once_flag fetched_;
    mutable std::vector<float> onHost_;
};

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
    Rect area;        ///< of its values: `blocks` and the border, where there is any
    std::shared_ptr<const TileValues> content = std::make_shared<TileValues>();
    bool exact = false;
    double samplesEach = 0;      ///< that went into a value, in the mean
    std::int64_t exactRows = 0;  ///< of `area`, from the top
    int stage = 0;               ///< how often it has been refined
    Reservation reserved;

    [[nodiscard]] std::size_t bytes() const { return static_cast<std::size_t>(area.area()) * sizeof(float); }
    /// What it stands for in samples.
    [[nodiscard]] Rect samples() const {
        const std::int64_t each = std::int64_t{1} << level;
        return {blocks.x * each, blocks.y * each, blocks.width * each, blocks.height * each};
    }
    /// \throws where the device that holds them is lost
    [[nodiscard]] const std::vector<float>& values() const { return content->onHost(); }
    /// Whether there are any, and the device that holds them is not lost.
    [[nodiscard]] bool readable() const {
        try {
            return !values().empty();
        } catch (const std::exception&) {
            return false;
        }
    }
    [[nodiscard]] float value(Point block) const {
        return values()[static_cast<std::size_t>((block.y - area.y) * area.width + block.x - area.x)];
    }
};

using PreviewTilePtr = std::shared_ptr<const PreviewTile>;

/// The first pictures of a view: a rough one of all of it, or as many of its tiles as are there at once.
/// Immutable.
struct PreviewGround {
    NodeHash node;
    int level = 0;  ///< of the pictures
    Rect samples;   ///< for which it was made
    std::vector<PreviewTilePtr> pictures;
    bool whole = false;      ///< whether they are all of it
    bool timed = false;      ///< whether the next is known
    double secondsEach = 0;  ///< that a sample takes one thread where all are computed

    [[nodiscard]] bool covers(const Rect& seen) const { return whole && samples.contains(seen); }
};

using PreviewGroundPtr = std::shared_ptr<const PreviewGround>;

}  // namespace burin::ui
