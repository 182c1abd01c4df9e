// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/device/check.hpp"

#include <utility>

namespace burin::gpu {

/// A CUDA stream on the device that is current on construction. Move-only. Its destructor does not wait.
class CudaStream {
  public:
    CudaStream() { check(cudaStreamCreateWithFlags(&cudaStream_, cudaStreamNonBlocking)); }
    /// A stream whose work begins before the waiting work of other streams.
    static CudaStream first() {
        int last = 0;
        int first = 0;
        check(cudaDeviceGetStreamPriorityRange(&last, &first));
        return CudaStream(first);
    }
    CudaStream(CudaStream&& other) noexcept : cudaStream_(std::exchange(other.cudaStream_, nullptr)) {}
    CudaStream& operator=(CudaStream&& other) noexcept {
        std::swap(cudaStream_, other.cudaStream_);
        return *this;
    }
    ~CudaStream() {
        if (cudaStream_ != nullptr) cudaStreamDestroy(cudaStream_);
    }
    operator cudaStream_t() const { return cudaStream_; }  // NOLINT(google-explicit-constructor)

    /// Waits for everything queued so far. \throws DeviceError
    void synchronise() const { check(cudaStreamSynchronize(cudaStream_)); }

  private:
    explicit CudaStream(int priority) {
        check(cudaStreamCreateWithPriority(&cudaStream_, cudaStreamNonBlocking, priority));
    }

    cudaStream_t cudaStream_ = nullptr;
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

    void record(cudaStream_t cudaStream) { check(cudaEventRecord(event_, cudaStream)); }
    /// Makes work queued on `cudaStream` from now on wait for the recorded point; the host does not wait.
    void holdBack(cudaStream_t cudaStream) const { check(cudaStreamWaitEvent(cudaStream, event_)); }
    /// Makes the host wait for the recorded point. \throws DeviceError
    void wait() const { check(cudaEventSynchronize(event_)); }

  private:
    cudaEvent_t event_ = nullptr;
};

}  // namespace burin::gpu
