// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/median.hpp"
#include "gpu/kinds/device_kind.hpp"

#include <cstdint>

namespace burin::gpu {

/// The middle of the (2 * radius + 1)^2 samples around each sample, equal to the processor's to the bit.
/// Samples are finite, and 0 has no sign. Queued on `stream`; takes no memory.
/// \param padded  the neighbourhood of `out`: 2 * radius samples larger on each axis
/// \pre 1 <= radius <= 31
void medianFilter(cudaStream_t stream, DeviceView<const float> padded, DeviceView<float> out, int radius);
void medianFilter(cudaStream_t stream, DeviceView<const std::uint8_t> padded, DeviceView<std::uint8_t> out,
                  int radius);

template <>
struct OnDevice<Median> : SetByFirstLink<Median> {
    explicit OnDevice(const Median&) {}
};

template <>
struct DeviceReduction<Median, Trait::data> {
    static void apply(const Median& node, const OnDevice<Median>&, const DeviceCall& call);
};

}  // namespace burin::gpu
