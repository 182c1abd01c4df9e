// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/generate/rough.hpp"
#include "gpu/kinds/form/device_kind.hpp"

namespace burin::gpu {

/// Sets `value` to the node's samples over `area`, without dust. They are within 1e-5 of the processor's, and
/// the same in every area. Queued on `cudaStream`; allocates nothing.
void makeRough(cudaStream_t cudaStream, const Rough& node, const Rect& area, DeviceSamples value);

template <>
struct OnDevice<Rough> : OnDeviceBase<Rough> {
    explicit OnDevice(const Rough&) {}
    void begin(const Rough& node, cudaStream_t cudaStream, std::span<const LinkShape>, const Rect& area,
               DeviceSamples value) const {
        makeRough(cudaStream, node, area, value);
    }
};

}  // namespace burin::gpu
