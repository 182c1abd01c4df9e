// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/render/kept_pictures.hpp"

namespace burin::gpu {

std::vector<float> KeptPicture::values() const {
    const std::lock_guard lock(mutex_);
    return block_ ? fetch(*block_) : onHost_;
}

std::shared_ptr<const DeviceHeap::Block> KeptPicture::hold() const {
    const std::lock_guard lock(mutex_);
    return block_;
}

bool KeptPicture::moveToHost() {
    const std::lock_guard lock(mutex_);
    if (!block_ || block_.use_count() > 1) return false;
    onHost_ = fetch(*block_);
    block_.reset();
    return true;
}

/// The host waits for the copy. The work that made the picture has already ended.
std::vector<float> KeptPicture::fetch(const DeviceHeap::Block& block) const {
    std::vector<float> values(static_cast<std::size_t>(width_ * height_));
    check(cudaSetDevice(device_));
    check(cudaMemcpy(values.data(), block.data(), values.size() * sizeof(float), cudaMemcpyDeviceToHost));
    return values;
}

std::shared_ptr<const KeptPicture> KeptPictures::keep(int device, DeviceHeap::Block block, std::int64_t width,
                                                      std::int64_t height) {
    auto picture = std::make_shared<KeptPicture>(device, std::move(block), width, height);
    const std::lock_guard lock(mutex_);
    pictures_.remove_if([](const auto& one) { return one.expired(); });
    pictures_.push_back(picture);
    return picture;
}

bool KeptPictures::moveOneToHost() {
    const std::lock_guard lock(mutex_);
    for (auto place = pictures_.begin(); place != pictures_.end(); ++place) {
        const std::shared_ptr<KeptPicture> picture = place->lock();
        if (!picture || !picture->moveToHost()) continue;
        pictures_.erase(place);
        return true;
    }
    return false;
}

}  // namespace burin::gpu
