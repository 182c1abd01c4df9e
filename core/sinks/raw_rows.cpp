// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sinks/raw_rows.hpp"

#include "core/export/scan.hpp"

namespace burin {

void RawRows::arrange(const Rect& chunk, std::span<std::byte> rows) const {
    if (!scan_.serpentine) return;
    const std::size_t stride = grid_.stride(chunk);
    for (std::int64_t y = 0; y < chunk.height; ++y) {
        if (!reversed(chunk.y + y)) continue;
        reverseRow(rows.subspan(static_cast<std::size_t>(y) * stride, stride), chunk.width,
                   grid_.layout().depth);
    }
}

void RawRows::forEachRun(const Rect& chunk,
                         const std::function<void(std::uint64_t, std::size_t, std::size_t)>& use) const {
    const Rect swath = swathOf(chunk);
    const int depth = grid_.layout().depth;
    const std::size_t swathRow = packedBytes(swath.width, depth);
    const std::size_t stride = grid_.stride(chunk);
    const std::uint64_t first =
        offsetOf(swath.x / grid_.layout().swathWidth) + static_cast<std::uint64_t>(chunk.y) * swathRow;
    if (chunk.width == swath.width) {
        use(first, 0, stride * static_cast<std::size_t>(chunk.height));
        return;
    }
    for (std::int64_t y = 0; y < chunk.height; ++y) {
        const std::int64_t x = reversed(chunk.y + y) ? swath.right() - chunk.right() : chunk.x - swath.x;
        const auto row = static_cast<std::size_t>(y);
        use(first + row * swathRow + packedBytes(x, depth), row * stride, stride);
    }
}

std::uint64_t RawRows::fileBytes() const {
    return offsetOf(grid_.swathCount());
}

Rect RawRows::swathOf(const Rect& chunk) const {
    return grid_.swath(chunk.x / grid_.layout().swathWidth);
}

std::uint64_t RawRows::offsetOf(std::int64_t swath) const {
    const auto rows = static_cast<std::uint64_t>(grid_.layout().region.height);
    const int depth = grid_.layout().depth;
    const bool beyond = swath == grid_.swathCount();
    const auto full = static_cast<std::uint64_t>(beyond ? swath - 1 : swath);
    const std::uint64_t before = full * rows * packedBytes(grid_.layout().swathWidth, depth);
    return beyond ? before + rows * packedBytes(grid_.swath(swath - 1).width, depth) : before;
}

}  // namespace burin
