// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Compares a kind on the device with the same kind on the processor (law 2). Children are plain functions of
// the position; the steps are the same as in the engine.

#include "gpu/device/cuda_stream.hpp"
#include "gpu/kinds/form/device_kind.hpp"
#include "gpu/kinds/form/pointwise.hpp"
#include "support/system/fake_child.hpp"
#include "support/testing.hpp"

#include <algorithm>
#include <map>

namespace burin::test {

/// Why no test can run on a device here; empty if one can.
[[nodiscard]] inline QString whyNoDevice() {
    int count = 0;
    const cudaError_t found = cudaGetDeviceCount(&count);
    if (found != cudaSuccess) return QString("no CUDA device: ") + cudaGetErrorString(found);
    return count > 0 ? QString() : QString("no CUDA device");
}

/// Skips the whole test if a device is missing. Must be the first line of initTestCase().
#define BURIN_NEEDS_DEVICE()                            \
    do {                                                \
        const QString why = burin::test::whyNoDevice(); \
        if (!why.isEmpty()) QSKIP(qPrintable(why));     \
    } while (false)

/// Serves the children of a link and of those after it from device memory at unaligned addresses.
class FakeDeviceChildren final : public gpu::DeviceChild {
  public:
    explicit FakeDeviceChildren(FakeChildren& children, std::size_t offsetSamples = 0)
        : children_(children), offset_(offsetSamples) {}

    gpu::ConstDeviceSamples fetch(const Fetch& wanted) override {
        gpu::check(cudaDeviceSynchronize());  // the link's previous fetch may still be read
        const ConstSamplesView samples = children_.fetch(wanted);
        const std::int64_t stride =
            gpu::alignedStride<float>(samples.width + static_cast<std::int64_t>(offset_));
        gpu::DeviceMemory& memory = memories_[wanted.link];
        memory = gpu::DeviceMemory(static_cast<std::size_t>(stride * samples.height + 64) * sizeof(float));
        float* data = reinterpret_cast<float*>(memory.data()) + offset_;
        gpu::check(cudaMemcpy2D(data, static_cast<std::size_t>(stride) * sizeof(float), samples.data,
                                static_cast<std::size_t>(samples.stride) * sizeof(float),
                                static_cast<std::size_t>(samples.width) * sizeof(float),
                                static_cast<std::size_t>(samples.height), cudaMemcpyHostToDevice));
        // Copies return once they are staged, and the test's CUDA stream does not wait for other streams.
        gpu::check(cudaStreamSynchronize(cudaStreamLegacy));
        return {data, stride, samples.width, samples.height};
    }

    void read(const Rect& area, gpu::DeviceSamples out) override {
        const gpu::ConstDeviceSamples samples = fetch({area, Edge::empty});
        gpu::check(cudaDeviceSynchronize());  // work that the operation has queued comes first
        gpu::check(cudaMemcpy2D(out.data, static_cast<std::size_t>(out.stride) * sizeof(float), samples.data,
                                static_cast<std::size_t>(samples.stride) * sizeof(float),
                                static_cast<std::size_t>(samples.width) * sizeof(float),
                                static_cast<std::size_t>(samples.height), cudaMemcpyDeviceToDevice));
        gpu::check(cudaDeviceSynchronize());
    }

  private:
    FakeChildren& children_;
    std::size_t offset_;
    std::map<std::size_t, gpu::DeviceMemory> memories_;  ///< by link: see linksAreHeld()
};

/// Device scratch of exactly the promised bytes.
class FakeDeviceScratch final : public gpu::DeviceScratch {
  public:
    explicit FakeDeviceScratch(std::size_t promisedBytes) : memory_(promisedBytes) {}
    std::byte* allocate(std::size_t bytes) override {
        if (used_ + padded(bytes) > memory_.bytes())
            throw std::logic_error("more scratch than scratchBytes promised");
        std::byte* block = memory_.data() + used_;
        used_ += padded(bytes);
        return block;
    }
    const gpu::StreamCounters& counters() const override { return counters_; }

  private:
    gpu::DeviceMemory memory_;
    std::size_t used_ = 0;
    gpu::StreamCounters counters_;
};

/// The same node over the same area on the device, as the engine computes it. \see compute in fake_child.hpp
[[nodiscard]] inline OwnedSamples computeOnDevice(const gpu::DeviceOperation& device,
                                                  const Operation& operation,
                                                  const std::vector<FakeLink>& links, const Rect& area,
                                                  std::size_t childOffset = 0) {
    std::vector<FakeLink> ordered = links;
    if (operation.dataBeforeMasks()) {
        std::stable_partition(ordered.begin(), ordered.end(),
                              [](const FakeLink& link) { return link.trait != Trait::mask; });
    }
    const std::vector<LinkShape> bound = shapes(ordered);
    gpu::CudaStream cudaStream;
    gpu::DeviceMemory values(gpu::alignedBytes<float>(area.width, area.height));
    const gpu::DeviceSamples value =
        gpu::alignedView(reinterpret_cast<float*>(values.data()), area.width, area.height);
    gpu::DeviceMemory state(device.stateBytes(area));
    if (state.bytes() > 0) gpu::check(cudaMemsetAsync(state.data(), 0, state.bytes(), cudaStream));
    {
        FakeDeviceScratch scratch(device.beginScratchBytes(area));
        device.begin(cudaStream, bound, area, value, scratch);
        cudaStream.synchronise();
    }
    for (std::size_t i = 0; i < ordered.size(); ++i) {
        std::vector<Fetch> promised;
        device.fetches(bound, i, area, promised);
        FakeChildren children{std::span(ordered).subspan(i)};
        children.promise(std::move(promised));
        FakeDeviceChildren child(children, childOffset);
        FakeDeviceScratch scratch(device.scratchBytes(bound, i, area));
        device.reduce({cudaStream, area, bound[i], bound, i, value, child, scratch, state.data()});
        cudaStream.synchronise();
    }
    cudaStream.synchronise();
    OwnedSamples image(area);
    gpu::check(cudaMemcpy2D(image.samples.data(), static_cast<std::size_t>(area.width) * sizeof(float),
                            value.data, static_cast<std::size_t>(value.stride) * sizeof(float),
                            static_cast<std::size_t>(area.width) * sizeof(float),
                            static_cast<std::size_t>(area.height), cudaMemcpyDeviceToHost));
    return image;
}

}  // namespace burin::test
