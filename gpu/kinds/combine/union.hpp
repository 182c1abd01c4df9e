// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/combine/union.hpp"
#include "gpu/kinds/form/pointwise.hpp"

namespace burin::gpu {

template <>
struct OnDevice<Union> : OnDeviceBase<Union> {
    explicit OnDevice(const Union&) {}
    /// Does nothing if the first link is data, because it replaces every sample.
    void begin(const Union& node, cudaStream_t cudaStream, std::span<const LinkShape> links, const Rect&,
               DeviceSamples value) const {
        const bool replaced = !links.empty() && links[0].trait == Trait::data;
        if (!replaced || node.combination == Union::Combination::mean) fillSamples(cudaStream, value, 0);
    }
};

template <>
struct DeviceReduction<Union, Trait::data> {
    static void apply(const Union& node, const OnDevice<Union>&, const DeviceCall& call);
};

template <>
struct DeviceReduction<Union, Trait::mask> {
    static void apply(const Union& node, const OnDevice<Union>&, const DeviceCall& call);
};

}  // namespace burin::gpu
