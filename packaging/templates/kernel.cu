// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/@category@/@word@.hpp"

#include "gpu/kinds/form/pointwise.cuh"

namespace burin::gpu {

namespace {

struct @Type@Sample {
    float amount;
    __device__ float operator()(float, float c) const { return c * amount; }
};

}  // namespace

void DeviceReduction<@Type@, Trait::data>::apply(const @Type@& node, const OnDevice<@Type@>&,
                                                 const DeviceCall& call) {
    const bool sweeps = call.last() && node.dust(call.links) > 0;
    combineSamples(call.cudaStream, call.value, call.aligned(call.area),
                   Finally{@Type@Sample{node.amount}, sweeps});
}

std::unique_ptr<DeviceOperation> @camel@OnDevice(std::shared_ptr<const OperationOf<@Type@>> operation,
                                                 Patience patience) {
    return std::make_unique<DeviceOperationOf<@Type@>>(std::move(operation), patience);
}

}  // namespace burin::gpu
