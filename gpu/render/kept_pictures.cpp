// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/render/kept_pictures.hpp"

namespace burin::gpu {

std::shared_ptr<const DeviceHeap::Block> KeptPicture::hold() const {
    const std::lock_guard lock(mutex_);
    return block_;
}

bool KeptPicture::leaveDevice() {
    const std::lock_guard lock(mutex_);
    if (!block_ || block_.use_count() > 1) return false;
    block_.reset();
    return true;
}

std::shared_ptr<const KeptPicture> KeptPictures::keep(int device, DeviceHeap::Block block, std::int64_t width,
                                                      std::int64_t height, std::vector<float> values) {
    auto picture = std::make_shared<KeptPicture>(device, std::move(block), width, height, std::move(values));
    const std::lock_guard lock(mutex_);
    pictures_.remove_if([](const auto& one) { return one.expired(); });
    pictures_.push_back(picture);
    return picture;
}

bool KeptPictures::freeOne() {
    const std::lock_guard lock(mutex_);
    for (auto place = pictures_.begin(); place != pictures_.end(); ++place) {
        const std::shared_ptr<KeptPicture> picture = place->lock();
        if (!picture || !picture->leaveDevice()) continue;
        pictures_.erase(place);
        return true;
    }
    return false;
}

}  // namespace burin::gpu
