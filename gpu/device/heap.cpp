// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/device/heap.hpp"

#include <algorithm>
#include <iterator>

namespace burin::gpu {

DeviceHeap::Block DeviceHeap::tryAllocate(std::size_t wanted) {
    const std::size_t bytes = std::max<std::size_t>(256, (wanted + 255) / 256 * 256);
    const std::lock_guard lock(mutex_);
    auto best = free_.end();
    for (auto it = free_.begin(); it != free_.end(); ++it) {
        if (it->second >= bytes && (best == free_.end() || it->second < best->second)) best = it;
    }
    if (best == free_.end()) return {};
    const auto [offset, room] = *best;
    free_.erase(best);
    if (room > bytes) free_[offset + bytes] = room - bytes;
    used_ += bytes;
    peak_ = std::max(peak_, used_);
    return {this, offset, bytes};
}

std::size_t DeviceHeap::peak() const {
    const std::lock_guard lock(mutex_);
    return peak_;
}

void DeviceHeap::giveBack(std::size_t offset, std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    used_ -= bytes;
    auto next = free_.lower_bound(offset);
    if (next != free_.begin()) {
        const auto before = std::prev(next);
        if (before->first + before->second == offset) {
            offset = before->first;
            bytes += before->second;
            free_.erase(before);
        }
    }
    if (next != free_.end() && offset + bytes == next->first) {
        bytes += next->second;
        free_.erase(next);
    }
    free_[offset] = bytes;
}

}  // namespace burin::gpu
