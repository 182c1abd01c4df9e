// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/render/device_picture.hpp"
#include "gpu/device/heap.hpp"

#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <vector>

namespace burin::gpu {

/// A picture on the host, and in a block of a card's heap until the block is needed for something else.
class KeptPicture final : public DevicePicture {
  public:
    /// \pre `values` are those of the block
    KeptPicture(int device, DeviceHeap::Block block, std::int64_t width, std::int64_t height,
                std::vector<float> values)
        : device_(device),
          width_(width),
          height_(height),
          values_(std::move(values)),
          block_(std::make_shared<const DeviceHeap::Block>(std::move(block))) {}

    [[nodiscard]] int device() const { return device_; }
    [[nodiscard]] std::int64_t width() const { return width_; }
    [[nodiscard]] std::int64_t height() const { return height_; }
    [[nodiscard]] const std::vector<float>& values() const override { return values_; }
    /// The picture's floats on the device, which stay there while the result is held; null if they have left.
    [[nodiscard]] std::shared_ptr<const DeviceHeap::Block> hold() const;

    /// \return whether memory was freed; false while the block is held
    bool leaveDevice();

  private:
    const int device_;
    const std::int64_t width_;
    const std::int64_t height_;
    const std::vector<float> values_;
    mutable std::mutex mutex_;
    std::shared_ptr<const DeviceHeap::Block> block_;
};

/// The pictures on one card. If there are too many, the oldest one leaves first. Thread-safe.
///
/// Lock order: this lock, a picture's lock, the heap's lock.
class KeptPictures {
  public:
    [[nodiscard]] std::shared_ptr<const KeptPicture> keep(int device, DeviceHeap::Block block,
                                                          std::int64_t width, std::int64_t height,
                                                          std::vector<float> values);
    /// Frees the block of the oldest picture. \return whether there was one
    bool freeOne();

  private:
    std::mutex mutex_;
    std::list<std::weak_ptr<KeptPicture>> pictures_;
};

}  // namespace burin::gpu
