// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/protocol/line_layout.hpp"

#include "core/export/surface_info.hpp"

#include <algorithm>

namespace burin {

LineLayout::LineLayout(Size region, std::int64_t swathWidth, int depth)
    : height_(region.height),
      swathWidth_(swathWidth < 1 ? region.width : std::min(swathWidth, region.width)),
      swaths_((region.width - 1) / swathWidth_ + 1),
      lines_(swaths_ * height_),
      depth_(depth) {
    lastWidth_ = region.width - (swaths_ - 1) * swathWidth_;
}

std::int64_t LineLayout::width(std::int64_t line) const {
    return line >= (swaths_ - 1) * height_ ? lastWidth_ : swathWidth_;
}

std::size_t LineLayout::bytesOf(std::int64_t line) const {
    return packedBytes(width(line), depth_);
}

std::uint64_t LineLayout::offsetOf(std::int64_t line) const {
    const std::int64_t wide = std::min(line, (swaths_ - 1) * height_);
    return static_cast<std::uint64_t>(wide) * packedBytes(swathWidth_, depth_) +
           static_cast<std::uint64_t>(line - wide) * packedBytes(lastWidth_, depth_);
}

std::int64_t LineLayout::lineAt(std::uint64_t offset) const {
    const std::int64_t wide = (swaths_ - 1) * height_;
    const std::uint64_t wideBytes = offsetOf(wide);
    if (offset < wideBytes) return static_cast<std::int64_t>(offset / packedBytes(swathWidth_, depth_));
    const auto beyond = static_cast<std::int64_t>((offset - wideBytes) / packedBytes(lastWidth_, depth_));
    return std::min(lines_, wide + beyond);
}

std::int64_t LineLayout::samplesBefore(std::int64_t line) const {
    const std::int64_t wide = std::min(line, (swaths_ - 1) * height_);
    return wide * swathWidth_ + (line - wide) * lastWidth_;
}

std::int64_t LineLayout::endOfSwath(std::int64_t line) const {
    return (line / height_ + 1) * height_;
}

}  // namespace burin
