// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The blocks whose sums are merged into the sums of a region.

#include "core/geometry/rect.hpp"
#include "core/kernels/measuring/heights_target.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace burin {

/// Blocks side by side that are read at once.
struct BlockGroup {
    Rect blocks;  ///< in blocks of the region
    Rect area;    ///< area of all blocks
    /// the area that is read: the blocks, and one more column and row, clipped to the region
    Rect read;
};

class BlockGroups {
    static constexpr std::int64_t blockSide = HeightsTarget::blockSide;

  public:
    BlockGroups(const Rect& region, std::int64_t samplesAtOnce)
        : region_(region),
          columns_((region.width + blockSide - 1) / blockSide),
          rows_((region.height + blockSide - 1) / blockSide) {
        while (4 * side_ * side_ * blockSide * blockSide <= samplesAtOnce)
            side_ *= 2;
    }
    [[nodiscard]] std::int64_t across() const { return (columns_ + side_ - 1) / side_; }
    [[nodiscard]] std::int64_t count() const { return across() * ((rows_ + side_ - 1) / side_); }
    [[nodiscard]] std::int64_t columns() const { return columns_; }
    [[nodiscard]] std::size_t bytes() const {
        return static_cast<std::size_t>((side_ * blockSide + 1) * (side_ * blockSide + 1)) * sizeof(float);
    }
    [[nodiscard]] Size largestRead() const {
        const std::int64_t most = side_ * blockSide + 1;
        return {std::min(most, region_.width), std::min(most, region_.height)};
    }
    [[nodiscard]] Rect block(std::int64_t x, std::int64_t y) const {
        return intersection({region_.x + x * blockSide, region_.y + y * blockSide, blockSide, blockSide},
                            region_);
    }
    [[nodiscard]] BlockGroup group(std::int64_t number) const {
        BlockGroup out;
        out.blocks = intersection({number % across() * side_, number / across() * side_, side_, side_},
                                  {0, 0, columns_, rows_});
        out.area = boundingRect(block(out.blocks.x, out.blocks.y),
                                block(out.blocks.right() - 1, out.blocks.bottom() - 1));
        out.read = intersection({out.area.x, out.area.y, out.area.width + 1, out.area.height + 1}, region_);
        return out;
    }

  private:
    Rect region_;
    std::int64_t columns_;
    std::int64_t rows_;
    std::int64_t side_ = 1;
};

/// Merges the sums of blocks in the order of the blocks, row by row, although groups of several rows arrive.
template <class Sums>
class RowMajorSum {
  public:
    explicit RowMajorSum(std::int64_t columns) : columns_(columns) {}
    void put(const Rect& blocks, const std::vector<Sums>& sums) {
        for (std::int64_t y = 0; y < blocks.height; ++y) {
            for (std::int64_t x = 0; x < blocks.width; ++x)
                waiting_.emplace((blocks.y + y) * columns_ + blocks.x + x,
                                 sums[static_cast<std::size_t>(y * blocks.width + x)]);
        }
        while (!waiting_.empty() && waiting_.begin()->first == next_) {
            total_.merge(waiting_.begin()->second);
            waiting_.erase(waiting_.begin());
            ++next_;
        }
    }
    [[nodiscard]] const Sums& total() const { return total_; }

  private:
    std::int64_t columns_;
    std::int64_t next_ = 0;
    std::map<std::int64_t, Sums> waiting_;
    Sums total_;
};

}  // namespace burin
