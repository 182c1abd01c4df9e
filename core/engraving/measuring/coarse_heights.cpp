// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engraving/measuring/coarse_heights.hpp"

#include <algorithm>

namespace burin {

std::vector<double> CoarseHeights::means(const Rect& cells) const {
    std::vector<double> out(static_cast<std::size_t>(cells.area()));
    const std::int64_t across = tileSide / side_;
    for (std::int64_t v = floorDiv(cells.y, across); v * across < cells.bottom(); ++v) {
        for (std::int64_t u = floorDiv(cells.x, across); u * across < cells.right(); ++u) {
            const Rect part = intersection(cells, {u * across, v * across, across, across});
            const auto found = tile({v, u});
            if (!found) continue;
            for (std::int64_t y = part.y; y < part.bottom(); ++y) {
                for (std::int64_t x = part.x; x < part.right(); ++x)
                    out[static_cast<std::size_t>((y - cells.y) * cells.width + x - cells.x)] =
                        static_cast<double>(
                            (*found)[static_cast<std::size_t>((y - v * across) * across + x - u * across)]);
            }
        }
    }
    return out;
}

std::shared_ptr<const CoarseHeights::Tile> CoarseHeights::tile(Key key) const {
    const Rect area{key.second * tileSide, key.first * tileSide, tileSide, tileSide};
    if (source_->extent().clip(area).empty()) return nullptr;
    {
        const std::lock_guard lock(mutex_);
        const auto found = tiles_.find(key);
        if (found != tiles_.end()) return found->second;
    }
    // Two threads may compute the same tile; both get the same numbers.
    auto made = std::make_shared<const Tile>(computed(key));
    const std::lock_guard lock(mutex_);
    if (!tiles_.emplace(key, made).second) return made;
    order_.push_back(key);
    const std::size_t bytes = made->size() * sizeof(float);
    while (order_.size() > 1 && order_.size() * bytes > mostBytes) {
        tiles_.erase(order_.front());
        order_.pop_front();
    }
    return made;
}

CoarseHeights::Tile CoarseHeights::computed(Key key) const {
    const std::int64_t across = tileSide / side_;
    const Rect tile{key.second * tileSide, key.first * tileSide, tileSide, tileSide};
    const HeightBuffer depths(*source_, source_->extent().clip(tile));
    const Rect& read = depths.rect();
    Tile means(static_cast<std::size_t>(across * across));
    for (std::int64_t v = 0; v < across; ++v) {
        for (std::int64_t u = 0; u < across; ++u) {
            const Rect cell = intersection({tile.x + u * side_, tile.y + v * side_, side_, side_}, read);
            double sum = 0;
            for (std::int64_t y = cell.y; y < cell.bottom(); ++y) {
                const float* const row = depths.view().row(y - read.y) + (cell.x - read.x);
                for (std::int64_t x = 0; x < cell.width; ++x)
                    sum += static_cast<double>(row[x]);
            }
            if (!cell.empty())
                means[static_cast<std::size_t>(v * across + u)] =
                    static_cast<float>(sum / static_cast<double>(cell.area()));
        }
    }
    return means;
}

}  // namespace burin
