// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preview/compared_picture.hpp"

#include <algorithm>
#include <cstddef>

namespace burin {

namespace {

/// The value of a block; 0 outside the picture.
float valueAt(const Picture& picture, Point block) {
    if (!picture.area.contains(block)) return 0;
    return picture.row(block.y - picture.area.y)[block.x - picture.area.x];
}

float differenceAt(const Picture& a, const Picture& b, Point block) {
    constexpr float equal = 0.5F;
    if (!a.area.contains(block) || !b.area.contains(block)) return equal;
    return std::clamp(equal + valueAt(a, block) - valueAt(b, block), 0.0F, 1.0F);
}

}  // namespace

Picture comparedPicture(const Picture& a, const Picture& b, ComparisonMode mode, const Rect& area,
                        std::int64_t split) {
    Picture joined;
    joined.area = area;
    if (mode == ComparisonMode::beside) joined.area.width *= 2;
    joined.level = a.level;
    joined.exact = a.exact && b.exact;
    joined.values.resize(static_cast<std::size_t>(joined.area.area()));
    for (std::int64_t y = 0; y < area.height; ++y) {
        float* const row = joined.row(y);
        for (std::int64_t x = 0; x < area.width; ++x) {
            const Point block{area.x + x, area.y + y};
            switch (mode) {
                case ComparisonMode::line:
                    row[x] = valueAt(block.x < split ? a : b, block);
                    break;
                case ComparisonMode::beside:
                    row[x] = valueAt(a, block);
                    row[area.width + x] = valueAt(b, block);
                    break;
                case ComparisonMode::difference:
                    row[x] = differenceAt(a, b, block);
                    break;
            }
        }
    }
    return joined;
}

}  // namespace burin
