// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/filter/median.hpp"
#include "gpu/kinds/form/device_kind.hpp"

#include <cstdint>

namespace burin::gpu {

/// The median of the (2 * radius + 1)^2 samples around each sample; it equals the processor's, bit by bit.
/// Samples must be finite, and 0 has no sign. Queued on `cudaStream`; allocates nothing.
/// \param padded  the neighbourhood of `out`: larger by 2 * radius samples on each axis
/// \pre 1 <= radius <= 31
void medianFilter(cudaStream_t cudaStream, DeviceView<const float> padded, DeviceView<float> out, int radius);
void medianFilter(cudaStream_t cudaStream, DeviceView<const std::uint8_t> padded,
                  DeviceView<std::uint8_t> out, int radius);

template <>
struct OnDevice<Median> : SetByFirstLink<Median> {
    explicit OnDevice(const Median&) {}
};

template <>
struct DeviceReduction<Median, Trait::data> {
    static void apply(const Median& node, const OnDevice<Median>&, const DeviceCall& call);
};

}  // namespace burin::gpu
