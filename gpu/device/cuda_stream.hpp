// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/device/check.hpp"

#include <utility>

namespace burin::gpu {

/// A CUDA stream on the device that is current on construction. Move-only. Its destructor does not wait.
class CudaStream {
  public:
    CudaStream() { check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking)); }
    CudaStream(CudaStream&& other) noexcept : stream_(std::exchange(other.stream_, nullptr)) {}
    CudaStream& operator=(CudaStream&& other) noexcept {
        std::swap(stream_, other.stream_);
        return *this;
    }
    ~CudaStream() {
        if (stream_ != nullptr) cudaStreamDestroy(stream_);
    }
    operator cudaStream_t() const { return stream_; }  // NOLINT(google-explicit-constructor)

    /// Waits for everything queued so far. \throws DeviceError
    void synchronise() const { check(cudaStreamSynchronize(stream_)); }

  private:
    cudaStream_t stream_ = nullptr;
};

/// A point in a CUDA stream that others can wait for. Move-only; without timing.
class Event {
  public:
    Event() { check(cudaEventCreateWithFlags(&event_, cudaEventDisableTiming)); }
    Event(Event&& other) noexcept : event_(std::exchange(other.event_, nullptr)) {}
    Event& operator=(Event&& other) noexcept {
        std::swap(event_, other.event_);
        return *this;
    }
    ~Event() {
        if (event_ != nullptr) cudaEventDestroy(event_);
    }

    void record(cudaStream_t stream) { check(cudaEventRecord(event_, stream)); }
    /// Makes work queued on `stream` from now on wait for the recorded point; the host does not wait.
    void holdBack(cudaStream_t stream) const { check(cudaStreamWaitEvent(stream, event_)); }
    /// Makes the host wait for the recorded point. \throws DeviceError
    void wait() const { check(cudaEventSynchronize(event_)); }

  private:
    cudaEvent_t event_ = nullptr;
};

}  // namespace burin::gpu
