// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/filter/compensate.hpp"

#include "gpu/kinds/form/pointwise.cuh"

#include <stdexcept>
#include <utility>

namespace burin::gpu {

namespace {

/// clamp(depth, 0, 1), and 0 for NaN, as on the processor.
__device__ inline float clampedDepth(float depth) {
    const float v = depth > 0.0F ? depth : 0.0F;
    return v < 1.0F ? v : 1.0F;
}

/// out = clamp(before + wanted - spread, 0, 1), without dust if these samples are the node's last. All views
/// have the same size. `out` may be `before` or `spread`.
template <bool vectors>
__global__ void correctDepthsKernel(DeviceSamples out, ConstDeviceSamples before, ConstDeviceSamples wanted,
                                    ConstDeviceSamples spread, bool sweeps) {
    using pointwise::samples;
    const std::int64_t x = (std::int64_t{blockIdx.x} * pointwise::threads + threadIdx.x) * samples;
    if (x >= out.width) return;
    for (std::int64_t y = blockIdx.y; y < out.height; y += gridDim.y) {
        float depth[samples];
        float target[samples];
        float reached[samples];
        pointwise::load<vectors>(before.row(y), x, out.width, depth);
        pointwise::load<vectors>(wanted.row(y), x, out.width, target);
        pointwise::load<vectors>(spread.row(y), x, out.width, reached);
        for (int k = 0; k < samples; ++k) {
            const float corrected = clampedDepth(depth[k] + target[k] - reached[k]);
            depth[k] = sweeps ? swept(corrected) : corrected;
        }
        pointwise::store<vectors>(out.row(y), x, out.width, depth);
    }
}

void correctDepths(cudaStream_t cudaStream, DeviceSamples out, ConstDeviceSamples before,
                   ConstDeviceSamples wanted, ConstDeviceSamples spread, bool sweeps) {
    if (out.width <= 0 || out.height <= 0) return;
    const pointwise::Grid grid(out.width, out.height);
    if (out.aligned(16) && before.aligned(16) && wanted.aligned(16) && spread.aligned(16)) {
        correctDepthsKernel<true>
            <<<grid.blocks, pointwise::threads, 0, cudaStream>>>(out, before, wanted, spread, sweeps);
    } else {
        correctDepthsKernel<false>
            <<<grid.blocks, pointwise::threads, 0, cudaStream>>>(out, before, wanted, spread, sweeps);
    }
    check(cudaGetLastError());
}

/// Scratch memory that each step uses again: a stack in a block that was allocated once. All steps are queued
/// on one CUDA stream.
class ScratchOfStep final : public DeviceScratch {
  public:
    ScratchOfStep(std::byte* memory, std::size_t bytes, const StreamCounters& counters)
        : memory_(memory), left_(bytes), counters_(counters) {}

    std::byte* allocate(std::size_t bytes) override {
        if (padded(bytes) > left_)
            throw std::logic_error("a convolution takes more scratch memory than it promised");
        left_ -= padded(bytes);
        return std::exchange(memory_, memory_ + padded(bytes));
    }
    const StreamCounters& counters() const override { return counters_; }

  private:
    std::byte* memory_;
    std::size_t left_;
    const StreamCounters& counters_;
};

std::size_t depthPlaneBytes(const Rect& area) {
    return DeviceScratch::padded(alignedBytes<float>(area.width, area.height));
}

/// The scratch memory of a step. The first one is the widest.
std::size_t bytesOfStep(const Compensate& node, const DeviceConvolution& method, const Rect& area) {
    const Rect first = node.around(area, node.parameters.iterations - 1);
    return DeviceScratch::padded(method.scratchBytes(first.width, first.height));
}

/// The part for `area` of a plane that covers `whole`.
DeviceSamples planeOver(const DeviceSamples& plane, const Rect& whole, const Rect& area) {
    return plane.part(area.x - whole.x, area.y - whole.y, area.width, area.height);
}

}  // namespace

OnDevice<Compensate>::OnDevice(const Compensate& node) : method(chooseDeviceConvolution(node.gathering())) {}

std::size_t OnDevice<Compensate>::scratchBytes(const Compensate& node, std::span<const LinkShape>,
                                               std::size_t, const Rect& area) const {
    const int steps = node.parameters.iterations;
    const std::size_t between = steps > 1 ? depthPlaneBytes(node.around(area, steps - 1)) : 0;
    return depthPlaneBytes(node.around(area, steps)) + 2 * between + bytesOfStep(node, *method, area);
}

void DeviceReduction<Compensate, Trait::data>::apply(const Compensate& node,
                                                     const OnDevice<Compensate>& device,
                                                     const DeviceCall& call) {
    const int steps = node.parameters.iterations;
    const Rect whole = node.around(call.area, steps);
    const Rect inner = node.around(call.area, steps - 1);
    const DeviceSamples wanted = call.scratch.samples<float>(whole.width, whole.height);
    const auto planeBetween = [&] {
        return steps > 1 ? call.scratch.samples<float>(inner.width, inner.height) : DeviceSamples{};
    };
    const DeviceSamples depths = planeBetween();
    const DeviceSamples spreads = planeBetween();
    const std::size_t stepBytes = bytesOfStep(node, *device.method, call.area);
    std::byte* const stepMemory = call.scratch.allocate(stepBytes);

    const ConstDeviceSamples child = call.child.fetch(node.neighbourhood(call.link, call.area));
    const float low = node.low();
    const float span = node.span();
    combineSamples(call.cudaStream, wanted, child,
                   [low, span] __device__(float, float c) { return low + span * clampedDepth(c); });
    for (int left = steps - 1; left >= 0; --left) {
        // The first step starts from the wanted depths, over a larger area than the later ones.
        const bool first = left == steps - 1;
        const bool last = left == 0;
        const Rect area = node.around(call.area, left);
        const Rect read = node.around(call.area, left + 1);
        const DeviceSamples from = first ? planeOver(wanted, whole, read) : planeOver(depths, inner, read);
        const DeviceSamples before = first ? planeOver(wanted, whole, area) : planeOver(depths, inner, area);
        const DeviceSamples spread = last ? call.value : planeOver(spreads, inner, area);
        ScratchOfStep scratch(stepMemory, stepBytes, call.scratch.counters());
        device.method->apply(call.cudaStream, from, spread, 0, scratch);
        correctDepths(call.cudaStream, last ? call.value : planeOver(depths, inner, area), before,
                      planeOver(wanted, whole, area), spread, last && call.last());
    }
}

std::unique_ptr<DeviceOperation> compensateOnDevice(std::shared_ptr<const OperationOf<Compensate>> operation,
                                                    Patience patience) {
    return std::make_unique<DeviceOperationOf<Compensate>>(std::move(operation), patience);
}

}  // namespace burin::gpu
