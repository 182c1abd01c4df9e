// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/filter/curve.hpp"
#include "gpu/kinds/form/device_kind.hpp"
#include "gpu/kinds/textures/pieces.hpp"

namespace burin::gpu {

template <>
struct OnDevice<ToneCurve> : SetByFirstLink<ToneCurve> {
    explicit OnDevice(const ToneCurve& node);
    [[nodiscard]] std::size_t residentBytes() const { return pieces.residentBytes(); }

    /// Sets `value` to the mapped samples of `child`, without dust. They equal the processor's bit by bit,
    /// except with a gamma other than 1. Queued on `cudaStream`. \param counters  of `cudaStream`
    void map(cudaStream_t cudaStream, const ToneCurve& node, ConstDeviceSamples child, DeviceSamples value,
             const StreamCounters& counters) const;

    DevicePieces pieces;  ///< pieces of a curve through points
};

template <>
struct DeviceReduction<ToneCurve, Trait::data> {
    static void apply(const ToneCurve& node, const OnDevice<ToneCurve>& device, const DeviceCall& call);
};

}  // namespace burin::gpu
