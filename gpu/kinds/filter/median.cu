// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/filter/median.hpp"

#include "gpu/kinds/methods/median_methods.hpp"

namespace burin::gpu {

namespace {

template <class Sample>
void filter(cudaStream_t cudaStream, DeviceView<const Sample> padded, DeviceView<Sample> out, int radius) {
    using namespace median;
    if (out.width <= 0 || out.height <= 0) return;
    switch (radius) {
        case 1:
            return networkMedian<1>(cudaStream, padded, out);
        case 2:
            return networkMedian<2>(cudaStream, padded, out);
        case 3:
            return networkMedian<3>(cudaStream, padded, out);
        case 4:
            return networkMedian<4>(cudaStream, padded, out);
        case 5:
            return networkMedian<5>(cudaStream, padded, out);
        default:
            return sortedMedian(cudaStream, padded, out, radius);
    }
}

}  // namespace

void medianFilter(cudaStream_t cudaStream, DeviceView<const float> padded, DeviceView<float> out,
                  int radius) {
    filter(cudaStream, padded, out, radius);
}

void medianFilter(cudaStream_t cudaStream, DeviceView<const std::uint8_t> padded,
                  DeviceView<std::uint8_t> out, int radius) {
    filter(cudaStream, padded, out, radius);
}

void DeviceReduction<Median, Trait::data>::apply(const Median& node, const OnDevice<Median>&,
                                                 const DeviceCall& call) {
    const ConstDeviceSamples padded = call.child.fetch(node.neighbourhood(call.link, call.area));
    medianFilter(call.cudaStream, padded, call.value, node.radius);
}

std::unique_ptr<DeviceOperation> medianOnDevice(std::shared_ptr<const OperationOf<Median>> operation,
                                                Patience patience) {
    return std::make_unique<DeviceOperationOf<Median>>(std::move(operation), patience);
}

}  // namespace burin::gpu
