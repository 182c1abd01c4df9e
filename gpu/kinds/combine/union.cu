// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/combine/union.hpp"

#include "gpu/kinds/form/pointwise.cuh"
#include "gpu/kinds/form/pointwise.hpp"

namespace burin::gpu {

namespace {

using Combination = Union::Combination;

/// The planes of `mean`: the sum of the samples so far, and how many of them were not 0.
struct DeviceMeanPlanes {
    DeviceSamples sum;
    DeviceSamples number;

    DeviceMeanPlanes(const DeviceCall& call, const Rect& part) {
        auto* data = reinterpret_cast<float*>(call.state);
        const DeviceSamples all{data, call.area.width, call.area.width, call.area.height};
        sum = all.part(part.x - call.area.x, part.y - call.area.y, part.width, part.height);
        number = sum;
        number.data += call.area.area();
    }
};

struct CountCovered {
    __device__ float operator()(float number, float c) const { return number + (c != 0.0F ? 1.0F : 0.0F); }
};
struct AddSample {
    __device__ float operator()(float v, float c) const { return v + c; }
};
struct IsCovered {
    __device__ float operator()(float, float c) const { return c != 0.0F ? 1.0F : 0.0F; }
};
struct DivideByCount {
    __device__ float operator()(float sum, float number) const {
        return sum / (number != 0.0F ? number : 1.0F);
    }
};

void combineMean(const DeviceCall& call) {
    const Rect covered = call.covered();
    if (covered.empty()) return;
    const DeviceMeanPlanes planes(call, covered);
    const ConstDeviceSamples child = call.aligned(covered);
    const DeviceSamples value = call.valueOver(covered);
    combineSamples(call.cudaStream, planes.sum, child, AddSample{});
    combineSamples(call.cudaStream, planes.number, child, CountCovered{});
    copySamples(call.cudaStream, value, planes.sum);
    combineSamples(call.cudaStream, value, planes.number, DivideByCount{});
}

bool firstData(const DeviceCall& call) {
    for (std::size_t i = 0; i < call.index; ++i) {
        if (call.links[i].trait == Trait::data) return false;
    }
    return true;
}

}  // namespace

void DeviceReduction<Union, Trait::data>::apply(const Union& node, const OnDevice<Union>&,
                                                const DeviceCall& call) {
    const bool sweeps = call.last() && node.dust(call.links) > 0;
    const auto combineAll = [&](auto function) {
        combineSamples(call.cudaStream, call.value, call.aligned(call.area), Finally{function, sweeps});
    };
    // For functions that an empty child does not affect.
    const auto combineCovered = [&](auto function) {
        const Rect covered = call.covered();
        if (covered == call.area) return combineAll(function);
        if (!covered.empty())
            combineSamples(call.cudaStream, call.valueOver(covered), call.aligned(covered), function);
        if (sweeps) sanitise(call.cudaStream, call.value);
    };
    if (node.combination == Combination::mean) {
        combineMean(call);
        if (sweeps) sanitise(call.cudaStream, call.value);
        return;
    }
    if (firstData(call)) return call.takeChild();  // replaces the value, also outside of the link's support
    switch (node.combination) {
        case Combination::max:  // an empty child raises negative values to 0
            return combineAll([] __device__(float v, float c) { return v > c ? v : c; });
        case Combination::min:
            return combineAll([] __device__(float v, float c) { return v < c ? v : c; });
        case Combination::multiply:
            return combineAll([] __device__(float v, float c) { return v * c; });
        case Combination::add:
            return combineCovered(AddSample{});
        case Combination::subtract:
            return combineCovered([] __device__(float v, float c) { return v - c; });
        default:
            reduceOver(call);
            if (sweeps) sanitise(call.cudaStream, call.value);
    }
}

void DeviceReduction<Union, Trait::mask>::apply(const Union& node, const OnDevice<Union>&,
                                                const DeviceCall& call) {
    multiplyByMask(call);
    if (node.combination != Combination::mean) return;
    const DeviceMeanPlanes planes(call, call.area);  // the masked mean counts as one sample if it is not 0
    copySamples(call.cudaStream, planes.sum, call.value);
    combineSamples(call.cudaStream, planes.number, call.value, IsCovered{});
}

std::unique_ptr<DeviceOperation> unionOnDevice(std::shared_ptr<const OperationOf<Union>> operation,
                                               Patience patience) {
    return std::make_unique<DeviceOperationOf<Union>>(std::move(operation), patience);
}

}  // namespace burin::gpu
