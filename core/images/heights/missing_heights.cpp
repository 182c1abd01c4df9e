// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/images/heights/missing_heights.hpp"

#include "core/base/cancelled.hpp"

#include <cmath>
#include <cstddef>
#include <limits>

namespace burin {

namespace {

/// The number of rows from a sample down to the nearest measured height of its column; negative if that is
/// above; 0 if the sample itself is measured.
using Way = std::int8_t;
constexpr Way tooFar = std::numeric_limits<Way>::min();

class Filling {
  public:
    Filling(HeightFile& heights, std::int64_t reach)
        : heights_(heights.heightsUm),
          width_(heights.size.width),
          height_(heights.size.height),
          reach_(reach),
          ways_(heights_.size(), tooFar) {}

    void run(const std::stop_token& stop) {
        for (std::int64_t y = 0; y < height_; ++y)
            lookUp(y);
        for (std::int64_t y = height_ - 2; y >= 0; --y)
            lookDown(y);
        for (std::int64_t y = 0; y < height_; ++y) {
            if (stop.stop_requested()) throw Cancelled();
            // Only measured heights are read, so heights that were filled in do not spread.
            for (std::int64_t x = 0; x < width_; ++x) {
                if (ways_[at(x, y)] != 0) heights_[at(x, y)] = nearest(x, y);
            }
        }
    }

  private:
    [[nodiscard]] std::size_t at(std::int64_t x, std::int64_t y) const {
        return static_cast<std::size_t>(y * width_ + x);
    }

    void lookUp(std::int64_t y) {
        for (std::int64_t x = 0; x < width_; ++x) {
            Way& own = ways_[at(x, y)];
            if (!std::isnan(heights_[at(x, y)])) {
                own = 0;
            } else if (y > 0 && ways_[at(x, y - 1)] > -reach_) {
                own = static_cast<Way>(ways_[at(x, y - 1)] - 1);
            }
        }
    }

    void lookDown(std::int64_t y) {
        for (std::int64_t x = 0; x < width_; ++x) {
            const Way below = ways_[at(x, y + 1)];
            Way& own = ways_[at(x, y)];
            // If two are equally near, the upper one is used.
            if (below >= 0 && below < reach_ && below + 1 < -own) own = static_cast<Way>(below + 1);
        }
    }

    [[nodiscard]] float nearest(std::int64_t x, std::int64_t y) const {
        std::int64_t least = reach_ * reach_;
        std::int64_t row = reach_ + 1;
        float found = std::numeric_limits<float>::quiet_NaN();
        const auto consider = [&](std::int64_t column) {
            if (column < 0 || column >= width_) return;
            const std::int64_t down = ways_[at(column, y)];
            if (down == tooFar) return;
            const std::int64_t distance = (column - x) * (column - x) + down * down;
            if (distance > least || (distance == least && down >= row)) return;
            least = distance;
            row = down;
            found = heights_[at(column, y + down)];
        };
        consider(x);
        for (std::int64_t away = 1; away * away <= least; ++away) {
            consider(x - away);
            consider(x + away);
        }
        return found;
    }

    std::vector<float>& heights_;
    const std::int64_t width_;
    const std::int64_t height_;
    const std::int64_t reach_;
    std::vector<Way> ways_;
};

}  // namespace

void fillMissing(HeightFile& heights, std::int64_t reach, const std::stop_token& stop) {
    Filling(heights, reach).run(stop);
}

}  // namespace burin
