// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/generate/noise.hpp"
#include "gpu/kinds/form/device_kind.hpp"

namespace burin::gpu {

/// Sets `value` to the node's samples over `area`, without dust. They are within 1e-5 of the processor's.
/// Queued on `cudaStream`; allocates nothing.
void makeNoise(cudaStream_t cudaStream, const Noise& node, const Rect& area, DeviceSamples value);

template <>
struct OnDevice<Noise> : OnDeviceBase<Noise> {
    explicit OnDevice(const Noise&) {}
    void begin(const Noise& node, cudaStream_t cudaStream, std::span<const LinkShape>, const Rect& area,
               DeviceSamples value) const {
        makeNoise(cudaStream, node, area, value);
    }
};

}  // namespace burin::gpu
