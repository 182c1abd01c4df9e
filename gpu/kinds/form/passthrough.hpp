// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/form/passthrough.hpp"
#include "gpu/kinds/form/pointwise.hpp"

namespace burin::gpu {

template <>
struct OnDevice<Passthrough> : OnDeviceBase<Passthrough> {
    explicit OnDevice(const Passthrough&) {}
    /// Does nothing if the child sets every sample.
    void begin(const Passthrough&, cudaStream_t cudaStream, std::span<const LinkShape> links, const Rect&,
               DeviceSamples value) const {
        if (links.empty()) fillSamples(cudaStream, value, 0);
    }
};

template <>
struct DeviceReduction<Passthrough, Trait::data> {
    static void apply(const Passthrough&, const OnDevice<Passthrough>&, const DeviceCall& call) {
        call.takeChild();
    }
};

}  // namespace burin::gpu
