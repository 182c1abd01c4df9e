// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/device/check.hpp"
#include "gpu/device/view.hpp"

#include <cstddef>
#include <span>
#include <utility>

namespace burin::gpu {

/// Uninitialised memory on the device that is current on construction, 256-byte aligned. Move-only.
/// \throws std::bad_alloc
class DeviceMemory {
  public:
    DeviceMemory() = default;
    explicit DeviceMemory(std::size_t bytes) : bytes_(bytes) {
        if (bytes > 0) check(cudaMalloc(&data_, bytes));
    }
    DeviceMemory(DeviceMemory&& other) noexcept
        : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
    DeviceMemory& operator=(DeviceMemory&& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(bytes_, other.bytes_);
        return *this;
    }
    ~DeviceMemory() { cudaFree(data_); }

    [[nodiscard]] std::byte* data() const { return static_cast<std::byte*>(data_); }
    [[nodiscard]] std::size_t bytes() const { return bytes_; }

  private:
    void* data_ = nullptr;
    std::size_t bytes_ = 0;
};

/// A table on the device, uploaded on construction; the host waits for the upload. Move-only.
template <class T>
class DeviceTable {
  public:
    DeviceTable() = default;
    explicit DeviceTable(std::span<const T> values) : memory_(values.size_bytes()), count_(values.size()) {
        if (count_ == 0) return;
        check(cudaMemcpy(memory_.data(), values.data(), values.size_bytes(), cudaMemcpyHostToDevice));
        // A small copy returns as soon as it is staged, and Burin's CUDA streams do not wait for the legacy
        // stream.
        check(cudaStreamSynchronize(cudaStreamLegacy));
    }
    [[nodiscard]] const T* data() const { return reinterpret_cast<const T*>(memory_.data()); }
    [[nodiscard]] std::size_t size() const { return count_; }
    [[nodiscard]] std::size_t bytes() const { return memory_.bytes(); }

  private:
    DeviceMemory memory_;
    std::size_t count_ = 0;
};

/// Page-locked host memory that any device copies from and to at full speed. Large memory uses 2 MiB pages if
/// the system has them; several cards at once then copy up to a quarter faster. Move-only. \throws
/// std::bad_alloc
class PinnedMemory {
  public:
    PinnedMemory() = default;
    explicit PinnedMemory(std::size_t bytes);
    PinnedMemory(PinnedMemory&& other) noexcept
        : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
    PinnedMemory& operator=(PinnedMemory&& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(bytes_, other.bytes_);
        return *this;
    }
    ~PinnedMemory();

    [[nodiscard]] std::byte* data() const { return static_cast<std::byte*>(data_); }
    [[nodiscard]] std::size_t bytes() const { return bytes_; }

  private:
    void* data_ = nullptr;
    std::size_t bytes_ = 0;
};

}  // namespace burin::gpu
