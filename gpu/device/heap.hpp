// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/device/memory.hpp"

#include <cstddef>
#include <map>
#include <mutex>
#include <utility>

namespace burin::gpu {

/// One slab of device memory, allocated on construction and handed out in blocks, so that no CUDA call has to
/// wait for the device to allocate or free memory.
///
/// Best fit; free neighbours are merged. Thread-safe. A block may be freed only after the work that uses it
/// has ended.
class DeviceHeap {
  public:
    /// A block of the heap; freed on destruction. Move-only. The heap must outlive it.
    class Block {
      public:
        Block() = default;
        Block(Block&& other) noexcept
            : heap_(std::exchange(other.heap_, nullptr)), offset_(other.offset_), bytes_(other.bytes_) {}
        Block& operator=(Block&& other) noexcept {
            std::swap(heap_, other.heap_);
            std::swap(offset_, other.offset_);
            std::swap(bytes_, other.bytes_);
            return *this;
        }
        ~Block() {
            if (heap_ != nullptr) heap_->giveBack(offset_, bytes_);
        }
        [[nodiscard]] explicit operator bool() const { return heap_ != nullptr; }
        [[nodiscard]] std::byte* data() const { return heap_->memory_.data() + offset_; }
        [[nodiscard]] std::size_t bytes() const { return bytes_; }

      private:
        friend class DeviceHeap;
        Block(DeviceHeap* heap, std::size_t offset, std::size_t bytes)
            : heap_(heap), offset_(offset), bytes_(bytes) {}
        DeviceHeap* heap_ = nullptr;
        std::size_t offset_ = 0;
        std::size_t bytes_ = 0;
    };

    /// \throws std::bad_alloc if the device has no block of that size
    explicit DeviceHeap(std::size_t bytes) : memory_(bytes) { free_[0] = bytes; }
    DeviceHeap(const DeviceHeap&) = delete;
    DeviceHeap& operator=(const DeviceHeap&) = delete;

    /// A block of at least `bytes`, 256-byte aligned; an empty block if the heap has no room.
    [[nodiscard]] Block tryAllocate(std::size_t bytes);

    [[nodiscard]] std::size_t bytes() const { return memory_.bytes(); }
    [[nodiscard]] std::size_t peak() const;

  private:
    void giveBack(std::size_t offset, std::size_t bytes);

    DeviceMemory memory_;
    mutable std::mutex mutex_;
    std::map<std::size_t, std::size_t> free_;  ///< size in bytes by offset
    std::size_t used_ = 0;
    std::size_t peak_ = 0;
};

}  // namespace burin::gpu
